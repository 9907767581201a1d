import { orderEnd } from '#app/models/order/order-end.ts'
import type { Order } from '#app/models/order/order.ts'
import { visitTimes } from '#app/models/order/visit-times.ts'

/** True when the order has a visit for a calendar: one that is booked or was cancelled. */
export function hasCalendarFile(order: Pick<Order, 'lines' | 'state' | 'cancelledAt'>): boolean {
	const isSaid = order.state === 'confirmed' || orderEnd(order) === 'cancelled'
	return isSaid && visitTimes(order) !== null
}
