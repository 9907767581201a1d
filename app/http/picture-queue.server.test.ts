import { AsyncLocalStorage } from 'node:async_hooks'

import { beforeEach, expect, test, vi } from 'vitest'

import { MOST_PIXELS } from '#app/models/picture.ts'

// Faults M5: each test begins with an empty queue and whole shares.

let inPictureQueue: typeof import('#app/http/picture-queue.server.ts').inPictureQueue
beforeEach(async () => {
	vi.resetModules()
	;({ inPictureQueue } = await import('#app/http/picture-queue.server.ts'))
})

const here = new AbortController().signal
const bytes = Buffer.from('picture')

/** Makes pictures of which none is finished before `finish`; `begun` lists them in their order. */
function workshop() {
	const begun: string[] = []
	let open = () => {}
	const isOpen = new Promise<void>((resolve) => {
		open = resolve
	})
	const picture = (tag: string, pixels = 1) => ({
		tag,
		pixels,
		make: async () => {
			begun.push(tag)
			await isOpen
			return bytes
		},
	})
	function finish<Made>(asked: Promise<Made>[]) {
		open()
		return Promise.all(asked)
	}
	return { begun, picture, finish }
}

test('a picture that several ask for is made once, and two at a time', async () => {
	const { begun, picture, finish } = workshop()
	const asked = ['a', 'b', 'c', 'a', 'b'].map((tag) =>
		inPictureQueue(picture(tag), { address: 'one', signal: here }),
	)
	await vi.waitUntil(() => begun.length === 2)
	expect(await finish(asked)).toEqual(asked.map(() => bytes))
	expect(begun).toEqual(['a', 'b', 'c'])
})

test('M5: a picture that waited is made in the asynchronous context of its own request', async () => {
	const names = new AsyncLocalStorage<string>()
	const seen: (string | undefined)[] = []
	async function make() {
		seen.push(names.getStore())
		return bytes
	}
	const all = ['Ada', 'Ben', 'Cem', 'Dora']
	await Promise.all(
		all.map((name) =>
			names.run(name, () =>
				inPictureQueue({ tag: name, pixels: 1, make }, { address: 'one', signal: here }),
			),
		),
	)
	expect(seen).toEqual(all)
})

test('an address with many in the queue comes after one with few', async () => {
	const { begun, picture, finish } = workshop()
	const many = Array.from({ length: 20 }, (_, at) =>
		inPictureQueue(picture(`many ${at}`), { address: 'many', signal: here }),
	)
	const few = inPictureQueue(picture('few'), { address: 'few', signal: here })
	await finish([...many, few])
	expect(begun.indexOf('few')).toBe(2)
})

test('a picture is made unless all its clients have left', async () => {
	const { begun, picture, finish } = workshop()
	const gone = new AbortController()
	const ask = (tag: string, signal: AbortSignal) =>
		inPictureQueue(picture(tag), { address: 'one', signal })
	const running = [ask('a', here), ask('b', here)]
	const left = [ask('dropped', gone.signal), ask('shared', gone.signal)]
	const waiting = ask('shared', here)
	gone.abort()
	expect(await finish([...running, ...left, waiting])).toEqual([bytes, bytes, 'left', bytes, bytes])
	expect(begun).toEqual(['a', 'b', 'shared'])
})

test('an address may have 80 in the queue, and other addresses their own', async () => {
	const { picture, finish } = workshop()
	const ask = (address: string, count: number) =>
		Array.from({ length: count }, (_, at) =>
			inPictureQueue(picture(`${address} ${at}`), { address, signal: here }),
		)
	const [greedy, other] = [ask('greedy', 90), ask('other', 10)]
	const made = await finish([...greedy, ...other])
	expect(made.filter((it) => it === 'busy')).toHaveLength(10)
	expect(made.slice(90)).toEqual(other.map(() => bytes))
})

test('an address may have 64 of the largest pictures made, and other addresses their own', async () => {
	const { begun, picture, finish } = workshop()
	const ask = (address: string | null, count: number) =>
		Array.from({ length: count }, (_, at) =>
			inPictureQueue(picture(`${address} ${at}`, MOST_PIXELS), { address, signal: here }),
		)
	const made = await finish([...ask('greedy', 70), ...ask('other', 64), ...ask(null, 66)])
	expect(made.filter((it) => it === 'busy')).toHaveLength(6)
	expect(begun).toHaveLength(64 + 64 + 66)
	// The address is refused small ones as well, until its share is new.
	const [small] = await finish([
		inPictureQueue(picture('small'), { address: 'greedy', signal: here }),
	])
	expect(small).toBe('busy')
})
