import fc from 'fast-check'
import { expect, test } from 'vitest'

import { keepPage, pageMadeOf, pageOf } from '#app/pages/made-pages.server.ts'

/** As React makes one: of all it is given, own values as they stand there. */
const madeOf = (given: string, own: readonly string[]) =>
	`<p nonce="${own[0]}">${given}</p>${own.map((value) => `<i>${value}</i>`).join('')}<p>${given.length}</p>`

const own = () => fc.tuple(fc.uuid(), fc.uuid())
/** Data in which own values stand in some places: `0` and `1` are those of the visitor. */
const shape = fc.array(fc.constantFrom('0', '1', 'a', 'ä', '[', '"', ','), { maxLength: 5 })

test('is never another page than the one that would be made', () => {
	fc.assert(
		fc.property(fc.array(fc.tuple(shape, own()), { maxLength: 20 }), (visits) => {
			for (const [parts, own] of visits) {
				const given = parts.map((part) => own[Number(part)] ?? part).join('')
				const page = madeOf(given, own)
				const made = pageOf(given, own)
				expect(pageMadeOf(made)?.toString() ?? page).toBe(page)
				keepPage(made, Buffer.from(page))
				expect(pageMadeOf(made)?.toString()).toBe(page)
			}
		}),
	)
})

test('another visitor gets it with values of his own, other data are another page', () => {
	keepPage(pageOf('/ A "x"', ['A']), Buffer.from('<b nonce="A">A x</b>'))
	expect(pageMadeOf(pageOf('/ B "x"', ['B']))?.toString()).toBe('<b nonce="B">B x</b>')
	expect(pageMadeOf(pageOf('/ B "y"', ['B']))).toBeNull()
	expect(pageMadeOf(pageOf('/ A "x"', ['B']))).toBeNull()
	expect(pageMadeOf(pageOf('/ A "x"', []))).toBeNull()
	expect(pageMadeOf(pageOf('/ 0 "x"', []))).toBeNull()
})

test('pages push each other out, not memory up', () => {
	for (let page = 0; page < 40; page += 1) keepPage(pageOf(`${page}`, []), Buffer.alloc(1e6))
	expect(pageMadeOf(pageOf('0', []))).toBeNull()
	expect(pageMadeOf(pageOf('39', []))).not.toBeNull()
})
