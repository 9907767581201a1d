import { DateTime } from 'luxon'
import { describe, expect, test } from 'vitest'

import { locales } from '#app/i18n/i18n.ts'
import { translator } from '#app/i18n/translator.ts'
import { cents } from '#app/models/money.ts'
import type { PricedLine } from '#app/models/product/price.ts'
import { zone } from '#app/models/venue/zone.ts'
import {
	generateCode,
	groupedCode,
	normaliseCode,
	redeem,
	stateOfReturned,
	type Redemption,
	type Voucher,
} from '#app/models/voucher/voucher.ts'

const now = DateTime.fromISO('2026-11-24T12:00', { zone })

const plain: Voucher = {
	id: '1',
	code: 'KOMET10',
	kind: 'percent',
	amount: null,
	percent: 10,
	validFrom: null,
	validUntil: null,
	minimumOrder: null,
	products: null,
	dayClasses: null,
	uses: null,
	orderLineId: null,
	activatedAt: null,
}
const value = { kind: 'value', amount: cents(5000), percent: null } as const

function line(productId: string, amount: number, kind: PricedLine['kind'] = 'ticket'): PricedLine {
	const unitPrice = cents(amount)
	return {
		id: productId,
		productId,
		kind,
		quantity: 1,
		included: 0,
		unitPrice,
		amount: unitPrice,
		due: 'online',
		vatRate: 19,
		vatParts: null,
	}
}

const ticket = line('ticket', 4000)
const gift = line('gift', 5000, 'giftVoucher')

const redemption: Redemption = {
	lines: [ticket],
	dayClass: 'weekday',
	hasVoucher: false,
	freeAt: null,
	balance: cents(5000),
	used: 0,
	isVoid: false,
}

test.each<{
	what: string
	voucher?: Partial<Voucher>
	at?: Partial<Redemption>
	answer: string
}>([
	{ what: 'a voucher without limits', answer: 'ok' },
	{
		what: 'a second voucher in a cart (A21)',
		at: { hasVoucher: true },
		answer: 'oneVoucherPerOrder',
	},
	{
		what: 'a value voucher in another cart (A20)',
		at: { freeAt: new Date('2026-11-24T11:35:00Z') },
		answer: 'voucherInOtherCart',
	},
	{ what: 'valid from today', voucher: { validFrom: '2026-11-24' }, answer: 'ok' },
	{
		what: 'valid from tomorrow',
		voucher: { validFrom: '2026-11-25' },
		answer: 'voucherNotYetValid',
	},
	{ what: 'valid until today', voucher: { validUntil: '2026-11-24' }, answer: 'ok' },
	{
		what: 'valid until yesterday',
		voucher: { validUntil: '2026-11-23' },
		answer: 'voucherExpired',
	},
	{ what: 'the minimum order', voucher: { minimumOrder: cents(4000) }, answer: 'ok' },
	{
		what: 'a cent below the minimum order',
		voucher: { minimumOrder: cents(4001) },
		answer: 'voucherMinimumOrder',
	},
	{
		what: 'gift vouchers do not count towards the minimum',
		voucher: { minimumOrder: cents(4001) },
		at: { lines: [ticket, gift] },
		answer: 'voucherMinimumOrder',
	},
	{ what: 'for this product', voucher: { products: ['party', 'ticket'] }, answer: 'ok' },
	{
		what: 'not for this product',
		voucher: { products: ['party'] },
		answer: 'voucherNotForProducts',
	},
	{ what: 'for this kind of day', voucher: { dayClasses: ['weekday'] }, answer: 'ok' },
	{
		what: 'not for this kind of day',
		voucher: { dayClasses: ['weekend'] },
		answer: 'voucherNotForDay',
	},
	{
		what: 'for a kind of day, without a day',
		voucher: { dayClasses: ['weekend'] },
		at: { dayClass: null },
		answer: 'voucherNotForDay',
	},
	{ what: 'percent, used once before', at: { used: 1 }, answer: 'voucherUsedUp' },
	{ what: 'the last of several uses', voucher: { uses: 3 }, at: { used: 2 }, answer: 'ok' },
	{ what: 'no use left', voucher: { uses: 3 }, at: { used: 3 }, answer: 'voucherUsedUp' },
	{
		what: 'value, used often, with a balance',
		voucher: value,
		at: { used: 9, balance: cents(1) },
		answer: 'ok',
	},
	{ what: 'value, empty', voucher: value, at: { balance: cents(0) }, answer: 'voucherUsedUp' },
	{
		what: 'sold, and taken back',
		voucher: value,
		at: { balance: cents(0), isVoid: true },
		answer: 'voucherVoid',
	},
	{
		what: 'value with a budget of uses',
		voucher: { ...value, uses: 1 },
		at: { used: 1, balance: cents(1) },
		answer: 'voucherUsedUp',
	},
	{ what: 'an empty cart', at: { lines: [] }, answer: 'cartEmpty' },
	{
		what: 'value for gift vouchers',
		voucher: value,
		at: { lines: [gift] },
		answer: 'voucherNotForVouchers',
	},
	{ what: 'percent for gift vouchers', at: { lines: [gift] }, answer: 'voucherNotForVouchers' },
	{
		what: 'value for gift vouchers and more',
		voucher: value,
		at: { lines: [gift, ticket] },
		answer: 'ok',
	},
	{
		what: 'sold and paid',
		voucher: { ...value, orderLineId: '2', activatedAt: now.toJSDate() },
		answer: 'ok',
	},
	{
		what: 'sold and paid, noted by a process whose clock is ahead',
		voucher: { ...value, orderLineId: '2', activatedAt: now.plus({ minutes: 5 }).toJSDate() },
		answer: 'ok',
	},
	{
		what: 'sold, not paid yet',
		voucher: { ...value, orderLineId: '2' },
		answer: 'voucherNotAdded',
	},
])('redeem: $what', ({ voucher, at, answer }) => {
	const redeemed = redeem({ ...plain, ...voucher }, { ...redemption, ...at }, now)
	expect(redeemed.ok ? 'ok' : redeemed.message.key).toBe(
		answer === 'ok' ? 'ok' : `errors.${answer}`,
	)
})

test("redeem: a value voucher in another cart says when it is free by the venue's clock", () => {
	const freeAt = new Date('2026-11-24T11:35:00Z')
	expect(redeem({ ...plain, ...value }, { ...redemption, freeAt }, now)).toEqual({
		ok: false,
		message: { key: 'errors.voucherInOtherCart', values: { time: '12:35' } },
	})
})

test('redeem: an unknown code and one that is not paid yet get equal refusals', () => {
	const unknown = redeem(null, redemption, now)
	expect(unknown).toEqual({
		ok: false,
		message: { key: 'errors.voucherNotAdded' },
		details: [{ key: 'errors.voucherUnknown' }],
	})
	expect(redeem({ ...plain, ...value, orderLineId: '2' }, redemption, now)).toEqual(unknown)
	expect(redeem(null, { ...redemption, hasVoucher: true }, now)).toEqual({
		ok: false,
		message: { key: 'errors.oneVoucherPerOrder' },
	})
})

test('redeem: the day ends at midnight of the venue', () => {
	const voucher = { ...plain, validUntil: '2026-12-31' }
	expect(redeem(voucher, redemption, DateTime.fromISO('2026-12-31T22:59:59Z')).ok).toBe(true)
	expect(redeem(voucher, redemption, DateTime.fromISO('2026-12-31T23:00:00Z')).ok).toBe(false)
})

test.each([
	[plain, { kind: 'percent', percent: 10 }],
	[
		{ ...plain, kind: 'fixed', percent: null, amount: cents(500) },
		{ kind: 'fixed', amount: 500 },
	],
	[
		{ ...plain, ...value },
		{ kind: 'value', balance: 1234 },
	],
] as const)('redeem: the effect of a voucher by its kind', (voucher, applied) => {
	expect(redeem(voucher, { ...redemption, balance: cents(1234) }, now)).toEqual({
		ok: true,
		value: { code: 'KOMET10', products: null, ...applied },
	})
})

test.each([
	['KOMET10', 'KOMET10'],
	['komet10', 'KOMET10'],
	[' Komet 10\t', 'KOMET10'],
	['KO-MET_10', 'KOMET10'],
	['KO\u2013MET\u2014\u201110', 'KOMET10'],
	['\u200bKOMET\u00a010\ufeff', 'KOMET10'],
	['\uff2b\uff2f\uff2d\uff25\uff34\uff11\uff10', 'KOMET10'],
	['KOMET1O', 'KOMET1O'],
	['größe', 'GRÖSSE'],
	['', ''],
])('normaliseCode %j', (typed, code) => {
	expect(normaliseCode(typed)).toBe(code)
	expect(normaliseCode(normaliseCode(typed))).toBe(code)
})

test.each([
	['value', null, false, 'free'],
	['value', '2026-11-21', false, 'free'],
	['value', '2026-11-20', false, 'expired'],
	['percent', '2026-11-20', false, 'void'],
	['value', null, true, 'void'],
	['value', '2026-11-20', true, 'void'],
] as const)('stateOfReturned %s until %s, void %s: %s', (kind, validUntil, isVoid, standing) => {
	const day = DateTime.fromISO('2026-11-21T12:00', { zone })
	expect(stateOfReturned({ kind, validUntil }, isVoid, day)).toBe(standing)
})

test.each([
	['Z6LU6FB5BM3DUMK8', 'Z6LU-6FB5-BM3D-UMK8'],
	['KOMET10', 'KOMET10'],
	['GIFT50', 'GIFT50'],
	['SOMMERGUTSCHEIN1', 'SOMMERGUTSCHEIN1'],
])('groupedCode(%s) is %s', (code, shown) => {
	expect(groupedCode(code)).toBe(shown)
})

describe('generateCode', () => {
	test('a code is grouped, and normaliseCode removes only the dashes', () => {
		let next = 0
		const code = generateCode((max) => next++ % max)
		expect(code).toBe('2345-6789-ABCD-EFGH')
		expect(normaliseCode(code)).toBe('23456789ABCDEFGH')
	})

	test('a code has at least 80 random bits and no character that is mistaken for another', () => {
		let bits = 0
		const signs = new Set<string>()
		for (let sign = 0; sign < 32; sign++) {
			bits = 0
			const code = generateCode((max) => {
				bits += Math.log2(max)
				return sign % max
			})
			signs.add(code.charAt(0))
		}
		expect(bits).toBeGreaterThanOrEqual(80)
		expect(signs.size).toBe(32)
		expect([...signs].join('')).not.toMatch(/[01IO]/)
	})
})

test('the minimum order is written in the language of the visitor', () => {
	const voucher = { ...plain, minimumOrder: cents(123_450) }
	const refused = redeem(voucher, redemption, now)
	const written = locales.map((locale) => {
		if (refused.ok) return 'ok'
		return translator(locale)(refused.message.key, refused.message.values ?? {})
	})
	expect(String(written[0]).replaceAll('\u00a0', ' ')).toContain(
		'ab einem Bestellwert von 1.234,50 €',
	)
	expect(written[1]).toContain('from an order value of €1,234.50')
})
