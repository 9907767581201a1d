import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { cents, spread, sum, zero, type Cents } from '#app/models/money.ts'
import {
	dayPrice,
	hasVat,
	isAllIncluded,
	pricedLines,
	termsFor,
	totals,
	vatRate,
	type PricedLine,
	type Terms,
	type AppliedVoucher,
} from '#app/models/product/price.ts'
import type { DayClass } from '#app/models/venue/calendar.ts'
import type { DueKind, Product } from '#app/models/venue/catalogue.ts'
import type { Duration } from '#app/models/venue/slot.ts'
import type { Venue } from '#app/models/venue/venue.ts'
import { sampleProduct } from '#testing/sample-product.ts'
import { atLeast } from '#testing/seed.ts'

const text = { de: 'Text', en: 'Text' }

function product(id: string, more: Partial<Product> = {}): Product {
	return sampleProduct(id, { prices: { weekday: cents(1000), weekend: cents(1200) }, ...more })
}

const byDuration = {
	weekday: { '120': cents(1000), day: cents(1500) },
	weekend: { '120': cents(1200), day: cents(1800) },
}
const timed = product('timed', {
	duration: 'chosen',
	prices: byDuration,
	periods: [
		{
			from: '2026-08-01',
			until: '2026-08-31',
			prices: { weekday: { '120': cents(700) }, weekend: cents(900) },
		},
	],
})
const flat = product('flat')
const party = product('party', {
	duration: 150,
	prices: { weekday: { '150': cents(2490) }, weekend: cents(2990) },
})

test.each<{
	what: string
	product: Product
	class: DayClass
	day: string | null
	duration: Duration | null
	price: number | undefined
}>([
	{
		what: 'a flat price',
		product: flat,
		class: 'weekday',
		day: '2026-11-24',
		duration: null,
		price: 1000,
	},
	{
		what: 'a flat price, for any duration',
		product: flat,
		class: 'weekday',
		day: '2026-11-24',
		duration: 120,
		price: 1000,
	},
	{
		what: 'at the weekend',
		product: flat,
		class: 'weekend',
		day: '2026-11-28',
		duration: null,
		price: 1200,
	},
	{
		what: 'without a day',
		product: flat,
		class: 'weekday',
		day: null,
		duration: null,
		price: 1000,
	},
	{
		what: 'by minutes',
		product: timed,
		class: 'weekday',
		day: '2026-11-24',
		duration: 120,
		price: 1000,
	},
	{
		what: 'until closing',
		product: timed,
		class: 'weekend',
		day: '2026-11-28',
		duration: 'day',
		price: 1800,
	},
	{
		what: 'a duration that is not sold',
		product: timed,
		class: 'weekday',
		day: '2026-11-24',
		duration: 90,
		price: undefined,
	},
	{
		what: 'no duration chosen',
		product: timed,
		class: 'weekday',
		day: '2026-11-24',
		duration: null,
		price: undefined,
	},
	{
		what: 'the last day before a period',
		product: timed,
		class: 'weekday',
		day: '2026-07-31',
		duration: 120,
		price: 1000,
	},
	{
		what: 'the first day of a period',
		product: timed,
		class: 'weekday',
		day: '2026-08-01',
		duration: 120,
		price: 700,
	},
	{
		what: 'the last day of a period',
		product: timed,
		class: 'weekday',
		day: '2026-08-31',
		duration: 120,
		price: 700,
	},
	{
		what: 'the first day after a period',
		product: timed,
		class: 'weekday',
		day: '2026-09-01',
		duration: 120,
		price: 1000,
	},
	{
		what: 'a period with a flat price',
		product: timed,
		class: 'weekend',
		day: '2026-08-08',
		duration: 'day',
		price: 900,
	},
	{
		what: 'a period stands instead of the usual prices',
		product: timed,
		class: 'weekday',
		day: '2026-08-10',
		duration: 'day',
		price: undefined,
	},
	{
		what: "the product's own duration",
		product: party,
		class: 'weekday',
		day: '2026-11-24',
		duration: null,
		price: 2490,
	},
])('dayPrice: $what', ({ product, class: dayClass, day, duration, price }) => {
	expect(dayPrice(product, dayClass, day, duration)).toBe(price)
})

test.each([
	{ included: 0, amount: 0, is: false },
	{ included: 2, amount: 390, is: false },
	{ included: 2, amount: 0, is: true },
])('isAllIncluded: $included pieces, $amount cents', ({ included, amount, is }) => {
	expect(isAllIncluded({ included, amount: cents(amount) })).toBe(is)
})

test.each([
	{ rates: [], has: false },
	{ rates: [0], has: false },
	{ rates: [19, 0], has: true },
])('hasVat: $rates', ({ rates, has }) => {
	expect(hasVat(rates.map((rate) => ({ rate })))).toBe(has)
})

describe('vatRate', () => {
	const rates = [
		{ from: '2028-01-01', standard: 21, reduced: 8 },
		{ from: '2025-01-01', standard: 19, reduced: 7 },
	]

	test.each([
		{ what: 'standard', vat: 'standard', day: '2026-11-28', rate: 19 },
		{ what: 'reduced', vat: 'reduced', day: '2026-11-28', rate: 7 },
		{ what: 'none', vat: 'none', day: '2026-11-28', rate: 0 },
		{ what: 'before the earliest', vat: 'standard', day: '2024-12-31', rate: 19 },
		{ what: 'the last day of the old rate', vat: 'standard', day: '2027-12-31', rate: 19 },
		{ what: 'the first day of the new rate', vat: 'standard', day: '2028-01-01', rate: 21 },
	] as const)('$what', ({ vat, day, rate }) => {
		expect(vatRate(rates, vat, day)).toBe(rate)
	})
})

function chosen(id: string, productId: string, quantity: number, price: number) {
	return { id, parentId: id === 'a' ? null : 'a', productId, quantity, unitPrice: cents(price) }
}

describe('pricedLines and termsFor', () => {
	const venue = {
		depositShare: 30,
		vat: [
			{ from: '2025-01-01', standard: 19, reduced: 7 },
			{ from: '2027-01-01', standard: 20, reduced: 8 },
		],
		shipping: { price: cents(390), vat: 'standard' },
		products: [
			product('party', {
				conditions: [
					{
						id: 'food',
						title: text,
						rule: 'max',
						n: 9,
						perGuest: false,
						items: [{ product: 'pizza', included: { quantity: 1, perGuests: 5 } }],
					},
				],
			}),
			product('pizza', { vat: 'reduced', due: 'onSite' }),
			product('card', { kind: 'giftVoucher', vat: 'none', due: 'online', delivery: 'post' }),
			product('leaflet', { kind: 'giftVoucher', due: 'online', delivery: 'mail' }),
		],
	} as unknown as Venue
	const days = { visit: '2027-01-09', today: '2026-12-20' }
	test('amounts leave out included pieces, VAT is that of the day of service', () => {
		const lines = [
			chosen('a', 'party', 12, 2500),
			chosen('b', 'pizza', 5, 1490),
			chosen('c', 'leaflet', 1, 5000),
			chosen('d', 'gone', 1, 5000),
		]
		expect(
			pricedLines(venue, lines, days).map(({ productId, included, amount, due, vatRate }) => [
				productId,
				included,
				amount,
				due,
				vatRate,
			]),
		).toEqual([
			['party', 0, 30_000, 'deposit', 20],
			['pizza', 3, 2980, 'onSite', 8],
			['leaflet', 0, 5000, 'online', 19],
		])
	})

	test('N20: extras of a package that is gone are left out with it', () => {
		const lines = [
			chosen('a', 'gone party', 12, 2500),
			{ ...chosen('b', 'pizza', 3, 1490), parentId: 'a' },
			{ ...chosen('c', 'pizza', 1, 1490), parentId: null },
		]
		expect(pricedLines(venue, lines, days).map(({ id, amount }) => [id, amount])).toEqual([
			['c', 1490],
		])
	})

	test.each([
		{ what: 'nothing is sent', ids: ['party', 'leaflet'], shipping: 0 },
		{ what: 'once, for any number of things sent', ids: ['card', 'card', 'party'], shipping: 390 },
	])('shipping: $what', ({ ids, shipping }) => {
		const terms = termsFor(
			venue,
			ids.map((productId) => ({ productId })),
			days,
		)
		expect(terms).toEqual({ depositShare: 30, shipping, shippingVatRate: 19 })
	})
})

function line(due: DueKind | 'gift', amount: number, more: Partial<PricedLine> = {}): PricedLine {
	return {
		id: 'line',
		productId: due === 'gift' ? 'gift' : 'thing',
		kind: due === 'gift' ? 'giftVoucher' : 'ticket',
		quantity: 1,
		included: 0,
		unitPrice: cents(amount),
		amount: cents(amount),
		due: due === 'gift' ? 'online' : due,
		vatRate: due === 'gift' ? 0 : 19,
		vatParts: null,
		...more,
	}
}

const terms: Terms = { depositShare: 30, shipping: zero, shippingVatRate: 19 }
const worth = (balance: number, products: string[] | null = null): AppliedVoucher => ({
	code: 'X',
	kind: 'value',
	balance: cents(balance),
	products,
})
const percent = (percent: number, products: string[] | null = null): AppliedVoucher => ({
	code: 'X',
	kind: 'percent',
	percent,
	products,
})
const fixed = (amount: number, products: string[] | null = null): AppliedVoucher => ({
	code: 'X',
	kind: 'fixed',
	amount: cents(amount),
	products,
})

test.each<{
	what: string
	lines: PricedLine[]
	voucher?: AppliedVoucher
	shipping?: number
	/** In the form 'discount / total = voucher + online + on site'. */
	sums: string
}>([
	{ what: 'nothing', lines: [], sums: '0 / 0 = 0 + 0 + 0' },
	{ what: 'a deposit', lines: [line('deposit', 10_000)], sums: '0 / 10000 = 0 + 3000 + 7000' },
	{ what: 'a deposit, half a cent up', lines: [line('deposit', 5)], sums: '0 / 5 = 0 + 2 + 3' },
	{
		what: 'the deposit is rounded once, not for each line',
		lines: [line('deposit', 5), line('deposit', 5)],
		sums: '0 / 10 = 0 + 3 + 7',
	},
	{ what: 'all online', lines: [line('online', 1990)], sums: '0 / 1990 = 0 + 1990 + 0' },
	{ what: 'all on site', lines: [line('onSite', 1990)], sums: '0 / 1990 = 0 + 0 + 1990' },
	{
		what: 'each kind and shipping',
		lines: [line('deposit', 10_000), line('online', 2000), line('onSite', 500)],
		shipping: 390,
		sums: '0 / 12890 = 0 + 5390 + 7500',
	},
	{
		what: 'percent before the deposit',
		lines: [line('deposit', 10_000)],
		voucher: percent(10),
		sums: '1000 / 9000 = 0 + 2700 + 6300',
	},
	{
		what: 'percent, half a cent up',
		lines: [line('online', 5)],
		voucher: percent(10),
		sums: '1 / 4 = 0 + 4 + 0',
	},
	{
		what: 'percent spread over all kinds',
		lines: [line('deposit', 10_000), line('online', 2000), line('onSite', 1000)],
		voucher: percent(10),
		sums: '1300 / 11700 = 0 + 4500 + 7200',
	},
	{
		what: 'all of it',
		lines: [line('deposit', 10_000), line('onSite', 333)],
		voucher: percent(100),
		sums: '10333 / 0 = 0 + 0 + 0',
	},
	{
		what: 'fixed before the deposit',
		lines: [line('deposit', 10_000)],
		voucher: fixed(2000),
		sums: '2000 / 8000 = 0 + 2400 + 5600',
	},
	{
		what: 'fixed, capped',
		lines: [line('onSite', 1000)],
		voucher: fixed(5000),
		sums: '1000 / 0 = 0 + 0 + 0',
	},
	{
		what: 'fixed in thirds, to the cent',
		lines: [line('deposit', 1000), line('online', 1000), line('onSite', 1000)],
		voucher: fixed(100),
		sums: '100 / 2900 = 0 + 1257 + 1643',
	},
	{
		what: 'fixed does not touch shipping',
		lines: [line('online', 1000)],
		voucher: fixed(5000),
		shipping: 390,
		sums: '1000 / 390 = 0 + 390 + 0',
	},
	{
		what: 'percent does not touch gift vouchers',
		lines: [line('gift', 5000), line('online', 1000)],
		voucher: percent(50),
		sums: '500 / 5500 = 0 + 5500 + 0',
	},
	{
		what: 'percent of some products',
		lines: [line('online', 5000), line('online', 1000, { productId: 'other' })],
		voucher: percent(50, ['other']),
		sums: '500 / 5500 = 0 + 5500 + 0',
	},
	{
		what: 'value, part of what is due online',
		lines: [line('deposit', 10_000)],
		voucher: worth(1000),
		sums: '0 / 10000 = 1000 + 2000 + 7000',
	},
	{
		what: 'value, exactly what is due online (A22)',
		lines: [line('deposit', 10_000)],
		voucher: worth(3000),
		sums: '0 / 10000 = 3000 + 0 + 7000',
	},
	{
		what: 'value, then on site',
		lines: [line('deposit', 10_000)],
		voucher: worth(5000),
		sums: '0 / 10000 = 5000 + 0 + 5000',
	},
	{
		what: 'value, all of it (A22)',
		lines: [line('deposit', 10_000)],
		voucher: worth(10_000),
		sums: '0 / 10000 = 10000 + 0 + 0',
	},
	{
		what: 'value, more than all; the rest stays on it (A22)',
		lines: [line('deposit', 10_000)],
		voucher: worth(99_999),
		sums: '0 / 10000 = 10000 + 0 + 0',
	},
	{
		what: 'value pays shipping',
		lines: [line('online', 1000)],
		voucher: worth(5000),
		shipping: 390,
		sums: '0 / 1390 = 1390 + 0 + 0',
	},
	{
		what: 'value does not pay gift vouchers',
		lines: [line('gift', 5000), line('deposit', 10_000)],
		voucher: worth(99_999),
		sums: '0 / 15000 = 10000 + 5000 + 0',
	},
	{
		what: 'value does not pay gift vouchers, but their shipping',
		lines: [line('gift', 5000), line('onSite', 1000)],
		voucher: worth(99_999),
		shipping: 390,
		sums: '0 / 6390 = 1390 + 5000 + 0',
	},
	{
		what: 'value for some products',
		lines: [line('deposit', 10_000), line('deposit', 1000, { productId: 'other' })],
		voucher: worth(99_999, ['other']),
		shipping: 390,
		sums: '0 / 11390 = 1000 + 3390 + 7000',
	},
])('totals: $what', ({ lines, voucher, shipping, sums }) => {
	const it = totals(lines, voucher ?? null, { ...terms, shipping: cents(shipping ?? 0) })
	expect(`${it.discount} / ${it.total} = ${it.voucher} + ${it.online} + ${it.onSite}`).toBe(sums)
})

test.each<{
	what: string
	lines: PricedLine[]
	voucher?: AppliedVoucher
	shipping?: number
	vat: string
}>([
	{
		what: 'contained in the gross amount',
		lines: [line('online', 11_900)],
		vat: '19: 10000 + 1900',
	},
	{ what: 'half a cent up', lines: [line('online', 1)], vat: '19: 1 + 0' },
	{
		what: 'each rate by itself',
		lines: [line('online', 11_900), line('onSite', 10_700, { vatRate: 7 })],
		vat: '19: 10000 + 1900, 7: 10000 + 700',
	},
	{
		what: 'rounded once for a rate',
		lines: [line('online', 4), line('online', 4)],
		vat: '19: 7 + 1',
	},
	{ what: 'gift vouchers have none', lines: [line('gift', 5000)], vat: '0: 5000 + 0' },
	{
		what: 'contained in shipping too',
		lines: [line('gift', 5000)],
		shipping: 1190,
		vat: '19: 1000 + 190, 0: 5000 + 0',
	},
	{
		what: 'contained in the reduced amounts',
		lines: [line('online', 23_800), line('onSite', 21_400, { vatRate: 7 })],
		voucher: percent(50),
		vat: '19: 10000 + 1900, 7: 10000 + 700',
	},
	{
		what: 'a value voucher is money, not a lower price',
		lines: [line('online', 11_900)],
		voucher: worth(11_900),
		vat: '19: 10000 + 1900',
	},
])('totals: VAT, $what', ({ lines, voucher, shipping, vat }) => {
	const it = totals(lines, voucher ?? null, { ...terms, shipping: cents(shipping ?? 0) })
	expect(it.vat.map(({ rate, net, vat }) => `${rate}: ${net} + ${vat}`).join(', ')).toBe(vat)
})

test.each([
	{ amount: 100, weights: [1, 1, 1], parts: [34, 33, 33] },
	{ amount: 101, weights: [1, 1, 1], parts: [34, 34, 33] },
	{ amount: 10, weights: [0, 5, 0, 5], parts: [0, 5, 0, 5] },
	{ amount: 1, weights: [10, 90], parts: [0, 1] },
	{ amount: 7, weights: [0, 0], parts: [0, 0] },
	{ amount: 0, weights: [3, 4], parts: [0, 0] },
	{
		amount: 99_999_999_999,
		weights: [99_999_999_999, 99_999_999_999],
		parts: [50_000_000_000, 49_999_999_999],
	},
])('spread $amount over $weights', ({ amount, weights, parts }) => {
	expect(spread(cents(amount), weights.map(cents))).toEqual(parts)
})

function amount(max: number) {
	return fc.integer({ min: 0, max })
}

describe('totals of random carts', () => {
	const lines = fc.array(
		fc
			.record({
				due: fc.constantFrom('deposit', 'online', 'onSite', 'gift'),
				amount: amount(200_000),
				productId: fc.constantFrom('a', 'b', 'c'),
				vatRate: fc.constantFrom(0, 7, 19),
			})
			.map(({ due, amount, ...more }) => line(due as DueKind | 'gift', amount, more)),
		{ maxLength: 8 },
	)
	const terms = fc.record({
		depositShare: fc.integer({ min: 0, max: 100 }),
		shipping: amount(1000).map(cents),
		shippingVatRate: fc.constantFrom(0, 7, 19),
	})
	const products = fc.option(fc.subarray(['a', 'b', 'c']))
	const voucher = fc.oneof(
		fc.constant(null),
		fc.tuple(amount(500_000), products).map(([amount, products]) => worth(amount, products)),
		fc.tuple(amount(100), products).map(([share, products]) => percent(share, products)),
		fc.tuple(amount(500_000), products).map(([amount, products]) => fixed(amount, products)),
	)
	const runs = { numRuns: atLeast(3000) }

	test('the sums agree and nothing is negative', () => {
		fc.assert(
			fc.property(lines, voucher, terms, (lines, voucher, terms) => {
				const it = totals(lines, voucher, terms)
				expect(it.total).toBe(it.lines - it.discount + it.shipping)
				expect(it.total).toBe(it.voucher + it.online + it.onSite)
				expect(it.lines).toBe(sum(lines.map((line) => line.amount)))
				for (const part of [it.discount, it.total, it.voucher, it.online, it.onSite]) {
					expect(part).toBeGreaterThanOrEqual(0)
				}
				expect(sum(it.vat.map(({ gross }) => gross))).toBe(it.total)
				for (const { rate, gross, net, vat } of it.vat) {
					expect(net + vat).toBe(gross)
					expect(Math.abs(vat - (gross * rate) / (100 + rate))).toBeLessThanOrEqual(0.5)
				}
			}),
			runs,
		)
	})

	test('gift vouchers are paid in full, online', () => {
		fc.assert(
			fc.property(lines, voucher, terms, (lines, voucher, terms) => {
				const gifts = sum(
					lines.filter((line) => line.kind === 'giftVoucher').map((line) => line.amount),
				)
				expect(totals(lines, voucher, terms).online).toBeGreaterThanOrEqual(gifts)
			}),
			runs,
		)
	})

	test('a voucher that is worth more never raises a sum, and pays at most the difference more', () => {
		fc.assert(
			fc.property(lines, amount(300_000), amount(1000), terms, (lines, balance, more, terms) => {
				const poor = totals(lines, worth(balance), terms)
				const rich = totals(lines, worth(balance + more), terms)
				expect(rich.voucher - poor.voucher).toBeGreaterThanOrEqual(0)
				expect(rich.voucher - poor.voucher).toBeLessThanOrEqual(more)
				expect(rich.online).toBeLessThanOrEqual(poor.online)
				expect(rich.onSite).toBeLessThanOrEqual(poor.onSite)
				expect(rich.vat).toEqual(poor.vat)
				expect(totals(lines, fixed(balance + more), terms).total).toBeLessThanOrEqual(
					totals(lines, fixed(balance), terms).total,
				)
			}),
			runs,
		)
	})

	test('a value voucher pays on site only when nothing it may pay is left online', () => {
		fc.assert(
			fc.property(lines, amount(500_000), terms, (lines, balance, terms) => {
				const without = totals(lines, null, terms)
				const gifts = sum(
					lines.filter((line) => line.kind === 'giftVoucher').map((line) => line.amount),
				)
				const it = totals(lines, worth(balance), terms)
				if (it.onSite < without.onSite) expect(it.online).toBe(gifts)
				expect(it.voucher).toBe(Math.min(balance, without.total - gifts))
			}),
			runs,
		)
	})

	test('the order of the lines changes no sum', () => {
		fc.assert(
			fc.property(lines, terms, fc.integer({ min: 0, max: 100 }), (lines, terms, share) => {
				const sums = (lines: PricedLine[]) => {
					const { discount, total } = totals(lines, percent(share), terms)
					return { discount, total }
				}
				expect(sums(lines.toReversed())).toEqual(sums(lines))
			}),
			runs,
		)
	})

	test('spread divides exactly: each part is within a cent of its share and at most its weight', () => {
		fc.assert(
			fc.property(
				fc.array(amount(200_000), { minLength: 1, maxLength: 12 }),
				amount(100),
				(weights, part) => {
					const all = weights.reduce((sum, weight) => sum + weight, 0)
					const whole: Cents = cents(Math.floor((all * part) / 100))
					const parts = spread(whole, weights.map(cents))
					expect(sum(parts)).toBe(whole)
					for (const [index, weight] of weights.entries()) {
						const given = parts[index] ?? zero
						expect(given).toBeLessThanOrEqual(weight)
						expect(Math.abs(given * all - whole * weight)).toBeLessThan(all || 1)
					}
				},
			),
			runs,
		)
	})
})
