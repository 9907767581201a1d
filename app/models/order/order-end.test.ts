import { expect, test } from 'vitest'

import { orderEnd, shownState } from '#app/models/order/order-end.ts'
import type { OrderState } from '#app/models/order/order.ts'

const cancelledAt = new Date('2026-11-10T12:00:00Z')

test.each<[OrderState, Date | null, ReturnType<typeof orderEnd>]>([
	['pendingPayment', null, null],
	['confirmed', null, null],
	['completed', null, null],
	['cancelled', null, 'abandoned'],
	['expired', null, 'abandoned'],
	['cancelled', cancelledAt, 'cancelled'],
])('an order in the state %s, cancelled at %s, ended as %s', (state, at, end) => {
	expect(orderEnd({ state, cancelledAt: at })).toBe(end)
})

test.each<[OrderState, Date | null, OrderState]>([
	['pendingPayment', null, 'pendingPayment'],
	['confirmed', null, 'confirmed'],
	['completed', null, 'completed'],
	['cancelled', null, 'expired'],
	['expired', null, 'expired'],
	['cancelled', cancelledAt, 'cancelled'],
])('N375: an order in the state %s, cancelled at %s, is shown as %s', (state, at, shown) => {
	expect(shownState({ state, cancelledAt: at })).toBe(shown)
})
