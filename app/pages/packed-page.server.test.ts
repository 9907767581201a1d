import { gunzipSync } from 'node:zlib'

import fc from 'fast-check'
import { expect, test } from 'vitest'

import { fillPage, packPage } from '#app/pages/packed-page.server.ts'

const names = ['nonce', 'cart']
const text = fc.string({ unit: 'binary' }).map((part) => new TextEncoder().encode(part.repeat(9)))
const page = fc.array(fc.oneof(text, fc.constantFrom(...names)), { maxLength: 12 })
const values = fc.record({
	nonce: fc.stringMatching(/^[\w-]{22}$/),
	cart: fc.stringMatching(/^[\w.-]{80}$/),
})

test('what a visitor unpacks is the page with the values of that visitor', async () => {
	await fc.assert(
		fc.asyncProperty(page, values, values, async (parts, one, other) => {
			const packed = await packPage(parts, one)
			for (const own of [one, other]) {
				const whole = parts.map((part) =>
					typeof part === 'string' ? Buffer.from(own[part as keyof typeof own]) : part,
				)
				expect(gunzipSync(fillPage(packed, parts, own))).toEqual(Buffer.concat(whole))
			}
		}),
	)
})

test('what stands twice, before and behind a gap, is sent once', async () => {
	const long = new TextEncoder().encode(
		Array.from({ length: 300 }, (_, index) => `${index} `).join(''),
	)
	const nonce = 'n'.repeat(22)
	const once = fillPage(await packPage([long], {}), [long], {})
	const parts = [long, 'nonce', long]
	const twice = fillPage(await packPage(parts, { nonce }), parts, { nonce })
	expect(twice.length).toBeLessThan(once.length + 100)
})

test('a value of another length is a bug', async () => {
	const packed = await packPage(['nonce'], { nonce: 'short' })
	expect(() => fillPage(packed, ['nonce'], { nonce: 'longer' })).toThrow('nonce')
	await expect(packPage(['nonce'], {})).rejects.toThrow('nonce')
})
