import { minus, zero, type Cents } from '#app/models/money.ts'
import type { Order } from '#app/models/order/order.ts'

/** The amount still to be paid at the venue; 0 for an order that has ended. */
export function leftOnSite({
	state,
	onSite,
	paidOnSite,
}: Pick<Order, 'state' | 'onSite' | 'paidOnSite'>): Cents {
	if (state === 'cancelled' || state === 'expired') return zero
	return paidOnSite < onSite ? minus(onSite, paidOnSite) : zero
}
