import { expect, test } from 'vitest'

import { fieldReason, numberReason, syntaxReason } from '#app/models/operator/slips.ts'

test.each([
	['MULTILINE_IMPLICIT_KEY', '    kind ticket', 'a colon is missing: write "kind: ticket"'],
	['MULTILINE_IMPLICIT_KEY', '  - id ticket-child', 'a colon is missing: write "id: ticket-child"'],
	['MISSING_CHAR', 'contact', 'a colon is missing: write "contact:"'],
	['MISSING_CHAR', '   popular: true', /indented otherwise/],
	['TAB_AS_INDENT', '\tpopular: true', /tabulator/],
	['BAD_INDENT', '   - id: x', /indented otherwise/],
	['DUPLICATE_KEY', 'name: twice', /twice/],
	[
		'DUPLICATE_KEY',
		'weekday: { 90: 11,90, 120: 13.90 }',
		'a number is written with a point: 11.90, not 11,90',
	],
	['OTHER', 'x', 'as the parser says'],
])('%s at "%s"', (code, line, reason) => {
	expect(syntaxReason(code, line, 'as the parser says')).toMatch(reason)
})

test.each([
	['11,90', 'a number is written with a point: 11.90, not 11,90'],
	['11,90 €', 'a number is written with a point: 11.90, not 11,90'],
	['12,5', 'a number is written with a point: 12.5, not 12,5'],
	['30 %', 'a number stands by itself: write 30'],
	['12.50 EUR', 'a number stands by itself: write 12.50'],
	['eleven', null],
	['1,2,3', null],
])('%s is no number', (value, reason) => {
	expect(numberReason(value, 'weekday')).toBe(reason)
})

test('a price cut in two at its comma', () => {
	const reason = 'belongs to the number before it: a number is written with a point, such as 11.90'
	expect(numberReason(null, '90')).toBe(reason)
	expect(fieldReason('90', null, ['price', 'vat'])).toBe(reason)
	expect(numberReason(null, 'weekday')).toBe(null)
})

test('a field and its value without a colon', () => {
	expect(fieldReason("opens '14:00'", null, ['opens', 'closes'])).toBe(
		`a colon is missing: write "opens: '14:00'"`,
	)
	expect(fieldReason('and hot', null, ['de', 'en'])).toBe(null)
})
