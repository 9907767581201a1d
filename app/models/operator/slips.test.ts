import { expect, test } from 'vitest'

import {
	fieldReason,
	idFor,
	numberReason,
	quotesReason,
	syntaxReason,
	timeReason,
} from '#app/models/operator/slips.ts'

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
	[
		'BLOCK_AS_IMPLICIT_KEY',
		'  phone: Tel: 089 123',
		'a text with a colon needs quotation marks: write phone: "Tel: 089 123"',
	],
	[
		'BLOCK_AS_IMPLICIT_KEY',
		'  - name: Raumzeit: Spiel',
		'a text with a colon needs quotation marks: write name: "Raumzeit: Spiel"',
	],
	[
		'BLOCK_AS_IMPLICIT_KEY',
		'name: Raumzeit:',
		'a text with a colon needs quotation marks: write name: "Raumzeit:"',
	],
	[
		'BLOCK_IN_FLOW',
		'  - { id: a, name: { de: Achtung: neu, en: New }, seats: 4 }',
		'a text with a colon needs quotation marks: write de: "Achtung: neu"',
	],
	['BLOCK_AS_IMPLICIT_KEY', 'name: "Raumzeit": x', /indented otherwise/],
	['BLOCK_IN_FLOW', 'a: { phone: „Tel: 089“ }', /^quotation marks are straight ones/],
	['BAD_SCALAR_START', 'name: @raum', /begins with a sign such as @/],
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
])('numberReason of %s', (value, reason) => {
	expect(numberReason(value, 'weekday')).toBe(reason)
})

test('a price that YAML cut in two at its comma gives a reason', () => {
	const reason = 'belongs to the number before it: a number is written with a point, such as 11.90'
	expect(numberReason(null, '90')).toBe(reason)
	expect(fieldReason('90', null, ['price', 'vat'])).toBe(reason)
	expect(numberReason(null, 'weekday')).toBe(null)
})

test('a field and its value without a colon give a reason', () => {
	expect(fieldReason("opens '14:00'", null, ['opens', 'closes'])).toBe(
		`a colon is missing: write "opens: '14:00'"`,
	)
	expect(fieldReason('and hot', null, ['de', 'en'])).toBe(null)
})

test.each([
	['„Raumzeit“', `write 'Raumzeit'`],
	['‘10:00’', `write '10:00'`],
	['“+49 89 1”', `write '+49 89 1'`],
	['»mars«', `write 'mars'`],
	['Der „Stern“', null],
	['"mars"', null],
])('quotesReason of %s (faults N15)', (value, advice) => {
	const reason = quotesReason(value)
	if (advice === null) expect(reason).toBe(null)
	else expect(reason).toContain(advice)
})

test.each([
	['9:00', `write '09:00'`],
	['9.30', `write '09:30'`],
	['18 Uhr', `write '18:00'`],
	['18:30 Uhr', `write '18:30'`],
	['18:30:00', `write '18:30'`],
	['24:00', `'24:00' is a closing time only`],
	['25:00', null],
	['noon', null],
	[900, null],
])('timeReason of %s', (value, advice) => {
	const reason = timeReason(value)
	if (advice === null) expect(reason).toBe(null)
	else expect(reason).toContain(advice)
})

test.each([
	['Partyraum Größe 2', 'partyraum-groesse-2'],
	['Café «Süd»', 'cafe-sued'],
	['Mars_1', 'mars-1'],
	['---', ''],
])('the id for "%s" would be "%s"', (name, id) => {
	expect(idFor(name)).toBe(id)
})
