import type { DateTime } from 'luxon'
import type { Load } from '#app/models/capacity/peak.ts'
import type { Search } from '#app/models/offer/search.ts'
import { slotsOf } from '#app/models/offer/slots.ts'
import { isBookable } from '#app/models/venue/calendar.ts'
import { addDays } from '#app/models/venue/day.ts'
import type { Day } from '#app/models/venue/slot.ts'
import type { Venue } from '#app/models/venue/venue.ts'

/** A day with room for the group, as a way out of one without. */
export type Alternative = { day: Day; time: string; left: number }

/** The next days, from `search.day` to `last`, with room for the group at the same time or any other. */
export function alternatives(
	venue: Venue,
	search: Search,
	{ loadsOf, now }: { loadsOf: (day: Day) => readonly Load[]; now: DateTime },
	{ last, count }: { last: Day; count: number },
): Alternative[] {
	const found: Alternative[] = []
	for (let day = search.day; day <= last && found.length < count; day = addDays(day, 1)) {
		const bookable = isBookable(venue.calendar, day, now)
		if (!bookable.ok) continue
		const fitting = slotsOf(venue, bookable.value, search, { loads: loadsOf(day), now }).filter(
			(slot) => slot.mark === 'free' || slot.mark === 'few',
		)
		const slot = fitting.find((slot) => slot.time === search.time) ?? fitting[0]
		if (slot) found.push({ day, time: slot.time, left: slot.left })
	}
	return found
}
