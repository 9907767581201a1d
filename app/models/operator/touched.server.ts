import { type Database, type Transaction, raw } from '#app/db/connect.server.ts'
import { openingOn } from '#app/models/venue/calendar.ts'
import { endTimeAt, timeAt } from '#app/models/venue/day.ts'
import type { Venue } from '#app/models/venue/venue.ts'

/** Orders that a new calendar leaves outside the opening hours, one line for each day; they stay booked. */
export async function findTouched(
	executor: Database | Transaction,
	venue: Venue,
): Promise<string[]> {
	const lines = new Map<string, { why: string; orders: string[] }>()
	for (const { day, number, begins, ends } of await bookedTimes(executor)) {
		const { hours } = openingOn(venue.calendar, day)
		const isInside =
			hours !== null && timeAt(begins) >= hours.opens && endTimeAt(ends) <= hours.closes
		if (isInside) continue
		const why = hours ? `opens ${hours.opens} to ${hours.closes}` : 'is closed'
		const line = lines.get(day) ?? { why, orders: [] }
		line.orders.push(`${number} (${timeAt(begins)} to ${endTimeAt(ends)})`)
		lines.set(day, line)
	}
	return [...lines].map(
		([day, { why, orders }]) =>
			`calendar › ${day}: ${why}, but is booked by ${orders.join(', ')}; those bookings stay: write to them`,
	)
}

type BookedTime = { day: string; number: string; begins: Date; ends: Date }

/** From when until when each order from today on is there. */
async function bookedTimes(executor: Database | Transaction): Promise<BookedTime[]> {
	const rows = await raw(
		executor,
		`select orders.number, allocations.day::text as day,
			extract(epoch from min(lower(during)))::float8 as begins,
			extract(epoch from max(upper(during)))::float8 as ends
		from allocations join orders on orders.id = allocations.order_id
		where allocations.state in ('pending', 'confirmed') and upper(during) > now()
		group by orders.number, allocations.day
		order by allocations.day, begins, orders.number`,
		[],
	)
	return rows.map(({ day, number, begins, ends }) => ({
		day: String(day),
		number: String(number),
		begins: new Date(Number(begins) * 1000),
		ends: new Date(Number(ends) * 1000),
	}))
}
