import { AsyncLocalStorage } from 'node:async_hooks'

import { beforeEach, expect, test, vi } from 'vitest'

// Faults M5: each test begins with an empty queue and whole shares.

let inDocumentQueue: typeof import('#app/http/document-queue.server.ts').inDocumentQueue
let contextFor: typeof import('#app/http/arrival.server.ts').contextFor
beforeEach(async () => {
	vi.resetModules()
	;({ inDocumentQueue } = await import('#app/http/document-queue.server.ts'))
	;({ contextFor } = await import('#app/http/arrival.server.ts'))
})

const made: string[] = []
beforeEach(() => {
	made.length = 0
})

/** Returns the status of the answer, once there is one. */
async function ask(
	name: string,
	{ from, signal = null }: { from?: string; signal?: AbortSignal | null },
) {
	const request = new Request('https://shop.example/invoice.pdf', { signal })
	try {
		const answer = await inDocumentQueue(
			{ request, context: contextFor({ address: from }) },
			async () => {
				made.push(name)
				await new Promise(setImmediate)
				return new Response()
			},
		)
		return answer.status
	} catch (error) {
		// The framework makes a response of it.
		const { init } = error as { init: { status: number } }
		return init.status
	}
}

test('M5: a file that waited is made in the asynchronous context of its own request', async () => {
	const names = new AsyncLocalStorage<string>()
	const seen: (string | undefined)[] = []
	const request = new Request('https://shop.example/invoice.pdf')
	const file = () =>
		inDocumentQueue({ request, context: contextFor({ address: '192.0.2.1' }) }, async () => {
			seen.push(names.getStore())
			return new Response()
		})
	const all = ['Ada', 'Ben', 'Cem']
	await Promise.all(all.map((name) => names.run(name, file)))
	expect(seen).toEqual(all)
})

test('an address with many in the queue comes after one with few; ten wait, others are refused', async () => {
	const many = Array.from({ length: 12 }, (_, at) => ask(`many ${at}`, { from: '192.0.2.1' }))
	const few = ask('few', { from: '192.0.2.2' })
	const statuses = await Promise.all([...many, few])
	expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429, 429, 200])
	expect(made.indexOf('few')).toBeLessThan(3)
})

test('an address has two hundred made; other addresses, and servers that tell none, have their own share', async () => {
	const statuses = []
	for (let at = 0; at < 203; at += 1)
		statuses.push(await ask(`greedy ${at}`, { from: '192.0.2.1' }))
	expect(statuses.indexOf(429)).toBe(200)
	expect(await ask('other', { from: '192.0.2.2' })).toBe(200)
	for (let at = 0; at < 203; at += 1) expect(await ask(`unknown ${at}`, {})).toBe(200)
})

test('a document whose client has left is not made', async () => {
	const gone = new AbortController()
	const first = ask('first', { from: '192.0.2.1' })
	const left = ask('left', { from: '192.0.2.1', signal: gone.signal })
	gone.abort()
	expect(await Promise.all([first, left])).toEqual([200, 499])
	expect(made).toEqual(['first'])
})
