import { minus, zero, type Cents } from '#app/models/money.ts'
import { hasEnded } from '#app/models/order/order-end.ts'
import type { Order } from '#app/models/order/order.ts'

/** The rest of an order, in cents: what is still to be paid at the venue; 0 for an order that has ended. */
export function leftOnSite({
	state,
	onSite,
	paidOnSite,
}: Pick<Order, 'state' | 'onSite' | 'paidOnSite'>): Cents {
	if (hasEnded({ state })) return zero
	return paidOnSite < onSite ? minus(onSite, paidOnSite) : zero
}

/**
 * The amount, in cents, that the till took beyond what was due and has to give back; 0 when it took no more than is
 * due. Nothing is due for an order that has ended.
 */
export function tooMuchAtTill({
	state,
	onSite,
	paidOnSite,
}: Pick<Order, 'state' | 'onSite' | 'paidOnSite'>): Cents {
	const due = hasEnded({ state }) ? zero : onSite
	return paidOnSite > due ? minus(paidOnSite, due) : zero
}
