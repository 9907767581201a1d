import type { DateTime } from 'luxon'

import type { Locale } from '#app/i18n/i18n.ts'
import type { Load } from '#app/models/capacity/peak.ts'
import { offersOf, type Offer } from '#app/models/offer/offers.ts'
import type { Search } from '#app/models/offer/search.ts'
import { isBookable } from '#app/models/venue/calendar.ts'
import { formatDay } from '#app/models/venue/date-format.ts'
import { addDays, minuteOf } from '#app/models/venue/day.ts'
import type { Day } from '#app/models/venue/slot.ts'
import type { Venue } from '#app/models/venue/venue.ts'

/**
 * A day and time at which what was asked for can be had instead; `left` is the number of places left, null when
 * unknown.
 */
export type WayOut = { day: Day; time: string; name: string; left: number | null }

/** The occupied places of each day until `last`. */
export type Ahead = { last: Day; loadsOf: (day: Day) => readonly Load[] }

/** The visitor's language and search. */
export type Searcher = { locale: Locale; search: Search }

export function wayOut(
	{ day, time, left = null }: { day: Day; time: string; left?: number | null },
	locale: Locale,
): WayOut {
	return { day, time, left, name: formatDay(day, locale, 'short') }
}

/** The limits of suggestions for a sold out offer: open days looked at, days named, other times named. */
const lookAhead = { days: 7, ways: 3, times: 4 }

/**
 * Returns the next days with room, at most three among seven open ones, for each offer that is sold out on the chosen
 * day or is booked by telephone only; by product id.
 */
export function laterWays(
	venue: Venue,
	offers: readonly Offer[],
	{ locale, now, search }: Searcher & { now: DateTime },
	{ last, loadsOf }: Ahead,
): Map<string, WayOut[]> {
	const open = new Map(
		offers
			.filter(({ state, times }) => state === 'soldOut' || (state === 'byPhone' && !times.length))
			.map(({ product }) => [product.id, [] as WayOut[]]),
	)
	let looked = 0
	for (
		let day = addDays(search.day, 1);
		day <= last && looked < lookAhead.days && isAnyOpen(open);
		day = addDays(day, 1)
	) {
		if (!isBookable(venue.calendar, day, now).ok) continue
		looked += 1
		const found = offersOf(venue, { ...search, day }, { loads: loadsOf(day), now })
		for (const { product, state, times } of found) {
			const time = state === 'available' ? search.time : byNearness(times, search.time)[0]
			const ways = open.get(product.id)
			if (ways && time && ways.length < lookAhead.ways) ways.push(wayOut({ day, time }, locale))
		}
	}
	return open
}

function isAnyOpen(ways: Map<string, WayOut[]>): boolean {
	return [...ways.values()].some((found) => found.length < lookAhead.ways)
}

/** Returns at most four other times of the chosen day, those nearest to the wanted one, earliest first. */
export function nearestWays(times: readonly string[], { locale, search }: Searcher): WayOut[] {
	return byNearness(times, search.time)
		.slice(0, lookAhead.times)
		.sort()
		.map((time) => wayOut({ day: search.day, time }, locale))
}

function byNearness(times: readonly string[], wanted: string | null): string[] {
	const distance = (time: string) => Math.abs(minuteOf(time) - minuteOf(wanted ?? time))
	return [...times].sort((one, other) => distance(one) - distance(other))
}
