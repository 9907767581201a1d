import { expect, test } from 'vitest'

import { takeOnSite, type TakenOnSite } from '#app/models/invoice/on-site.ts'
import { cents } from '#app/models/money.ts'
import type { OrderState } from '#app/models/order/order.ts'

const half = { amount: cents(5000), method: 'card', isRecent: true } as const
const earlier = { ...half, isRecent: false }

test.each<[OrderState, TakenOnSite[], number, ReturnType<typeof takeOnSite>]>([
	['confirmed', [], 10_000, { left: cents(0) }],
	['completed', [], 10_000, { left: cents(0) }],
	['confirmed', [], 4000, { left: cents(6000) }],
	['confirmed', [earlier], 5000, { left: cents(0) }],
	['confirmed', [half], 3000, { left: cents(2000) }],
	['confirmed', [{ ...half, method: 'cash' }], 5000, { left: cents(0) }],
	['confirmed', [half], 5000, 'notedAlready'],
	['confirmed', [half, earlier], 1, 'nothingDue'],
	['confirmed', [half], 5001, 'tooMuch'],
	['confirmed', [], 10_001, 'tooMuch'],
	['pendingPayment', [], 10_000, 'notConfirmed'],
	['cancelled', [], 10_000, 'notConfirmed'],
	['expired', [], 10_000, 'notConfirmed'],
])('%s, taken before %j: %i by card', (state, before, amount, expected) => {
	const order = { state, onSite: cents(10_000) }
	expect(takeOnSite(order, before, { amount: cents(amount), method: 'card' })).toEqual(expected)
})
