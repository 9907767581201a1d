import fc from 'fast-check'
import { expect, test } from 'vitest'

import { canLinkEndAt, payCodeFrom, readPayCode } from '#app/models/payment/pay-link.ts'
import { plusMinutes } from '#app/models/venue/day.ts'

test.each([
	['00000000000000', '00000-00000'],
	['ffffffffffffff', 'ZZZZZ-ZZZZZ'],
	['0123456789abcd', '04HMA-SW9NF'],
])('the bits %s are read out as %s', (bits, code) => {
	expect(payCodeFrom(Buffer.from(bits, 'hex'))).toBe(code)
})

test('two codes differ when one of their first 50 bits does', () => {
	fc.assert(
		fc.property(fc.uint8Array({ minLength: 7, maxLength: 7 }), fc.nat(49), (bits, nth) => {
			const other = Uint8Array.from(bits)
			other[Math.floor(nth / 8)] = (other[Math.floor(nth / 8)] ?? 0) ^ (0x80 >> (nth % 8))
			expect(payCodeFrom(other)).not.toBe(payCodeFrom(bits))
			expect(payCodeFrom(bits)).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/)
		}),
	)
})

test.each([
	['7K4MP-Q2X3T', '7K4MPQ2X3T'],
	['7k4mpq2x3t', '7K4MPQ2X3T'],
	[' 7k4mp q2x3t ', '7K4MPQ2X3T'],
	['7K4MP-Q2XOI', '7K4MPQ2X01'],
	['7K4MP-Q2XoL', '7K4MPQ2X01'],
	['7K4MP-Q2X3', null],
	['7K4MP-Q2X3T4', null],
	['7K4MP-Q2X3U', null],
	['', null],
	['7K4MP-Q2X3\0', null],
])('%j is read as %j', (typed, code) => {
	expect(readPayCode(typed)).toBe(code)
})

const now = new Date('2026-12-04T12:00:00Z')
const visit = {
	startsAt: new Date('2026-12-05T13:00:00Z'),
	endsAt: new Date('2026-12-05T15:00:00Z'),
}

test.each([
	['in 14 minutes', 14, [visit], false],
	['in 15 minutes', 15, [visit], true],
	['when the visit begins', 25 * 60, [visit], true],
	['after the visit has begun', 25 * 60 + 1, [visit], false],
	['in a week, without a visit', 7 * 24 * 60, [], true],
	['in more than a week', 7 * 24 * 60 + 1, [], false],
])('a link may end %s', (_, minutes, lines, may) => {
	expect(canLinkEndAt(plusMinutes(now, minutes), { lines }, now)).toBe(may)
})
