import { gunzipSync } from 'node:zlib'

import fc from 'fast-check'
import { expect, test } from 'vitest'

import {
	cutPage,
	cutText,
	fillParts,
	givePage,
	gzipPage,
	withoutScripts,
} from '#app/pages/page-with-gaps.server.ts'

const values = fc.record({
	nonce: fc.stringMatching(/^[\w-]{22}$/),
	cart: fc.stringMatching(/^[\w.-]{80}$/),
})
const text = fc.string({ unit: 'binary' }).map((part) => part.repeat(9))
/** A random page: texts, and the names of a visitor's values. */
const page = fc.array(fc.oneof(text, fc.constantFrom('nonce', 'cart')), { maxLength: 12 })

test('a cut page gives each visitor the bytes that rendering anew would give, plain and as gzip', async () => {
	await fc.assert(
		fc.asyncProperty(page, values, values, async (shape, one, other) => {
			const madeFor = (own: Record<string, string>) =>
				shape.map((part) => own[part] ?? part).join('')
			const cut = await cutPage(new Response(madeFor(one)), one)
			for (const own of [one, other]) {
				const made = Buffer.from(madeFor(own))
				expect(fillParts(cut.parts, own)).toEqual(made)
				expect(gunzipSync(await gzipPage(cut, own))).toEqual(made)
			}
		}),
	)
})

test('a page is cut at whole values: a dot stands for itself', () => {
	expect(cutText('a.b a-b', { name: 'a.b' })).toEqual([
		Buffer.from(''),
		'name',
		Buffer.from(' a-b'),
	])
})

test('a cut page keeps its status and its type', async () => {
	const headers = { 'Content-Type': 'text/html', 'Set-Cookie': 'session=1' }
	const cut = await cutPage(new Response('<p>', { status: 503, headers }), { nonce: 'n' })
	const given = givePage(cut, { nonce: 'm' })
	expect(given.status).toBe(503)
	expect([...given.headers]).toEqual([['content-type', 'text/html']])
})

test('a cut page sends a text that stands twice, before and behind a gap, once', async () => {
	const long = Array.from({ length: 300 }, (_, index) => `${index} `).join('')
	const own = { nonce: 'n'.repeat(22) }
	const pageOf = (text: string) => cutPage(new Response(text), own)
	const once = await gzipPage(await pageOf(long), own)
	const twice = await gzipPage(await pageOf(long + own.nonce + long), own)
	expect(twice.length).toBeLessThan(once.length + 100)
})

test('a value for a gap that has another length is a bug, and so is one that is missing', async () => {
	const cut = await cutPage(new Response('nonce: short'), { nonce: 'short' })
	await gzipPage(cut, { nonce: 'other' })
	await expect(gzipPage(cut, { nonce: 'longer' })).rejects.toThrow('nonce')
	expect(() => givePage(cut, {})).toThrow('nonce')
})

test('a page that is sent without scripts has no links that fetch them ahead', async () => {
	const made = new Response(
		'<link rel="modulepreload" href="/a.js"><p>busy</p><script nonce="x">1\n2</script>',
		{ status: 503 },
	)
	const cut = await withoutScripts(made)
	expect([cut.status, await cut.text()]).toEqual([503, '<p>busy</p>'])
})
