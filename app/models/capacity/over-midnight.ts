import { isExclusive, MINUTE } from '#app/models/capacity/free.ts'
import type { Load } from '#app/models/capacity/peak.ts'
import { openingOn } from '#app/models/venue/calendar.ts'
import { addDays, instantAt, minuteOf } from '#app/models/venue/day.ts'
import type { Day } from '#app/models/venue/slot.ts'
import type { Venue } from '#app/models/venue/venue.ts'

/*
 * Loads of rooms beyond midnight. In a venue that is open until midnight a room is cleaned on the next day, where a
 * block or a visit may be in the way (faults N374). The database's guard of rooms knows no days, but the lists of free
 * times read the places of each day separately.
 */

/** The first and the last of some days in a row. */
export type DayRange = { first: Day; last: Day }

/** Extends a range of days by the day before or after it when a room's cleaning goes over that midnight. */
export function daysAround(venue: Venue, { first, last }: DayRange): DayRange {
	const cleanings = cleaningsOf(venue)
	const before = addDays(first, -1)
	return {
		first: goesOverMidnight(venue, cleanings, before) ? before : first,
		last: goesOverMidnight(venue, cleanings, last) ? addDays(last, 1) : last,
	}
}

/**
 * Adds to the loads of each day those of rooms on the days beside it that the day's visits and their cleaning can meet.
 */
export function withRoomsBeside(
	venue: Venue,
	byDay: ReadonlyMap<Day, readonly Load[]>,
): ReadonlyMap<Day, readonly Load[]> {
	const cleanings = cleaningsOf(venue)
	const joined = [...byDay].map(([day, loads]): [Day, readonly Load[]] => {
		const before = addDays(day, -1)
		const beside = [
			...(goesOverMidnight(venue, cleanings, before)
				? cleanedAfter(byDay.get(before), cleanings, day)
				: []),
			...(goesOverMidnight(venue, cleanings, day)
				? inTheWayBefore(byDay.get(addDays(day, 1)), cleanings, addDays(day, 1))
				: []),
		]
		return [day, beside.length > 0 ? [...loads, ...beside] : loads]
	})
	return new Map(joined)
}

/** The minutes of cleaning of each room, by its id. */
type Cleanings = ReadonlyMap<string, number>

/** Picks from the loads of the day before `day` those of rooms that last into `day`. */
function cleanedAfter(loads: readonly Load[] | undefined, cleanings: Cleanings, day: Day): Load[] {
	const begins = instantAt(day, '00:00').getTime()
	return (loads ?? []).filter(
		({ resourceId, until }) => cleanings.has(resourceId) && until > begins,
	)
}

/**
 * Picks the loads on `day` that begin before the cleaning of their room would end if it was used until the midnight
 * before.
 */
function inTheWayBefore(
	loads: readonly Load[] | undefined,
	cleanings: Cleanings,
	day: Day,
): Load[] {
	const begins = instantAt(day, '00:00').getTime()
	return (loads ?? []).filter(
		({ resourceId, from }) => from < begins + (cleanings.get(resourceId) ?? 0) * MINUTE,
	)
}

function goesOverMidnight({ calendar }: Venue, cleanings: Cleanings, day: Day): boolean {
	const { hours } = openingOn(calendar, day)
	const longest = Math.max(0, ...cleanings.values())
	return hours !== null && minuteOf(hours.closes) + longest > minuteOf('24:00')
}

function cleaningsOf({ resources }: Venue): Cleanings {
	return new Map(resources.filter(isExclusive).map(({ id, bufferAfter = 0 }) => [id, bufferAfter]))
}
