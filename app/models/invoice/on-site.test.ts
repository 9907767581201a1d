import { expect, test } from 'vitest'

import { takeOnSite, type TakenOnSite } from '#app/models/invoice/on-site.ts'
import { cents } from '#app/models/money.ts'
import type { OrderState } from '#app/models/order/order.ts'
import { ok, refuse } from '#app/models/result.ts'

const half = { amount: cents(5000), method: 'card', isRecent: true } as const
const earlier = { ...half, isRecent: false }

test.each<[OrderState, TakenOnSite[], number, ReturnType<typeof takeOnSite>]>([
	['confirmed', [], 10_000, ok({ left: cents(0) })],
	['completed', [], 10_000, ok({ left: cents(0) })],
	['confirmed', [], 4000, ok({ left: cents(6000) })],
	['confirmed', [earlier], 5000, ok({ left: cents(0) })],
	['confirmed', [half], 3000, ok({ left: cents(2000) })],
	['confirmed', [{ ...half, method: 'cash' }], 5000, ok({ left: cents(0) })],
	['confirmed', [half], 5000, refuse('desk.notedAlready')],
	['confirmed', [half, earlier], 1, refuse('desk.nothingLeftToPay')],
	['confirmed', [half], 5001, refuse('desk.paysTooMuch')],
	['confirmed', [], 10_001, refuse('desk.paysTooMuch')],
	['pendingPayment', [], 10_000, refuse('desk.neverDue')],
	['cancelled', [], 10_000, refuse('desk.neverDue')],
	['expired', [], 10_000, refuse('desk.neverDue')],
])('%s, taken before %j: %i by card', (state, before, amount, expected) => {
	const order = { state, onSite: cents(10_000) }
	expect(takeOnSite(order, before, { amount: cents(amount), method: 'card' })).toEqual(expected)
})
