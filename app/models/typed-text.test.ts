import { expect, test } from 'vitest'

import { plainText, visibleText } from '#app/models/typed-text.ts'

test.each([
	['\u202AAda\u202C', 'Ada'],
	['Ada\u200B Love\u00ADlace\uFEFF', 'Ada Lovelace'],
	['\u2066Ada\u2069\u2060\u200E\u200F', 'Ada'],
	['A\u200Dd\u200Ca', 'Ada'],
	['\u200B\u2060 \u00AD', ''],
	['\u3164\u115F', ''],
	['\u2800', ''],
	['👩\u200D👧 Familie', '👩\u200D👧 Familie'],
	['🏳\uFE0F\u200D🌈', '🏳\uFE0F\u200D🌈'],
	['👩\u200D', '👩'],
	['می\u200Cخواهم', 'می\u200Cخواهم'],
	['क\u094D\u200Dष', 'क\u094D\u200Dष'],
	['שלום!\u200F', 'שלום!\u200F'],
	['שלום\u202Eabc', 'שלוםabc'],
	['10\u201312 Uhr\u00A0', '10\u201312 Uhr\u00A0'],
	['  ', '  '],
])('the text %j reads %j (faults N9)', (typed, seen) => {
	expect(visibleText(typed)).toBe(seen)
})

test.each([
	['\u202A+49\u00A0175 1234567\u202C', '+49 175 1234567'],
	['089\u20131234\u2011567', '089-1234-567'],
	[' ０８９ \u200B', '089'],
	['A\u20121010', 'A-1010'],
])('the number %j is %j (faults N9)', (typed, plain) => {
	expect(plainText(typed)).toBe(plain)
})
