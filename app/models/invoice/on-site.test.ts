import { describe, expect, test } from 'vitest'

import {
	payBackOnSite,
	reverseOnSite,
	notesInForce,
	takeOnSite,
	type TillNote,
} from '#app/models/invoice/on-site.ts'
import { cents } from '#app/models/money.ts'
import type { OrderState } from '#app/models/order/order.ts'
import { ok, refuse } from '#app/models/result.ts'

const note = (receipt: string | null, counts: number, more: Partial<TillNote> = {}): TillNote => ({
	id: `note-${receipt}`,
	kind: counts < 0 ? 'payBack' : 'payment',
	counts: cents(counts),
	method: 'card',
	receipt,
	reversesId: null,
	voucherId: null,
	actor: 'operator',
	paidAt: new Date(0),
	...more,
})
const reversed = (of: TillNote) =>
	note(null, -of.counts, { id: `${of.id}-reversed`, kind: 'paymentReversed', reversesId: of.id })
const half = note('K1', 5000)
const taken = (amount: number, receipt: string) => ({
	amount: cents(amount),
	method: 'card' as const,
	receipt,
})
const order = (state: OrderState = 'confirmed') => ({ state, onSite: cents(10_000) })

test.each<[OrderState, TillNote[], number, ReturnType<typeof takeOnSite>]>([
	['confirmed', [], 10_000, ok({ left: cents(0) })],
	['completed', [], 10_000, ok({ left: cents(0) })],
	['confirmed', [], 4000, ok({ left: cents(6000) })],
	['confirmed', [half], 5000, ok({ left: cents(0) })],
	['confirmed', [half, reversed(half)], 10_000, ok({ left: cents(0) })],
	['confirmed', [note('K2', 5000)], 5000, refuse('desk.notedAlready')],
	['confirmed', [note('K2', 5000), reversed(note('K2', 5000))], 5000, ok({ left: cents(5000) })],
	['confirmed', [half, note(null, 5000)], 1, refuse('desk.nothingLeftToPay')],
	['confirmed', [half], 5001, refuse('desk.paysTooMuch')],
	['confirmed', [], 10_001, refuse('desk.paysTooMuch')],
	['pendingPayment', [], 10_000, refuse('desk.neverDue')],
	['cancelled', [], 10_000, refuse('desk.neverDue')],
	['expired', [], 10_000, refuse('desk.neverDue')],
])('%s, noted before %j: %i taken with receipt K2', (state, before, amount, expected) => {
	expect(takeOnSite(order(state), before, taken(amount, 'K2'))).toEqual(expected)
})

describe('given back at the till', () => {
	const all = note('K1', 10_000)
	test.each<[OrderState, TillNote[], number, ReturnType<typeof payBackOnSite>]>([
		['confirmed', [all], 1, refuse('desk.paysBackTooMuch')],
		['confirmed', [note('K1', 12_000)], 2000, ok({ left: cents(0) })],
		['cancelled', [all], 10_000, ok({ left: cents(0) })],
		['cancelled', [all], 4000, ok({ left: cents(6000) })],
		['cancelled', [all], 10_001, refuse('desk.paysBackTooMuch')],
		['cancelled', [], 1, refuse('desk.paysBackTooMuch')],
		['cancelled', [all, note('K2', -1)], 1, refuse('desk.notedAlready')],
	])('%s, noted before %j: %i with receipt K2', (state, before, amount, expected) => {
		const back = { ...taken(amount, 'K2'), voucherId: null }
		expect(payBackOnSite(order(state), before, back)).toEqual(expected)
	})
})

describe('a wrong note', () => {
	test('is taken back by one that names it, once', () => {
		expect(reverseOnSite(order(), [half], 'K1')).toEqual(
			ok({ note: half, kind: 'paymentReversed', left: cents(10_000) }),
		)
		const notes = [half, reversed(half)]
		expect(reverseOnSite(order(), notes, 'K1')).toEqual(refuse('desk.noSuchReceipt'))
		expect(notesInForce(notes)).toEqual([])
	})

	test('a note of money given back stays while the till would have too much', () => {
		const [paid, back] = [note('K1', 12_000), note('K2', -2000)]
		expect(reverseOnSite(order(), [paid, back], 'K2')).toEqual(refuse('desk.paysTooMuch'))
		expect(reverseOnSite(order(), [half, note('K2', -1)], 'K2')).toMatchObject({
			value: { kind: 'payBackReversed', left: 5000 },
		})
	})
})
