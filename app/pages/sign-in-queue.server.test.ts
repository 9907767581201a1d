import { AsyncLocalStorage } from 'node:async_hooks'

import { beforeAll, describe, expect, test } from 'vitest'

import { contextFor } from '#app/http/arrival.server.ts'
import { leaveQueue, signInQueueMiddleware } from '#app/pages/sign-in-queue.server.ts'

type SignInRequest = { path?: string; pattern?: string; method?: string; call?: string }

/** Sends a sign-in; `answer` responds once it is this request's turn. */
function ask(
	{ path = '/login', pattern = 'login', method = 'POST', call }: SignInRequest,
	answer: (context: ReturnType<typeof contextFor>) => Promise<Response>,
) {
	const url = new URL(path, 'http://localhost:3000')
	const context = contextFor({ address: '10.0.0.1' })
	const request = new Request(url, { method })
	const params = call === undefined ? {} : { '*': call }
	return signInQueueMiddleware({ request, url, context, params, pattern }, () => answer(context))
}

test('F8: a sign-in that waited runs in the asynchronous context of its own request', async () => {
	const names = new AsyncLocalStorage<string>()
	const seen: (string | undefined)[] = []
	const signIn = () =>
		ask({}, async () => {
			seen.push(names.getStore())
			return new Response()
		})
	const all = ['Ada', 'Ben', 'Cem', 'Dora']
	await Promise.all(all.map((name) => names.run(name, signIn)))
	expect(seen).toEqual(all)
})

const never = () => new Promise<Response>(() => {})

test('pages that tell of wrong passwords, and wait for their turn, keep no sign-in waiting', async () => {
	const begun: string[] = []
	const signIn = (name: string, isDecided: boolean) =>
		ask({}, (context) => {
			begun.push(name)
			if (isDecided) leaveQueue(context)
			return never()
		})
	for (const name of ['wrong 1', 'wrong 2', 'wrong 3']) void signIn(name, true)
	for (const name of ['right 1', 'right 2', 'right 3']) void signIn(name, false)
	await expect.poll(() => begun.length).toBe(5)
	expect(begun).toEqual(['wrong 1', 'wrong 2', 'wrong 3', 'right 1', 'right 2'])
})

const call = { pattern: 'api/auth/*', path: '/api/auth/x' }

describe('while the line is full, whatever stands in it waits', () => {
	beforeAll(() => {
		for (let places = 0; places < 2; places += 1) void ask({}, never)
	})

	test.each<[string, boolean, SignInRequest]>([
		['the login page', true, {}],
		['by a script', true, { path: '/login.data' }],
		['written otherwise', true, { path: '/LOGIN/' }],
		['by another method', true, { method: 'PUT' }],
		['in the checkout', true, { path: '/checkout/sign-in', pattern: 'checkout/sign-in' }],
		['a call', true, { ...call, call: 'callback/credentials' }],
		['its other name', true, { ...call, call: 'signin/credentials' }],
		['looking at the login page', false, { method: 'GET' }],
		['its head', false, { method: 'HEAD' }],
		['a call that signs out', false, { ...call, call: 'signout' }],
		['another page', false, { path: '/login', pattern: '*' }],
	])('%s: %s', async (_, isWaiting, asked) => {
		let hasBegun = false
		void ask(asked, () => {
			hasBegun = true
			return never()
		})
		await new Promise((done) => void setImmediate(done))
		expect(hasBegun).toBe(!isWaiting)
	})
})
