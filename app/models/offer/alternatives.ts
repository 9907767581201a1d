import type { DateTime } from 'luxon'

import type { Load } from '#app/models/capacity/peak.ts'
import { hasRoom } from '#app/models/offer/mark.ts'
import type { Occupancy } from '#app/models/offer/occupancy.ts'
import { isOfKind } from '#app/models/offer/offers.ts'
import type { Search } from '#app/models/offer/search.ts'
import { slotsOf } from '#app/models/offer/slots.ts'
import { timesOf } from '#app/models/offer/times.ts'
import { isBookable, openingOn } from '#app/models/venue/calendar.ts'
import { addDays } from '#app/models/venue/day.ts'
import type { Day } from '#app/models/venue/slot.ts'
import type { Venue } from '#app/models/venue/venue.ts'

/** A day and time with room for the group, offered when the day searched for has none. `left`: free places to play. */
export type Alternative = { day: Day; time: string; left: number | null }

/**
 * Finds the first `count` days from `search.day` to `last` with room for the group, at the wished time or at another.
 */
export function alternatives(
	venue: Venue,
	search: Search,
	{ loadsOf, now }: { loadsOf: (day: Day) => readonly Load[]; now: DateTime },
	{ last, count }: { last: Day; count: number },
): Alternative[] {
	const found: Alternative[] = []
	for (let day = search.day; day <= last && found.length < count; day = addDays(day, 1)) {
		if (!isBookable(venue.calendar, day, now).ok) continue
		const fitting = fittingTimes(venue, { ...search, day }, { loads: loadsOf(day), now })
		const start = fitting.find(({ time }) => time === search.time) ?? fitting[0]
		if (start) found.push({ day, ...start })
	}
	return found
}

type Fitting = Omit<Alternative, 'day'>

/**
 * Lists the start times of a day with room for the group: to play, for the chosen product, or for any product of the
 * searched kind.
 */
function fittingTimes(venue: Venue, search: Search, occupancy: Occupancy): Fitting[] {
	const { kind, day, product: chosen } = search
	if (kind === 'play') {
		return slotsOf(venue, openingOn(venue.calendar, day), search, occupancy)
			.filter(hasRoom)
			.map(({ time, left }) => ({ time, left }))
	}
	return venue.products
		.filter((product) => isOfKind(product, search) && (chosen === null || chosen === product.id))
		.flatMap((product) => timesOf(venue, product, search, occupancy))
		.filter(({ isFree }) => isFree)
		.map(({ time }) => ({ time, left: null }))
}
