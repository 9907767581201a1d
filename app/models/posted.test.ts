import { expect, test } from 'vitest'

import { readPosted } from '#app/models/posted.ts'

function posted(...entries: [string, string | File][]) {
	const form = new FormData()
	for (const [name, value] of entries) form.append(name, value)
	const { payload, unreadable } = readPosted(form)
	return { fields: Object.fromEntries(payload), unreadable }
}

test('the first value of a name that comes twice counts (E11)', () => {
	expect(posted(['name', 'one'], ['name', 'two']).fields).toEqual({ name: 'one' })
})

test.each(['name', 'a.b', 'quantities.menu-pasta', 'lines[0].count', 'a[12]', 'n'.repeat(100)])(
	'%j is the name of a field',
	(name) => {
		expect(posted([name, 'Ada']).fields).toEqual({ [name]: 'Ada' })
	},
)

test.each([
	'__proto__',
	'__proto__.polluted',
	'constructor',
	'constructor.prototype.polluted',
	'name[__proto__]',
	'quantity.__proto__',
	'a[b]',
	'a[',
	']',
	'..',
	'toString',
	'name[99999999]',
	'__intent__',
	'__state__',
	'',
	'n'.repeat(101),
	`quantities${'.a'.repeat(20_000)}`,
	`quantities${'[0]'.repeat(10_000)}`,
])('%.40j is no name of a field (E1, E11)', (name) => {
	expect(posted([name, 'polluted'], ['name', 'Ada']).fields).toEqual({ name: 'Ada' })
	expect('polluted' in {}).toBe(false)
})

test.each([
	['NUL', 'A\u0000da'],
	['a vertical tab', 'A\u000Bda'],
	['an escape', '\u001B[31mAda'],
	['half a character', 'A\uD83Dda'],
	['bytes that are no UTF-8', 'A\uFFFDda'],
])('%s makes a field unreadable (E4)', (_, name) => {
	const { fields, unreadable } = posted(['name', name], ['more', 'kept'])
	expect(unreadable).toEqual(['name'])
	expect(fields).toEqual({ name: expect.stringContaining('\uFFFD'), more: 'kept' })
})

test.each([
	['Zoë 🚀', 'Zoë 🚀'],
	['line\nbreak', 'line\nbreak'],
	['\u202Eevitagen', 'evitagen'],
	['z\u200Bw', 'zw'],
])('%j is read as %j (N9)', (typed, read) => {
	expect(posted(['name', typed])).toEqual({ fields: { name: read }, unreadable: [] })
})

test('a password keeps invisible characters, and a file is left out', () => {
	const file = new File(['x'], 'x.txt')
	expect(posted(['newPassword', 'a\u200Bb'], ['name', file]).fields).toEqual({
		newPassword: 'a\u200Bb',
	})
})

test('N382: a line break is one character, also of a browser without scripts', () => {
	expect(posted(['words', 'one\r\ntwo\nthree']).fields).toEqual({ words: 'one\ntwo\nthree' })
})
