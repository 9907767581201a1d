import type { Order, OrderState } from '#app/models/order/order.ts'
import { visitTimes } from '#app/models/order/visit-times.ts'
import { refuse, type Refused } from '#app/models/result.ts'
import { today, type Instant } from '#app/models/venue/day.ts'

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

/** Refuses what needs a booking in force, by the first cause; undefined for one that is confirmed. */
export function refuseEnded(order: Pick<Order, 'state' | 'cancelledAt'>): Refused | undefined {
	if (orderEnd(order) === 'cancelled') return refuse('booking.cancelled')
	if (hasEnded(order)) return refuse('booking.notPaid')
	if (order.state === 'pendingPayment') return refuse('booking.notPaidYet')
	return order.state === 'completed' ? refuse('booking.over') : undefined
}

/** Refuses what customers do before a visit ends, by the first cause; undefined while it is booked and not over. */
export function refuseOver(
	order: Pick<Order, 'state' | 'cancelledAt' | 'day' | 'lines'>,
	now: Instant,
): Refused | undefined {
	return refuseEnded(order) ?? (isOver(order, now) ? refuse('booking.over') : undefined)
}

function isOver({ day, lines }: Pick<Order, 'day' | 'lines'>, now: Instant): boolean {
	const visit = visitTimes({ lines })
	if (visit) return visit.endsAt.valueOf() <= now.valueOf()
	return day !== null && day < today(now)
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
