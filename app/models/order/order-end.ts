import type { Order, OrderState } from '#app/models/order/order.ts'

/**
 * Tells how an order ended. `abandoned`: its payment did not come; `cancelled`: the venue or the customer ended the
 * booking. Null for an order that waits for its payment, stands or has taken place. A row's state 'cancelled' alone can
 * mean either.
 */
export function orderEnd({
	state,
	cancelledAt,
}: Pick<Order, 'state' | 'cancelledAt'>): 'abandoned' | 'cancelled' | null {
	if (cancelledAt !== null) return 'cancelled'
	return hasEnded({ state }) ? 'abandoned' : null
}

/** True for an order that was abandoned or cancelled. */
export function hasEnded({ state }: Pick<Order, 'state'>): boolean {
	return state === 'cancelled' || state === 'expired'
}

/**
 * The state of an order as people read it. An abandoned order was never paid and has no cancellation, so it reads as
 * one whose time to pay ran out, 'expired' (faults N375).
 */
export function shownState(order: Pick<Order, 'state' | 'cancelledAt'>): OrderState {
	return orderEnd(order) === 'abandoned' ? 'expired' : order.state
}

/**
 * The name of an order's event as builds since faults N375 write it: earlier ones wrote 'cancelled' for an abandoned
 * order, too.
 */
export function eventNow(order: Pick<Order, 'state' | 'cancelledAt'>, what: string): string {
	return what === 'cancelled' && orderEnd(order) === 'abandoned' ? 'abandoned' : what
}
