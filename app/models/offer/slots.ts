import type { DateTime } from 'luxon'

import { free } from '#app/models/capacity/free.ts'
import { memoizeByOwner } from '#app/models/memoize.ts'
import { hasBegun, startsEvery, type Occupancy } from '#app/models/offer/occupancy.ts'
import type { Search } from '#app/models/offer/search.ts'
import { isByPhone, type Beginning } from '#app/models/product/notice.ts'
import { isBookable, isOpen, type Opening } from '#app/models/venue/calendar.ts'
import type { Product } from '#app/models/venue/catalogue.ts'
import { addDays, today } from '#app/models/venue/day.ts'
import type { Day, Duration } from '#app/models/venue/slot.ts'
import { findResource, type Venue } from '#app/models/venue/venue.ts'

/** The mark of a start time for a group. `phone`: there is room, and the time is booked by telephone alone. */
type SlotMark = 'free' | 'few' | 'full' | 'past' | 'phone'
export type Slot = { time: string; left: number; mark: SlotMark }

/** Lists the start times of a day for a visit to play, with the places left at each. */
export function slotsOf(
	venue: Venue,
	opening: Opening,
	{ guests, duration }: Pick<Search, 'guests' | 'duration'>,
	{ loads, now }: Occupancy,
): Slot[] {
	const zone = findResource(venue, venue.entry.resource)
	if (!zone || !isOpen(opening)) return []
	const tickets = ticketsOf(venue, 'ticket')
	return startsEvery(opening, { raster: venue.entry.raster, duration }).map(({ time, span }) => {
		const left = free(zone, loads, span)
		if (hasBegun(span, now)) return { time, left, mark: 'past' }
		const mark = availability(venue, left, guests)
		const isLate =
			mark !== 'full' && areByPhone(tickets, { day: opening.day, from: span.from }, now)
		return { time, left, mark: isLate ? 'phone' : mark }
	})
}

const ticketsOf = memoizeByOwner(({ products }: Venue, kind: 'ticket') =>
	products.filter((product) => product.kind === kind),
)

function areByPhone(
	tickets: readonly Product[],
	beginning: Beginning,
	now: Occupancy['now'],
): boolean {
	return tickets.length > 0 && tickets.every((ticket) => isByPhone(ticket, beginning, now))
}

/**
 * Returns the mark for a group when `left` places are free: 'few' when fewer than `entry.fewPlaces` remain after the
 * group.
 */
export function availability(venue: Venue, left: number, guests: number): 'free' | 'few' | 'full' {
	if (left < guests) return 'full'
	return left - guests < venue.entry.fewPlaces ? 'few' : 'free'
}

/**
 * Returns today while a start time is still to come, else the next day that can be booked; today when there is none.
 */
export function nextOpenDay(venue: Venue, now: DateTime): Day {
	const first = today(now)
	const pace = { raster: venue.entry.raster, duration: shortestVisit(venue) }
	for (let day = first; day <= addDays(first, venue.calendar.horizonDays); day = addDays(day, 1)) {
		const bookable = isBookable(venue.calendar, day, now)
		if (!bookable.ok) continue
		const starts = startsEvery(bookable.value, pace)
		if (starts.some(({ span }) => !hasBegun(span, now))) return day
	}
	return first
}

function shortestVisit({ entry }: Venue): Duration {
	const lengths = entry.durations.filter((duration) => duration !== 'day')
	return lengths.length > 0 ? Math.min(...lengths) : 'day'
}
