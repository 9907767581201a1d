import { orderEnd } from '#app/models/order/order-end.ts'
import type { Order } from '#app/models/order/order.ts'
import { visitTimes } from '#app/models/order/visit-times.ts'

/** True when an order has a calendar file: its lines have times, and it is confirmed or was cancelled. */
export function hasCalendarFile(
	order: Pick<Order, 'state' | 'cancelledAt'> & Parameters<typeof visitTimes>[0],
): boolean {
	const isSaid = order.state === 'confirmed' || orderEnd(order) === 'cancelled'
	return isSaid && visitTimes(order) !== null
}

/**
 * The sequence number of the order's calendar files (RFC 5545, 3.8.7.4). It rises with each revision and with the
 * cancellation, so that a newer file replaces the entry of an older one.
 */
export function calendarSequence(order: Pick<Order, 'revision' | 'state' | 'cancelledAt'>): number {
	return order.revision - 1 + (orderEnd(order) === 'cancelled' ? 1 : 0)
}
