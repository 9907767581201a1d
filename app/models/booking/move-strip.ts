import { addDays, daysBetween } from '#app/models/venue/day.ts'
import type { Day } from '#app/models/venue/slot.ts'

/** The days of a calendar that are shown together, with a day of the strip before and of the next one. */
export type MoveStrip = { begin: Day; end: Day; before: Day | null; after: Day }

const STRIP = 14

/**
 * Returns the strip of days that has the day `asked`, `first` being the first day of all. The strips of 14 days follow
 * each other from two days before the booking's `own` day on, so that a strip stays when one of its days is chosen; the
 * first one takes a few days more where less than four would be left before it. The days `before` and `after` have the
 * weekday of `asked` where that is possible.
 */
export function moveStrip(first: Day, own: Day, asked: Day): MoveStrip {
	const day = laterOf(first, asked)
	const origin = addDays(own, -2)
	const inFull = addDays(origin, Math.floor(daysBetween(origin, day) / STRIP) * STRIP)
	const isShort = daysBetween(first, addDays(inFull, STRIP)) < FEWEST_DAYS
	const start = isShort ? addDays(inFull, STRIP) : inFull
	const begin = daysBetween(first, start) < FEWEST_DAYS ? first : start
	const end = addDays(start, STRIP - 1)
	return {
		begin,
		end,
		before:
			begin > first ? laterOf(first, addDays(day, -longerWeeks(daysBetween(begin, day)))) : null,
		after: addDays(day, longerWeeks(daysBetween(day, end))),
	}
}

/** The fewest days that a first strip has. */
const FEWEST_DAYS = 4

function laterOf(one: Day, other: Day): Day {
	return one > other ? one : other
}

/** Returns the days of the fewest whole weeks that are longer than `days`. */
function longerWeeks(days: number): number {
	return Math.floor(days / 7 + 1) * 7
}
