import type { Order } from '#app/models/order/order.ts'
import { visitTimes } from '#app/models/order/visit-times.ts'
import { openingOn } from '#app/models/venue/calendar.ts'
import { endTimeAt, timeAt } from '#app/models/venue/day.ts'
import type { Venue } from '#app/models/venue/venue.ts'

/**
 * True when the venue is closed at the time of a booking's visit, by its files or its staff. The customer may then move
 * the booking at its price or cancel it at no cost, whatever policy was accepted.
 */
export function isShut(
	{ calendar }: Partial<Pick<Venue, 'calendar'>>,
	{ day, lines }: Pick<Order, 'day' | 'lines'>,
): boolean {
	if (!calendar || day === null) return false
	const { kind, hours } = openingOn(calendar, day)
	if (kind === 'closed') return true
	const visit = kind === 'special' && hours ? visitTimes({ lines }) : null
	if (!visit || !hours) return false
	return timeAt(visit.startsAt) < hours.opens || endTimeAt(visit.endsAt) > hours.closes
}
