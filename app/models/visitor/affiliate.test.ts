import { expect, test } from 'vitest'

import { affiliateValue } from '#app/models/visitor/affiliate.ts'

test.each([
	['1234_1700000000_ab', '1234_1700000000_ab'],
	['a; Domain=evil.example', 'a; Domain=evil.example'],
	['x'.repeat(300), 'x'.repeat(300)],
	['x'.repeat(301), null],
	['', null],
	[null, null],
	[undefined, null],
	['\u0000', null],
	['a\r\nX: 1', null],
	['a\n', null],
	['a\u007F', null],
	['partnér', null],
	['😀', null],
	['\uD83D', null],
])('%j is remembered as %j', (value, remembered) => {
	expect(affiliateValue(value)).toBe(remembered)
})
