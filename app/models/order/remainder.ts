import { minus, zero, type Cents } from '#app/models/money.ts'
import type { Order } from '#app/models/order/order.ts'

/** What is still to be paid at the venue: nothing for what does not take place. */
export function leftOnSite({
	state,
	onSite,
	paidOnSite,
}: Pick<Order, 'state' | 'onSite' | 'paidOnSite'>): Cents {
	if (state === 'cancelled' || state === 'expired') return zero
	return paidOnSite < onSite ? minus(onSite, paidOnSite) : zero
}
