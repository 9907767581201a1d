import { describe, expect, test } from 'vitest'

import { cents } from '#app/models/money.ts'
import type { Order } from '#app/models/order/order.ts'
import type { OrderedPolicy } from '#app/models/order/ordered-policy.ts'
import {
	deadlineAt,
	findPolicy,
	isAhead,
	keepsPrice,
	keptAt,
	movesLeft,
	tierAt,
	untilOf,
} from '#app/models/order/policy.ts'
import { instantAt, plusMinutes } from '#app/models/venue/day.ts'
import type { Policy, PolicyDeadline } from '#app/models/venue/policy.ts'
import { sampleOrder } from '#testing/sample-order.ts'

const base: Policy = {
	change: {
		guests: { days: 2, time: '18:00' },
		extras: { days: 2, time: '18:00' },
		texts: { days: 0, time: 'start' },
	},
	move: { days: 2, time: 'start', times: 2, price: 'newDay' },
	cancel: [
		{ until: { days: 14, time: '23:59' }, keep: { percent: 0, of: 'deposit' } },
		{ until: { days: 7, time: '23:59' }, keep: { percent: 50, of: 'deposit' } },
	],
	late: { percent: 100, of: 'deposit' },
	noShow: 'billed',
}
const show: Policy = {
	...base,
	change: { ...base.change, extras: { days: 5, time: '12:00' } },
	cancel: [{ until: { days: 10, time: '18:00' }, keep: { percent: 0, of: 'total' } }],
	late: { percent: 100, of: 'total' },
}

const venue = { depositShare: 30 }
const [party, pizza, socks, gift] = sampleOrder.lines
if (!party || !pizza || !socks || !gift) throw new Error('the sample order has four lines')

// A party of 249.00 with a show of 99.00 that is paid in full ahead: 74.70 + 99.00 paid.
const lines = [
	party,
	{ ...pizza, productId: 'show', amount: cents(9900), due: 'online' as const, included: 0 },
]
const accepted = (own: Policy = base): OrderedPolicy => ({
	version: 1,
	rules: [
		{ products: ['show'], policy: own, deposit: cents(0) },
		{ products: null, policy: base, deposit: cents(7470) },
	],
	sentences: [],
	locale: 'de-DE',
})
const order: Order = {
	...sampleOrder,
	lines,
	policy: accepted(),
	total: cents(34_800),
	shipping: cents(0),
	discount: cents(0),
	online: cents(17_370),
	onSite: cents(17_430),
}

describe('a last moment', () => {
	test.each<[PolicyDeadline, string, string | null, string]>([
		[{ days: 2, time: '18:00' }, '2026-12-05', '14:00', '2026-12-03T17:00:00.000Z'],
		[{ days: 7, time: '23:59' }, '2026-12-05', '14:00', '2026-11-28T22:59:59.999Z'],
		[{ days: 2, time: 'start' }, '2026-12-05', '14:00', '2026-12-03T13:00:00.000Z'],
		[{ days: 0, time: 'start' }, '2026-12-05', null, '2026-12-04T23:00:00.000Z'],
		// K33: two days by the calendar, although 47 or 49 hours lie between.
		[{ days: 2, time: 'start' }, '2026-03-30', '14:00', '2026-03-28T13:00:00.000Z'],
		[{ days: 2, time: 'start' }, '2026-10-26', '14:00', '2026-10-24T12:00:00.000Z'],
		// K33: a time that the clock skips, and one that it shows twice.
		[{ days: 1, time: '02:30' }, '2026-03-30', '14:00', '2026-03-29T01:30:00.000Z'],
		[{ days: 1, time: '02:30' }, '2026-10-26', '14:00', '2026-10-25T00:30:00.000Z'],
		[{ days: 1, time: '23:59' }, '2026-10-26', '14:00', '2026-10-25T22:59:59.999Z'],
	])('%o before %s %s is %s', (deadline, day, time, moment) => {
		const startsAt = time === null ? null : instantAt(day, time)
		expect(deadlineAt(deadline, { day, startsAt }).toISOString()).toBe(moment)
	})

	test('K32: it counts to the second, itself included', () => {
		const until = instantAt('2026-11-26', '18:00')
		expect(isAhead(until, until)).toBe(true)
		expect(isAhead(until, plusMinutes(until, 1 / 60))).toBe(false)
		expect(isAhead(null, until)).toBe(false)
	})
})

describe('the last moments of a booking', () => {
	const at = (day: string, time: string) => instantAt(day, time)

	test('they are those of the strictest of its lines, and of the lines asked for (K35)', () => {
		const of = { ...order, policy: accepted(show) }
		expect(untilOf(venue, of)).toEqual({
			guests: at('2026-11-26', '18:00'),
			extras: at('2026-11-23', '12:00'),
			texts: at('2026-11-28', '14:00'),
			move: at('2026-11-26', '14:00'),
		})
		expect(untilOf(venue, of, lines.slice(0, 1)).extras).toEqual(at('2026-11-26', '18:00'))
	})

	test('K35: a part that a line leaves to the telephone is left to it for the booking', () => {
		const { move: _, ...still } = { ...base, change: {} }
		const of = { ...order, policy: accepted(still) }
		const none = { guests: null, extras: null, texts: null, move: null }
		expect(untilOf(venue, of)).toEqual(none)
		expect(untilOf(venue, of, lines.slice(0, 1))).toMatchObject({ move: null })
		expect(movesLeft(venue, of, 0)).toBe(0)
		expect(untilOf(venue, { ...order, day: null })).toEqual(none)
		expect(untilOf(venue, { ...order, lines: [gift] })).toEqual(none)
	})

	test('none of them lies after the visit has begun', () => {
		const onTheDay: Policy = { ...base, change: { guests: { days: 0, time: '18:00' } } }
		const of = { ...order, policy: accepted(onTheDay) }
		expect(untilOf(venue, of, lines.slice(1)).guests).toEqual(at('2026-11-28', '14:00'))
	})

	test.each([
		[0, 2],
		[1, 1],
		[2, 0],
		[3, 0],
	])('after %i moves %i are left', (moved, left) => {
		expect(movesLeft(venue, order, moved)).toBe(left)
	})

	test('an extra of a package obeys the package, unless it has rules of its own', () => {
		const own = {
			...accepted(),
			rules: [{ products: ['birthday'], policy: show, deposit: cents(0) }],
		}
		expect(untilOf(venue, { ...order, policy: own }, lines.slice(1)).extras).toEqual(
			at('2026-11-23', '12:00'),
		)
	})
})

describe('what is kept of a cancelled booking', () => {
	test.each([
		// The day of the visit is 28 November.
		['2026-11-14', '23:59', 0, 0],
		['2026-11-15', '00:00', 1, 3735],
		['2026-11-21', '23:59', 1, 3735],
		['2026-11-22', '00:00', 2, 7470],
		['2026-11-29', '12:00', 2, 7470],
	])('on %s at %s it is tier %i and %i cents', (day, time, tier, fee) => {
		const now = instantAt(day, time)
		expect(tierAt(venue, order, now)).toBe(tier)
		expect(keptAt(venue, order, now)).toBe(fee)
	})

	test.each([
		// Tiers of both: 14 days, 10 days (show), 7 days.
		['2026-11-14', '23:59', 0, 0],
		['2026-11-15', '00:00', 1, 3735],
		['2026-11-18', '18:01', 2, 3735 + 9900],
		['2026-11-22', '00:00', 3, 7470 + 9900],
	])('a product with rules of its own counts by them: %s %s', (day, time, tier, fee) => {
		const of = { ...order, policy: accepted(show) }
		const now = instantAt(day, time)
		expect(tierAt(venue, of, now)).toBe(tier)
		expect(keptAt(venue, of, now)).toBe(fee)
	})

	test('K34: a moved booking keeps the worst tier it had reached', () => {
		const now = instantAt('2026-11-01', '12:00')
		expect(keptAt(venue, { ...order, cancelTier: 1 }, now)).toBe(3735)
		expect(tierAt(venue, { ...order, cancelTier: 2 }, now)).toBe(2)
		expect(keptAt(venue, { ...order, cancelTier: 2 }, now)).toBe(7470)
		expect(tierAt(venue, { ...order, day: null, cancelTier: 1 }, now)).toBe(1)
	})

	test('a fee is never above what was paid for services, nor above what they cost', () => {
		const late = instantAt('2026-11-28', '10:00')
		const of = { ...order, policy: accepted(show) }
		expect(keptAt(venue, { ...of, online: cents(5000) }, late)).toBe(5000)
		expect(keptAt(venue, { ...of, online: cents(0) }, late)).toBe(0)
		expect(keptAt(venue, { ...of, online: cents(5000), voucher: cents(8000) }, late)).toBe(13_000)
		expect(keptAt(venue, { ...of, refunded: cents(17_000) }, late)).toBe(370)
		// A gift voucher and its shipping go back by the law on withdrawal alone.
		const goods = { lines: [...lines, gift], shipping: cents(390), total: cents(40_190) }
		const shop = { ...of, ...goods, online: cents(5390 + 1000) }
		expect(keptAt(venue, shop, late)).toBe(1000)
	})

	test('the deposit as agreed is kept, whatever the booking costs after a change', () => {
		const late = instantAt('2026-11-28', '10:00')
		expect(keptAt(venue, { ...order, total: cents(60_000) }, late)).toBe(7470)
	})
})

describe('orders of older builds', () => {
	const old = { ...order, policy: null }
	const late = instantAt('2026-11-28', '10:00')

	test('terms without a policy leave all to the telephone', () => {
		expect(findPolicy(venue, old)).toBe(null)
		expect(untilOf(venue, old)).toEqual({ guests: null, extras: null, texts: null, move: null })
		expect(movesLeft(venue, old, 0)).toBe(0)
		expect(keptAt(venue, old, late)).toBe(null)
		expect(tierAt(venue, { ...old, cancelTier: 1 }, late)).toBe(1)
		expect(keepsPrice(venue, old)).toBe(false)
	})

	test('policyOf gives one to their terms, which may keep the price of a move', () => {
		const kept: Policy = { ...base, move: { days: 2, time: 'start', times: 2, price: 'kept' } }
		const knowing = { ...venue, policyOf: { '2025-03-01': kept } }
		expect(keepsPrice(knowing, old)).toBe(true)
		expect(keepsPrice(knowing, order)).toBe(false)
		expect(untilOf(knowing, old).move).toEqual(instantAt('2026-11-26', '14:00'))
		expect(keptAt(knowing, old, late)).toBe(7470)
	})
})
