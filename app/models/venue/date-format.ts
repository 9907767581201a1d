import type { TFunction } from 'i18next'

import { languageTags, type Locale } from '#app/i18n/i18n.ts'
import type { Hours } from '#app/models/venue/calendar.ts'
import type { Instant } from '#app/models/venue/day.ts'
import type { Day, Duration } from '#app/models/venue/slot.ts'
import { zone } from '#app/models/venue/zone.ts'

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
	/** 'November 2026' */
	month: { month: 'long', year: 'numeric' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

export type DayStyle = keyof typeof dayStyles

/** Of a day 'YYYY-MM-DD', or of a moment the day at the venue. */
export function formatDay(day: Instant | Day, locale: Locale, style: DayStyle = 'long'): string {
	if (typeof day === 'string') return dateFormat(locale, 'UTC', dayStyles[style]).format(utc(day))
	return dateFormat(locale, zone, dayStyles[style]).format(day.valueOf())
}

/** Monday to Sunday. */
export function weekdayNames(locale: Locale): { short: string; long: string }[] {
	return mondayToSunday.map((day) => ({
		short: formatDay(day, locale, 'weekday'),
		long: formatDay(day, locale, 'weekdayName'),
	}))
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
	const key = `${locale} ${startsAt.valueOf()} ${endsAt.valueOf()}`
	let words = rangeWords.get(key)
	if (words === undefined) {
		words = dateFormat(locale, zone, clock).formatRange(startsAt.valueOf(), endsAt.valueOf())
		if (rangeWords.size >= MOST_RANGES) rangeWords.clear()
		rangeWords.set(key, words)
	}
	return words
}

/** The same without a word: '14:00–16:00'. */
export function formatTimes(startsAt: Instant, endsAt: Instant, locale: Locale): string {
	return `${formatTime(startsAt, locale)}–${formatTime(endsAt, locale)}`
}

/** '2 Std.', '90 Min.' or 'Ganzer Tag', for which the words are needed. */
export function formatDuration(duration: Duration, locale: Locale, t: TFunction): string {
	return duration === 'day' ? t('calendar.wholeDay') : formatMinutes(duration, locale)
}

export function formatMinutes(duration: number, locale: Locale): string {
	return duration % 60 === 0
		? unitFormat(locale, 'hour').format(duration / 60)
		: unitFormat(locale, 'minute').format(duration)
}

const clock = { hour: '2-digit', minute: '2-digit' } as const satisfies Intl.DateTimeFormatOptions
const anyDay = '2000-01-01'
const mondayToSunday = [1, 2, 3, 4, 5, 6, 7].map((day) => `2024-01-0${day}`)

/** Milliseconds of a day and a time read as UTC, for formats that count in UTC. Without luxon: the browser formats too. */
function utc(day: Day, time = '00:00'): number {
	// It parses and reads no clock.
	// oxlint-disable-next-line no-restricted-globals
	return Date.parse(`${day}T${time}Z`)
}

/** A venue has a handful of them, every page names seven, and a range takes its time. */
const hourWords = new Map<string, string>()

/** A page with a cart names the same few several times, and so do those of others who come then. */
const rangeWords = new Map<string, string>()
const MOST_RANGES = 2000

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

/** By what they are made of; a page formats hundreds of dates. */
const formats = new Map<Intl.DateTimeFormatOptions, Map<string, Intl.DateTimeFormat>>()

function dateFormat(
	locale: Locale,
	timeZone: string,
	options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
	const own = formats.get(options) ?? new Map<string, Intl.DateTimeFormat>()
	if (own.size === 0) formats.set(options, own)
	const key = locale + timeZone
	let format = own.get(key)
	if (!format) {
		format = new Intl.DateTimeFormat(languageTags[locale], { timeZone, ...options })
		own.set(key, format)
	}
	return format
}
