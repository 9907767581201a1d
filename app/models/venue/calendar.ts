import { DateTime } from 'luxon'

import { i18nOptions, languageTags, type LocalText, type Locale } from '#app/i18n/i18n.ts'
import { publicHolidayOn } from '#app/models/venue/holidays.ts'
import { ok, refuse, type Result } from '#app/models/result.ts'
import type { Calendar, DayClass, DayKind, Duration, Hours } from '#app/models/venue/venue.ts'

/** Where the venue's clock hangs. Named here and nowhere else. */
export const zone = 'Europe/Berlin'

/** A day of the venue's calendar, 'YYYY-MM-DD'. Days compare as strings. */
export type Day = string
/** 'YYYY-MM'. */
export type Month = string
/** A moment, whatever carries it. */
export type Instant = DateTime | Date

/** What a day is. `hours` null: nobody comes in. `class` says which prices count. */
export type Opening = {
	day: Day
	kind: DayKind
	hours: Hours | null
	label: LocalText | null
	class: DayClass
}

/** A real day of the years 2000 to 2999, written exactly so. */
export function parseDay(text: string | null | undefined): Day | undefined {
	return text && /^2\d{3}-\d{2}-\d{2}$/.test(text) && calendarDay(text).isValid ? text : undefined
}

export function parseMonth(text: string | null | undefined): Month | undefined {
	return text && parseDay(`${text}-01`) ? text : undefined
}

/** The day at the venue at that moment: near midnight another one than in UTC. */
export function dayOf(instant: Instant): Day {
	return iso(toZone(instant))
}

export function today(now: Instant): Day {
	return dayOf(now)
}

/** The moment when the venue's clock shows `time` ('HH:MM'); of an hour that comes twice, the first. */
export function instantAt(day: Day, time: string): Date {
	const begins = beginningOf(day)
	if (begins !== null) return plusMinutes(begins, minuteOf(time))

	const moment = DateTime.fromISO(`${day}T${time}`, { zone })
	// Luxon alone decides by the season in which it is asked.
	const [first = moment] = moment.getPossibleOffsets()
	return first.toJSDate()
}

/** Manual override > public holiday > school holiday > weekday rule; before the opening date nothing counts. */
export function openingOn(calendar: Calendar, day: Day): Opening {
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

/** The day's opening, or why nothing can be booked for it at `now`. */
export function isBookable(
	calendar: Calendar,
	day: Day,
	now: Instant,
): Result<Opening & { hours: Hours }> {
	const first = today(now)
	if (day < first) return refuse('dayInPast')
	const opening = openingOn(calendar, day)
	if (opening.kind === 'beforeOpening') return refuse('notYetOpen')
	if (day > addDays(first, calendar.horizonDays)) return refuse('beyondHorizon')
	if (opening.kind === 'restDay') return refuse('restDay')
	return opening.hours ? ok({ ...opening, hours: opening.hours }) : refuse('closed')
}

/** At most `count` bookable days, beginning with `from` itself: the alternatives to a day that is not. */
export function nextBookableDays(
	calendar: Calendar,
	from: Day,
	now: Instant,
	count: number,
): Day[] {
	const days: Day[] = []
	const last = addDays(today(now), calendar.horizonDays)
	const first = from < today(now) ? today(now) : from
	for (let day = first; day <= last && days.length < count; day = addDays(day, 1)) {
		if (isBookable(calendar, day, now).ok) days.push(day)
	}
	return days
}

/**
 * Start times as the clock shows them ('HH:MM'), `raster` minutes apart from opening, the last one ending
 * at closing time at the latest ('day': one raster before it). Cleaning may run past closing. With `day`
 * the clock change counts: an hour that is skipped has no start time, and lengths are real minutes.
 */
export function startTimes(hours: Hours, raster: number, duration: Duration, day?: Day): string[] {
	const length = duration === 'day' ? raster : duration
	const closes = minuteOf(hours.closes)
	const changesClock = day !== undefined && beginningOf(day) === null
	const times: string[] = []
	for (let minute = minuteOf(hours.opens); minute < closes; minute += raster) {
		const time = timeOf(minute)
		const fits = changesClock ? fitsOn(day, time, length, hours.closes) : minute + length <= closes
		if (fits) times.push(time)
	}
	return times
}

/** From `time` on for so many real minutes; 'day': until closing. */
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

export function addDays(day: Day, days: number): Day {
	return iso(calendarDay(day).plus({ days }))
}

export function addMonths(month: Month, months: number): Month {
	return monthOf(iso(calendarDay(`${month}-01`).plus({ months })))
}

/** The last day of the month so many months after the end of the year of `day`; null: no limit. */
export function endOfYearPlus(day: Day, months: number | undefined): Day | null {
	if (months === undefined) return null
	return iso(
		calendarDay(`${day.slice(0, 4)}-12-01`)
			.plus({ months })
			.endOf('month'),
	)
}

export function monthOf(day: Day): Month {
	return day.slice(0, 7)
}

/** Monday to Sunday of the week that `day` is in. */
export function weekOf(day: Day): Day[] {
	const monday = calendarDay(day).startOf('week')
	return Array.from({ length: 7 }, (_, index) => iso(monday.plus({ days: index })))
}

/** The weeks that touch a month, Monday first, with the days of its neighbours that fill them. */
export function monthGrid(month: Month): Day[][] {
	const weeks: Day[][] = []
	const next = addMonths(month, 1)
	for (let week = weekOf(`${month}-01`); (week[0] ?? next) < next;) {
		weeks.push(week)
		week = weekOf(addDays(week[6] ?? next, 1))
	}
	return weeks
}

const dayStyles = {
	/** 'Sa., 28. Nov.' */
	short: { weekday: 'short', day: 'numeric', month: 'short' },
	/** 'Sa., 28. November 2026' */
	long: { weekday: 'short', day: 'numeric', month: 'long', year: 'numeric' },
	/** 'Samstag, 28. November 2026' */
	full: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
	/** '28.11.2026' */
	numeric: { day: '2-digit', month: '2-digit', year: 'numeric' },
	/** 'Sa' */
	weekday: { weekday: 'short' },
	/** 'Samstag' */
	weekdayName: { weekday: 'long' },
	/** '28' */
	dayOfMonth: { day: 'numeric' },
	/** 'November 2026' */
	month: { month: 'long', year: 'numeric' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

export type DayStyle = keyof typeof dayStyles

export function formatDay(day: Day, locale: Locale, style: DayStyle = 'long'): string {
	return dateFormat(locale, 'UTC', dayStyles[style]).format(utc(day))
}

/** '14:00', of a moment as the venue's clock shows it, or of a time 'HH:MM'. */
export function formatTime(time: Instant | string, locale: Locale): string {
	if (typeof time === 'string') return dateFormat(locale, 'UTC', clock).format(utc(anyDay, time))
	return dateFormat(locale, zone, clock).format(time.valueOf())
}

/** '14:00–20:00 Uhr' */
export function formatHours(hours: Hours, locale: Locale): string {
	const { opens, closes } = hours
	const key = `${locale} ${opens} ${closes}`
	let words = hourWords.get(key)
	if (words === undefined) {
		words = dateFormat(locale, 'UTC', clock).formatRange(utc(anyDay, opens), utc(anyDay, closes))
		hourWords.set(key, words)
	}
	return words
}

/** '14:00–16:00 Uhr', of two moments of one day. */
export function formatTimeRange(startsAt: Instant, endsAt: Instant, locale: Locale): string {
	return dateFormat(locale, zone, clock).formatRange(startsAt.valueOf(), endsAt.valueOf())
}

/** '2 Std.', '90 Min.' or 'Ganzer Tag'. */
export function formatDuration(duration: Duration, locale: Locale): string {
	if (duration === 'day') return i18nOptions.resources[locale].translation.calendar.wholeDay
	return duration % 60 === 0
		? unitFormat(locale, 'hour').format(duration / 60)
		: unitFormat(locale, 'minute').format(duration)
}

/** Keys of `weekdays` in the calendar, Monday first. */
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
		weekday: weekdays[calendarDay(day).weekday - 1] ?? 'monday',
		override: calendar.overrides.find((override) => override.day === day),
		publicHoliday: publicHolidayOn(calendar.federalState, day),
		schoolHoliday: calendar.schoolHolidayRanges.find(
			(range) => range.from <= day && day <= range.until,
		),
	}
}

/** A holiday keeps its prices when an override only changes its hours. */
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
	const exists = toZone(startsAt).toFormat('HH:mm') === time
	return exists && plusMinutes(startsAt, minutes) <= instantAt(day, closes)
}

const beginnings = new Map<Day, Date | null>()
const mostBeginnings = 5000

/**
 * Midnight of a day on which the clock is not changed, so that its minutes can be counted; null for the
 * two others. Remembered, because a page asks for hundreds of moments and zones are slow.
 */
function beginningOf(day: Day): Date | null {
	const known = beginnings.get(day)
	if (known !== undefined) return known

	const midnight = DateTime.fromISO(day, { zone })
	const isPlain = midnight.plus({ days: 1 }).diff(midnight, 'hours').hours === 24
	const beginning = isPlain ? midnight.toJSDate() : null
	if (beginnings.size >= mostBeginnings) beginnings.clear()
	beginnings.set(day, beginning)
	return beginning
}

function plusMinutes(instant: Date, minutes: number): Date {
	return DateTime.fromMillis(instant.getTime() + minutes * 60_000, { zone: 'utc' }).toJSDate()
}

function minuteOf(time: string): number {
	return Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
}

function timeOf(minute: number): string {
	return `${twoDigits(Math.floor(minute / 60))}:${twoDigits(minute % 60)}`
}

function twoDigits(value: number): string {
	return String(value).padStart(2, '0')
}

function toZone(instant: Instant): DateTime {
	return DateTime.fromMillis(instant.valueOf(), { zone })
}

/** Days are counted in UTC, where each has 24 hours. */
function calendarDay(day: Day): DateTime {
	return DateTime.fromISO(day, { zone: 'utc' })
}

/** @throws RangeError for what is no moment: that is a bug. */
function iso(moment: DateTime): Day {
	const day = moment.toISODate()
	if (day === null) throw new RangeError('not a moment')
	return day
}

const clock = { hour: '2-digit', minute: '2-digit' } as const satisfies Intl.DateTimeFormatOptions
const anyDay = '2000-01-01'

/** Milliseconds of a day and a time read as UTC, for formats that count in UTC. Without luxon: the browser formats too. */
function utc(day: Day, time = '00:00'): number {
	// It parses and reads no clock.
	// oxlint-disable-next-line no-restricted-globals
	return Date.parse(`${day}T${time}Z`)
}

/** A venue has a handful of them, every page names seven, and a range takes its time. */
const hourWords = new Map<string, string>()

const unitFormats = new Map<string, Intl.NumberFormat>()

function unitFormat(locale: Locale, unit: 'hour' | 'minute'): Intl.NumberFormat {
	const key = `${locale} ${unit}`
	let format = unitFormats.get(key)
	if (!format) {
		format = new Intl.NumberFormat(languageTags[locale], { style: 'unit', unit })
		unitFormats.set(key, format)
	}
	return format
}

const formats = new Map<string, Intl.DateTimeFormat>()

function dateFormat(
	locale: Locale,
	timeZone: string,
	options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
	const key = `${locale} ${timeZone} ${Object.entries(options).join()}`
	let format = formats.get(key)
	if (!format) {
		format = new Intl.DateTimeFormat(languageTags[locale], { timeZone, ...options })
		formats.set(key, format)
	}
	return format
}
