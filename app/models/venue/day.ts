import { DateTime } from 'luxon'

import { memoize } from '#app/models/memoize.ts'
import { monthOf } from '#app/models/venue/month.ts'
import type { Day, Month } from '#app/models/venue/slot.ts'
import { zone } from '#app/models/venue/zone.ts'

/** A moment, as luxon's DateTime or as a Date. */
export type Instant = DateTime | Date

/** Returns the day at the venue at a moment; near midnight it differs from the day in UTC. */
export function dayOf(instant: Instant): Day {
	// Time zones differ from UTC by whole quarters of an hour, so each day begins with a quarter.
	return dayOfQuarter(Math.floor(instant.valueOf() / QUARTER))
}

const QUARTER = 15 * 60_000
const dayOfQuarter = memoize((quarter: number) =>
	iso(DateTime.fromMillis(quarter * QUARTER, { zone })),
)

export function today(now: Instant): Day {
	return dayOf(now)
}

/**
 * Returns the moment when the venue's clock shows `time` ('HH:MM'); the first of the two when that hour comes twice.
 */
export function instantAt(day: Day, time: string): Date {
	const begins = beginningOf(day)
	return begins === null ? momentOf(`${day}T${time}`) : plusMinutes(begins, minuteOf(time))
}

export function plusMinutes(instant: Instant, minutes: number): Date {
	// Not by luxon, because a page computes hundreds of moments. `new Date` of a value reads no clock.
	// oxlint-disable-next-line no-restricted-globals
	return new Date(instant.valueOf() + minutes * 60_000)
}

/** True when the venue's clock is changed on `day`, so that the day has 23 or 25 hours. */
export function changesClock(day: Day): boolean {
	return beginningOf(day) === null
}

/** Formats a moment as 'HH:MM', as the venue's clock shows it. */
export function timeAt(instant: Instant): string {
	return timeOfMinute(Math.floor(instant.valueOf() / MINUTE))
}

const MINUTE = 60_000
const timeOfMinute = memoize((minute: number) =>
	DateTime.fromMillis(minute * MINUTE, { zone }).toFormat('HH:mm'),
)

/** Formats the moment at which an opening or a visit ends as 'HH:MM': midnight is '24:00' of the day that it ends. */
export function endTimeAt(instant: Instant): string {
	const time = timeAt(instant)
	return time === '00:00' ? '24:00' : time
}

export function minuteOf(time: string): number {
	return Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
}

export function addDays(day: Day, days: number): Day {
	return dayNumbered(numberOf(day) + days)
}

/** Counts the days from one day to another; negative when the other is earlier. */
export function daysBetween(from: Day, until: Day): number {
	return numberOf(until) - numberOf(from)
}

export function addMonths(month: Month, months: number): Month {
	return monthOf(iso(calendarDay(`${month}-01`).plus({ months })))
}

/** Adds to days the day before and the day after each; every day is listed once. */
export function withNeighbours(days: readonly Day[]): Day[] {
	return [...new Set(days.flatMap((day) => [addDays(day, -1), day, addDays(day, 1)]))]
}

/**
 * Returns the last day of the month so many months after the end of the year of `day`; null without a number of months,
 * which means no limit.
 */
export function endOfYearPlus(day: Day, months: number | undefined): Day | null {
	if (months === undefined) return null
	return iso(
		calendarDay(`${day.slice(0, 4)}-12-01`)
			.plus({ months })
			.endOf('month'),
	)
}

/** Returns the weekday of a day, 0 for Monday to 6 for Sunday. */
export function weekdayOf(day: Day): number {
	const sinceMonday = (numberOf(day) + THURSDAY) % 7
	return sinceMonday < 0 ? sinceMonday + 7 : sinceMonday
}

/** Lists the days of the week that `day` is in, Monday to Sunday. */
export function weekOf(day: Day): Day[] {
	const monday = numberOf(day) - weekdayOf(day)
	return Array.from({ length: 7 }, (_, index) => dayNumbered(monday + index))
}

/**
 * Lists the weeks that touch a month, each from Monday to Sunday, with the days of the neighbouring months that fill
 * them.
 */
export function monthGrid(month: Month): Day[][] {
	const weeks: Day[][] = []
	const next = addMonths(month, 1)
	for (let week = weekOf(`${month}-01`); (week[0] ?? next) < next;) {
		weeks.push(week)
		week = weekOf(addDays(week[6] ?? next, 1))
	}
	return weeks
}

/**
 * Returns the moment of midnight of a day, from which its minutes can be counted; null for the two days a year on which
 * the clock is changed.
 */
const beginningOf = memoize((day: Day): Date | null => {
	const midnight = DateTime.fromISO(day, { zone })
	const isPlain = midnight.plus({ days: 1 }).diff(midnight, 'hours').hours === 24
	return isPlain ? midnight.toJSDate() : null
})

/** Returns the moment of 'YYYY-MM-DDTHH:MM' on a day on which the clock is changed. */
const momentOf = memoize((text: string): Date => {
	const moment = DateTime.fromISO(text, { zone })
	// For an hour that comes twice luxon picks the offset by the season at the time of the call.
	const [first = moment] = moment.getPossibleOffsets()
	return first.toJSDate()
})

/**
 * The weekday (Monday is 0) of the day with the number 0. Days are numbered in UTC, where each has 24 hours, from 0 for
 * 1 January 1970, a Thursday.
 */
const THURSDAY = 3
const DAY = 24 * 60 * 60_000
const numberOf = memoize((day: Day) => Math.floor(calendarDay(day).toMillis() / DAY))
const dayNumbered = memoize((number: number) =>
	iso(DateTime.fromMillis(number * DAY, { zone: 'utc' })),
)

function calendarDay(day: Day): DateTime {
	return DateTime.fromISO(day, { zone: 'utc' })
}

/**
 * Formats a moment as its day, 'YYYY-MM-DD'.
 * @throws RangeError for an invalid moment, which is a bug of the caller
 */
function iso(moment: DateTime): Day {
	const day = moment.toISODate()
	if (day === null) throw new RangeError('not a moment')
	return day
}
