import { setImmediate as nextTurn } from 'node:timers/promises'

import type { RouterContextProvider } from 'react-router'
import { expect, test, vi } from 'vitest'

import { contextFor } from '#app/http/arrival.server.ts'
import { inTurn, isRefused, pageQueueMiddleware } from '#app/pages/page-queue.server.ts'
import { signInQueueMiddleware } from '#app/pages/sign-in-queue.server.ts'

const origin = 'http://localhost:3000'

/** Sends a request through the queue; `page` answers once it is let in, or as the busy page for all refused ones. */
async function ask(
	{ pattern = '/', path = '/', method = 'GET', ip = '10.0.0.1' },
	page: (context: Readonly<RouterContextProvider>) => Promise<Response>,
): Promise<Response> {
	const url = new URL(path, origin)
	const context = contextFor({ address: ip })
	const args = { request: new Request(url, { method }), url, context, params: {}, pattern }
	const answer = await pageQueueMiddleware(args, () => page(context))
	if (!(answer instanceof Response)) throw new Error('a middleware of pages answers')
	return answer
}

const busyPage = new Response('<p>busy</p><script nonce="x">1</script>', {
	status: 503,
	headers: { 'Content-Type': 'text/html' },
})

test('the route decides which request is let in, and any other gets a page that is made once', async () => {
	const letIn: string[] = []
	const refused: string[] = []
	const work = (name: string) => (context: Readonly<RouterContextProvider>) => {
		if (!isRefused(context)) {
			letIn.push(name)
			return new Promise<Response>(() => {})
		}
		refused.push(name)
		// A response that is not the busy page is given to no other visitor.
		const isGone = refused.length === 1
		return Promise.resolve(isGone ? new Response(null, { status: 499 }) : busyPage.clone())
	}
	const count = (name: string) => letIn.filter((one) => one === name).length

	// A sender chooses the address: neither an ending nor a method makes the page of no route cheaper.
	for (let index = 0; index < 49; index += 1)
		void ask({ pattern: '*', path: `/x${index}.html` }, work('endings'))
	for (let index = 0; index < 20; index += 1)
		void ask({ pattern: '*', path: '/nowhere', method: 'POST' }, work('posts'))
	expect([count('endings'), count('posts')]).toEqual([49, 1])
	for (const pattern of ['api/auth/*', 'metrics', 'sitemap.xml', 'pages/:slug/file'])
		void ask({ pattern }, work('programs'))
	void ask({ pattern: 'cart', method: 'POST' }, work('changes'))
	expect([count('programs'), count('changes')]).toEqual([4, 1])

	// Others fill the room that is left; then a crowd comes.
	for (let index = 0; index < 30; index += 1) void ask({ ip: `10.1.${index}.1` }, work('others'))
	expect(count('others')).toBe(30)
	const crowd = Array.from({ length: 50 }, (_, index) =>
		ask({ path: `/?secret=${index}`, ip: `10.2.${index}.1` }, work('crowd')),
	)
	for (const answer of await Promise.all(crowd)) {
		expect(answer.status).toBe(503)
		expect(answer.headers.get('Retry-After')).toBe('3')
		expect(await answer.text()).toBe('<p>busy</p>')
	}
	expect(refused).toEqual(['posts', 'posts'])
})

test('no page waits beyond the number that can be made in time, and a client that has left gets none', async () => {
	const context = contextFor({ address: '10.0.0.1' })
	const gone = new AbortController()
	const asked = (signal?: AbortSignal) => ({
		request: new Request(`${origin}/register`, { method: 'POST', signal: signal ?? null }),
		context,
		status: 422,
	})
	let made = 0
	const make = () => (made += 1)
	const first = inTurn(asked(), make)
	const leaving = inTurn(asked(gone.signal), make)
	const pages = Array.from({ length: 299 }, () => inTurn(asked(), make))
	gone.abort()
	expect(await leaving).toMatchObject({ status: 499 })
	const full = (await Promise.all([first, ...pages])).filter((answer) => answer instanceof Response)
	expect(full.length).toBeGreaterThan(100)
	expect(full[0]).toMatchObject({ status: 503 })
	expect(made).toBe(300 - full.length)
})

test('pages that answer the changes of one address go neither all nor first', async () => {
	const made: string[] = []
	async function post(ip: string, name: string) {
		return ask({ pattern: 'register', path: '/register', method: 'POST', ip }, async (context) => {
			const request = new Request(`${origin}/register`, { method: 'POST' })
			// The action is over, and the page is about to be rendered.
			await nextTurn()
			const page = await inTurn({ request, context, status: 422 }, () => {
				made.push(name)
				return new Response(null, { status: 422 })
			})
			return page
		})
	}
	const crowd = Array.from({ length: 80 }, () => post('10.9.0.1', 'crowd'))
	const other = post('10.9.0.2', 'other')
	const statuses = (await Promise.all(crowd)).map(({ status }) => status)
	expect((await other).status).toBe(422)
	expect(statuses.filter((status) => status === 503)).toHaveLength(30)
	expect(made.indexOf('other'), 'the first to be made stands before it').toBeLessThan(2)
	// Changes with a response no longer count.
	expect((await post('10.9.0.1', 'later')).status).toBe(422)
})

test('the page of a wrong sign-in is made although others come all the time', async () => {
	vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
	const wrong = contextFor({ address: '10.8.0.1' })
	const made: string[] = []
	const url = new URL('/login', origin)
	const request = new Request(url, { method: 'POST' })
	const args = { request, url, context: wrong, params: {}, pattern: 'login' }
	let asked: Promise<unknown> = Promise.resolve()
	await signInQueueMiddleware(args, async () => {
		const page = { request, context: wrong, status: 422 }
		asked = inTurn(page, () => made.push('wrong'))
		return new Response()
	})
	const context = contextFor({ address: '10.8.0.2' })
	function other() {
		return inTurn({ request: new Request(origin), context, status: 200 }, () => made.push('other'))
	}
	// One is being rendered, and two more always wait.
	const others = [other(), other(), other()]
	vi.advanceTimersByTime(3000)
	for (let index = 0; index < 20; index += 1) {
		await others[index]
		others.push(other())
	}
	await Promise.all([asked, ...others])
	expect(made.indexOf('wrong')).toBeLessThan(10)
	expect(made).toHaveLength(24)
	vi.useRealTimers()
})
