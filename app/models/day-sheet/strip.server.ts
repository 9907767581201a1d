import { sql } from 'drizzle-orm'

import { db } from '#app/db/client.server.ts'
import { prepare } from '#app/db/prepare.server.ts'
import { productsOfGuests } from '#app/models/order/visit-guests.ts'
import { openingOn, type Opening } from '#app/models/venue/calendar.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import { addDays } from '#app/models/venue/day.ts'
import type { Day } from '#app/models/venue/slot.ts'

/**
 * A day in the strip of days at the top of the desk's pages of a day, with its numbers of parties and guests as the
 * day's rows count them.
 */
export type StripDay = { opening: Opening; parties: number; guests: number }

const BEFORE = 1
const DAYS = 9

/** Reads nine days for the strip: the one before `day`, `day`, and the seven after it. One statement. */
export async function readStrip(day: Day): Promise<StripDay[]> {
	const venue = currentVenue()
	const first = addDays(day, -BEFORE)
	const days = Array.from({ length: DAYS }, (_, index) => addDays(first, index))
	const rows = await selectStrip(db, {
		first,
		last: addDays(first, DAYS - 1),
		entry: venue.entry.resource,
		counting: productsOfGuests(venue),
	})
	const counted = new Map(rows.map((row) => [row.day, row]))
	return days.map((each) => ({
		opening: openingOn(venue.calendar, each),
		parties: counted.get(each)?.parties ?? 0,
		guests: counted.get(each)?.guests ?? 0,
	}))
}

type StripRange = { first: Day; last: Day; entry: string; counting: readonly string[] }

/**
 * Selects the numbers of parties and guests of each day that has bookings. Counts by the rules of `isParty` and
 * `visitGuests`, but in the database, so that it answers with one row for each day at most.
 */
const selectStrip = prepare<StripRange, { day: Day; parties: number; guests: number }>(
	(_, value) => sql`
		select o.day::text as "day",
			(count(*) filter (where o.party is not null or place.has_room))::int as "parties",
			coalesce(sum(coalesce(nullif(place.inside, 0), line.counted, 0)), 0)::int as "guests"
		from orders o
		left join lateral (
			select bool_or(exclusive) as has_room,
				sum(units) filter (where resource_id = ${value('entry')}) as inside
			from allocations where order_id = o.id and state = 'confirmed'
		) place on true
		left join lateral (
			select max(quantity) as counted from order_lines
			where order_id = o.id and parent_position is null
				and product_id = any(${value('counting')}::text[])
		) line on true
		where o.day between ${value('first')}::date and ${value('last')}::date
			and o.state in ('confirmed', 'completed')
		group by o.day`,
)
