import { orderEnd } from '#app/models/order/order-end.ts'
import type { Order } from '#app/models/order/order.ts'
import { visitTimes } from '#app/models/order/visit-times.ts'

/** Whether there is something for a calendar: a visit that is booked, or one that was called off. */
export function hasCalendarFile(order: Pick<Order, 'lines' | 'state' | 'cancelledAt'>): boolean {
	const isSaid = order.state === 'confirmed' || orderEnd(order) === 'cancelled'
	return isSaid && visitTimes(order) !== null
}
