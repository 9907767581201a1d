import { z } from 'zod'

import type { LocalText } from '#app/i18n/i18n.ts'
import { memoizeByOwner } from '#app/models/memoize.ts'
import { ok, refuse, type Result } from '#app/models/result.ts'
import {
	addDays,
	changesClock,
	instantAt,
	minuteOf,
	plusMinutes,
	timeAt,
	today,
	weekdayOf,
	type Instant,
} from '#app/models/venue/day.ts'
import { publicHolidayOn } from '#app/models/venue/holidays.ts'
import { localText } from '#app/models/venue/local-text.ts'
import { closingTime, day, time, type Day, type Duration } from '#app/models/venue/slot.ts'

const dayKinds = [
	'regular',
	'restDay',
	'publicHoliday',
	'schoolHoliday',
	'special',
	'closed',
	'beforeOpening',
] as const
export const dayClasses = ['weekday', 'weekend'] as const

const federalStates = 'BW BY BE BB HB HH HE MV NI NW RP SL SN ST SH TH'.split(' ')

const openingHours = z
	.strictObject({ opens: time, closes: closingTime })
	.refine(
		(hours) => hours.closes !== '00:00' || !areTimes(hours),
		"midnight as a closing time is written '24:00'",
	)
	.refine(
		(hours) => hours.opens < hours.closes || hours.closes === '00:00' || !areTimes(hours),
		'`closes` must be later than `opens`',
	)

/** True when both fields contain times, which can be compared. A field without a time is reported by its own schema. */
function areTimes({ opens, closes }: { opens: string; closes: string }): boolean {
	return time.safeParse(opens).success && closingTime.safeParse(closes).success
}

const yearlyDate = z
	.string()
	.refine((date) => day.safeParse(`2000-${date}`).success, 'a yearly date is written MM-DD')

/** The schema of `venue/calendar.yaml`, which says when the venue is open and which days cost what. */
export const calendarSchema = z.strictObject({
	openingDate: day,
	horizonDays: z.int().min(1).max(730),
	federalState: z
		.string()
		.refine((state) => federalStates.includes(state), `must be one of ${federalStates.join(' ')}`),
	/** A part of the state that has more public holidays, such as A (Augsburg); see `holidayRegions`. */
	holidayRegion: z.string().optional(),
	/** Public holidays of the venue's town alone, each year on one date. */
	townHolidays: z.array(z.strictObject({ date: yearlyDate, name: localText })).optional(),
	weekdays: z.strictObject({
		monday: openingHours.nullable(),
		tuesday: openingHours.nullable(),
		wednesday: openingHours.nullable(),
		thursday: openingHours.nullable(),
		friday: openingHours.nullable(),
		saturday: openingHours.nullable(),
		sunday: openingHours.nullable(),
	}),
	publicHolidays: openingHours,
	schoolHolidays: openingHours,
	schoolHolidayRanges: z.array(
		z
			.strictObject({ name: localText, from: day, until: day })
			.refine((range) => range.from <= range.until, '`from` must not be later than `until`'),
	),
	/** Days that cost weekend prices besides Saturday and Sunday. */
	weekendPrices: z.array(z.enum(['friday', 'publicHoliday', 'schoolHoliday'])),
	overrides: z.array(
		z.strictObject({
			day,
			label: localText,
			hours: openingHours.nullable(),
			prices: z.enum(dayClasses).optional(),
		}),
	),
})

export type Calendar = z.infer<typeof calendarSchema>
export type Hours = z.infer<typeof openingHours>
export type DayKind = (typeof dayKinds)[number]
export type DayClass = (typeof dayClasses)[number]

/** A day in the venue's calendar. `hours` is null when the venue is closed; `class` says which prices the day has. */
export type Opening = {
	day: Day
	kind: DayKind
	hours: Hours | null
	label: LocalText | null
	class: DayClass
}

/**
 * Finds the opening of a day in the venue's calendar: manual override > public holiday > school holiday > weekday rule;
 * every day before the opening date is closed. Memoized by day and version of the calendar.
 */
export const openingOn = memoizeByOwner(workOut)

function workOut(calendar: Calendar, day: Day): Opening {
	const facts = factsOf(calendar, day)
	const base = { day, label: null, class: dayClass(calendar, facts) }
	if (day < calendar.openingDate) return { ...base, kind: 'beforeOpening', hours: null }

	const { override, publicHoliday, schoolHoliday } = facts
	if (override) {
		const kind = override.hours ? 'special' : 'closed'
		return { ...base, kind, hours: override.hours, label: override.label }
	}
	if (publicHoliday) {
		return { ...base, kind: 'publicHoliday', hours: calendar.publicHolidays, label: publicHoliday }
	}
	if (schoolHoliday) {
		const hours = calendar.schoolHolidays
		return { ...base, kind: 'schoolHoliday', hours, label: schoolHoliday.name }
	}
	const hours = calendar.weekdays[facts.weekday]
	return { ...base, kind: hours ? 'regular' : 'restDay', hours }
}

/** A day on which the venue is open. */
export type OpenDay = Opening & { hours: Hours }

/** Returns the opening of a day, or the refusal that says why nothing can be booked for the day at `now`. */
export function isBookable(calendar: Calendar, day: Day, now: Instant): Result<OpenDay> {
	const first = today(now)
	if (day < first) return refuse('dayInPast')
	const opening = openingOn(calendar, day)
	if (opening.kind === 'beforeOpening') return refuse('notYetOpen')
	if (day > addDays(first, calendar.horizonDays)) return refuse('beyondHorizon')
	if (opening.kind === 'restDay') return refuse('restDay')
	return isOpen(opening) ? ok(opening) : refuse('closed')
}

export function isOpen(opening: Opening): opening is OpenDay {
	return opening.hours !== null
}

/**
 * Lists the start times of a day as the clock shows them ('HH:MM'), `raster` minutes apart from opening, the last one
 * ending at closing time at the latest ('day': one raster before it). Cleaning may run past closing. With `day` the
 * change of the clock is heeded: an hour that is skipped has no start time, and durations are real minutes.
 */
export function startTimes(hours: Hours, raster: number, duration: Duration, day?: Day): string[] {
	const length = duration === 'day' ? raster : duration
	const closes = minuteOf(hours.closes)
	const isLongOrShort = day !== undefined && changesClock(day)
	const times: string[] = []
	for (let minute = minuteOf(hours.opens); minute < closes; minute += raster) {
		const time = timeOf(minute)
		const fits = isLongOrShort ? fitsOn(day, time, length, hours.closes) : minute + length <= closes
		if (fits) times.push(time)
	}
	return times
}

/**
 * Returns the moments between which a visit lasts: `duration` real minutes from `time` on, or with 'day' until closing.
 */
export function timeRange(
	day: Day,
	hours: Hours,
	time: string,
	duration: Duration,
): { startsAt: Date; endsAt: Date } {
	const startsAt = instantAt(day, time)
	const endsAt = duration === 'day' ? instantAt(day, hours.closes) : plusMinutes(startsAt, duration)
	return { startsAt, endsAt }
}

/** The keys of `weekdays` in the calendar, Monday first. */
export const weekdays = [
	'monday',
	'tuesday',
	'wednesday',
	'thursday',
	'friday',
	'saturday',
	'sunday',
] as const satisfies (keyof Calendar['weekdays'])[]

type DayFacts = ReturnType<typeof factsOf>

function factsOf(calendar: Calendar, day: Day) {
	return {
		weekday: weekdays[weekdayOf(day)] ?? 'monday',
		override: calendar.overrides.find((override) => override.day === day),
		publicHoliday: publicHolidayOn(calendar, day) ?? townHolidayOn(calendar, day),
		schoolHoliday: calendar.schoolHolidayRanges.find(
			(range) => range.from <= day && day <= range.until,
		),
	}
}

function townHolidayOn({ townHolidays = [] }: Calendar, day: Day): LocalText | null {
	return townHolidays.find(({ date }) => day.endsWith(`-${date}`))?.name ?? null
}

/**
 * Decides the class of a day, which says its prices. A holiday keeps its prices when an override changes its hours
 * alone.
 */
function dayClass(calendar: Calendar, facts: DayFacts): DayClass {
	if (facts.override?.prices) return facts.override.prices
	const isWeekend =
		facts.weekday === 'saturday' ||
		facts.weekday === 'sunday' ||
		calendar.weekendPrices.some(
			(reason) =>
				(reason === 'friday' && facts.weekday === 'friday') ||
				(reason === 'publicHoliday' && facts.publicHoliday) ||
				(reason === 'schoolHoliday' && facts.schoolHoliday),
		)
	return isWeekend ? 'weekend' : 'weekday'
}

function fitsOn(day: Day, time: string, minutes: number, closes: string): boolean {
	const startsAt = instantAt(day, time)
	const exists = timeAt(startsAt) === time
	return exists && plusMinutes(startsAt, minutes) <= instantAt(day, closes)
}

function timeOf(minute: number): string {
	return `${twoDigits(Math.floor(minute / 60))}:${twoDigits(minute % 60)}`
}

function twoDigits(value: number): string {
	return String(value).padStart(2, '0')
}
