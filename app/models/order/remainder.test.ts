import { expect, test } from 'vitest'

import { cents } from '#app/models/money.ts'
import type { OrderState } from '#app/models/order/order.ts'
import { leftOnSite } from '#app/models/order/remainder.ts'

test.each<[OrderState, number, number]>([
	['confirmed', 0, 5000],
	['confirmed', 1999, 3001],
	['completed', 5000, 0],
	['pendingPayment', 0, 5000],
	['cancelled', 0, 0],
	['cancelled', 1000, 0],
	['expired', 0, 0],
])('%s, %i paid on site: %i are left', (state, paidOnSite, left) => {
	const order = { state, onSite: cents(5000), paidOnSite: cents(paidOnSite) }
	expect(leftOnSite(order)).toBe(left)
})
