import type { TFunction } from 'i18next'

import { languageTags, type Locale } from '#app/i18n/i18n.ts'
import { memoizeByOwner } from '#app/models/memoize.ts'
import type { Hours } from '#app/models/venue/calendar.ts'
import type { Instant } from '#app/models/venue/day.ts'
import type { Day, Duration } from '#app/models/venue/slot.ts'
import { zone } from '#app/models/venue/zone.ts'

const dayStyles = {
	/** A day as 'Sa., 28. Nov.'. */
	short: { weekday: 'short', day: 'numeric', month: 'short' },
	/** A day as 'Sa., 28. November', where the year is known. */
	ofYear: { weekday: 'short', day: 'numeric', month: 'long' },
	/** A day as 'Sa., 28. November 2026'. */
	long: { weekday: 'short', day: 'numeric', month: 'long', year: 'numeric' },
	/** A day as 'Samstag, 28. November 2026'. */
	full: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
	/** A day as '28.11.2026'. */
	numeric: { day: '2-digit', month: '2-digit', year: 'numeric' },
	/** The weekday of a day as 'Sa'. */
	weekday: { weekday: 'short' },
	/** The weekday of a day as 'Samstag'. */
	weekdayName: { weekday: 'long' },
	/** The month of a day as 'November 2026'. */
	month: { month: 'long', year: 'numeric' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

export type DayStyle = keyof typeof dayStyles

/** Formats a day 'YYYY-MM-DD', or the day at the venue of a moment. */
export function formatDay(day: Instant | Day, locale: Locale, style: DayStyle = 'long'): string {
	if (typeof day === 'string') return dateFormat(dayStyles[style], locale).format(utc(day))
	return zonedFormat(dayStyles[style], locale).format(day.valueOf())
}

/** Returns the names of the weekdays, short and long, Monday first. */
export function weekdayNames(locale: Locale): { short: string; long: string }[] {
	return mondayToSunday.map((day) => ({
		short: formatDay(day, locale, 'weekday'),
		long: formatDay(day, locale, 'weekdayName'),
	}))
}

/** Formats a moment as the venue's clock shows it, or a time 'HH:MM', as '14:00'. */
export function formatTime(time: Instant | string, locale: Locale): string {
	if (typeof time === 'string') return dateFormat(clock, locale).format(utc(anyDay, time))
	return zonedFormat(clock, locale).format(time.valueOf())
}

/** Formats a day's hours as '14:00–20:00 Uhr'; midnight closes a day as 24:00. */
export function formatHours({ opens, closes }: Hours, locale: Locale): string {
	const span = { from: utc(anyDay, opens), until: utc(anyDay, closes) }
	return formatSpan(dateFormat(clock, locale), span)
}

/** Formats two moments of one day as '14:00–16:00 Uhr'; midnight ends a day as 24:00. */
export function formatTimeRange(startsAt: Instant, endsAt: Instant, locale: Locale): string {
	const span = { from: startsAt.valueOf(), until: endsAt.valueOf() }
	return formatSpan(zonedFormat(clock, locale), span)
}

/** Formats two moments of one day as '14:00–16:00', without 'Uhr'; midnight ends a day as 24:00. */
export function formatTimes(startsAt: Instant, endsAt: Instant, locale: Locale): string {
	return `${formatTime(startsAt, locale)}–${formatEndTime(endsAt, locale)}`
}

/** Formats the moment at which a visit ends as '16:00'; midnight is '24:00'. */
export function formatEndTime(endsAt: Instant, locale: Locale): string {
	return isMidnight(zonedFormat(clock, locale), endsAt.valueOf())
		? '24:00'
		: formatTime(endsAt, locale)
}

/** Formats a duration as '2 Std.', '90 Min.' or, in the words of `t`, 'Ganzer Tag'. */
export function formatDuration(duration: Duration, locale: Locale, t: TFunction): string {
	return duration === 'day' ? t('calendar.wholeDay') : formatMinutes(duration, locale)
}

export function formatMinutes(duration: number, locale: Locale): string {
	return duration % 60 === 0
		? unitFormat(hour, locale).format(duration / 60)
		: unitFormat(minute, locale).format(duration)
}

const clock = { hour: '2-digit', minute: '2-digit' } as const satisfies Intl.DateTimeFormatOptions
const anyDay = '2000-01-01'
const mondayToSunday = [1, 2, 3, 4, 5, 6, 7].map((day) => `2024-01-0${day}`)

/**
 * Returns the epoch milliseconds of a day and a time read as UTC, for formats in UTC. Without luxon, because the
 * browser formats too.
 */
function utc(day: Day, time = '00:00'): number {
	// `Date.parse` reads no clock.
	// oxlint-disable-next-line no-restricted-globals
	return Date.parse(`${day}T${time}Z`)
}

/** Formats a span of time. Memoized by format and span: pages repeat few spans, and formatting one is slow. */
const formatSpan = memoizeByOwner(
	(format: Intl.DateTimeFormat, { from, until }: { from: number; until: number }) =>
		isMidnight(format, until) ? toMidnight(format, from, until) : format.formatRange(from, until),
	({ from, until }) => `${from} ${until}`,
)

function isMidnight(format: Intl.DateTimeFormat, moment: number): boolean {
	return format.format(moment).startsWith('00:00')
}

/** Formats a range until midnight. Intl would write two dates, so 23:59 is formatted and written as 24:00. */
function toMidnight(format: Intl.DateTimeFormat, from: number, until: number): string {
	const end: Record<string, string> = { hour: '24', minute: '00' }
	return format
		.formatRangeToParts(from, until - 60_000)
		.map(({ source, type, value }) => (source === 'endRange' && end[type]) || value)
		.join('')
}

const hour = { style: 'unit', unit: 'hour' } as const satisfies Intl.NumberFormatOptions
const minute = { style: 'unit', unit: 'minute' } as const satisfies Intl.NumberFormatOptions
const unitFormat = memoizeByOwner(
	(options: Intl.NumberFormatOptions, locale: Locale) =>
		new Intl.NumberFormat(languageTags[locale], options),
)

/**
 * Returns the date format for some options and a locale; memoized by both, because a page formats hundreds of dates.
 */
const dateFormat = formatIn('UTC')
const zonedFormat = formatIn(zone)

function formatIn(timeZone: string) {
	return memoizeByOwner(
		(options: Intl.DateTimeFormatOptions, locale: Locale) =>
			new Intl.DateTimeFormat(languageTags[locale], { timeZone, ...options }),
	)
}
