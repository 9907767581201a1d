import type { DateTime } from 'luxon'

import { inLocale, type Locale } from '#app/i18n/i18n.ts'
import { texts } from '#app/i18n/texts.ts'
import { memoizeByOwner } from '#app/models/memoize.ts'
import type { Cents } from '#app/models/money.ts'
import { hasRoom, type DayMark } from '#app/models/offer/mark.ts'
import { isBookable, openingOn, type Opening } from '#app/models/venue/calendar.ts'
import type { DayKind } from '#app/models/venue/calendar.ts'
import { formatDay, formatHours, weekdayNames } from '#app/models/venue/date-format.ts'
import { addDays, addMonths, monthGrid, today, weekOf } from '#app/models/venue/day.ts'
import { monthOf } from '#app/models/venue/month.ts'
import type { Day, Month } from '#app/models/venue/slot.ts'
import type { Venue } from '#app/models/venue/venue.ts'

/*
 * Days of the start page in the visitor's language, with finished words: dates are put into words on the server,
 * because browsers and servers differ in how they write them.
 */

/**
 * A day of the calendar in words. `weekday`: 'Sa', or the short name of a holiday; `name`: 'Freitag, 25. Dezember 2026,
 * 1. Weihnachtstag'.
 */
export type DayView = {
	day: Day
	weekday: string
	name: string
	mark: DayMark
	isToday: boolean
	/** The least price on that day; null when the day has no room, or nothing is sold. */
	price: Cents | null
	/** True on days with weekend prices. */
	isDear: boolean
}
/**
 * The days of the strip. `before` and `after`: the weekday of the chosen day in the nearest weeks that can be booked,
 * null when there are none. `dear` names the days with weekend prices: 'Sa, So, Feiertag, Ferien'.
 */
export type StripView = { days: DayView[]; before: Day | null; after: Day | null; dear: string }
export type MonthView = {
	month: Month | null
	title: string
	weekdays: { short: string; long: string }[]
	/**
	 * Six weeks from the month's first week that is not over, filled up with days of the months around it; a day is null
	 * while the month is being loaded.
	 */
	weeks: (DayView | null)[][]
	before: Month | null
	after: Month | null
}
export type OpeningView = {
	name: string
	hours: string | null
	kind: DayKind
	label: string | null
}

/** The data that the words of each day depend on, with functions for its mark and its price. */
type DayInput = {
	locale: Locale
	now: DateTime
	markOf: (day: Day) => DayMark
	priceOn: (day: Day) => Cents | null
}

/**
 * The number of days in the strip, and how many of them are in sight: the strip begins today, unless the chosen day
 * would then stand too far to the end to be seen.
 */
const strip = { days: 14, inSight: 4 }

export function stripDays(day: Day, now: DateTime): Day[] {
	const first = today(now)
	const begin = day < addDays(first, strip.inSight) ? first : addDays(day, -1)
	return Array.from({ length: strip.days }, (_, index) => addDays(begin, index))
}

export function stripView(venue: Venue, day: Day, input: DayInput): StripView {
	return {
		days: stripDays(day, input.now).map((day) => dayView(venue, day, input)),
		before: neighbour(venue, day, -1, input.now),
		after: neighbour(venue, day, 1, input.now),
		dear: dearWords(venue, input.locale),
	}
}

/** Returns the names of the days with weekend prices, by the venue's `weekendPrices`, in the order of the week. */
const dearWords = memoizeByOwner(({ calendar: { weekendPrices } }: Venue, locale: Locale) => {
	const names = weekdayNames(locale).map(({ short }) => short)
	const words = texts[locale].shop.day
	return [
		...(weekendPrices.includes('friday') ? names.slice(4) : names.slice(5)),
		...(weekendPrices.includes('publicHoliday') ? [words.publicHoliday] : []),
		...(weekendPrices.includes('schoolHoliday') ? [words.schoolHoliday] : []),
	].join(', ')
})

/**
 * Returns the days of a month's calendar: six weeks from the month's first week that is not over, so that every month
 * is equally tall, nothing below moves, and no cell is empty.
 */
export function monthDays(month: Month, now: DateTime): Day[] {
	const weeks = monthGrid(month)
	const begin = weeks.find((days) => (days[6] ?? '') >= today(now))?.[0] ?? `${month}-01`
	return Array.from({ length: 42 }, (_, index) => addDays(begin, index))
}

export function monthView(venue: Venue, month: Month, input: DayInput): MonthView {
	const days = monthDays(month, input.now).map((day) => dayView(venue, day, input))
	const first = today(input.now)
	const last = addDays(first, venue.calendar.horizonDays)
	const before = addMonths(month, -1)
	const after = addMonths(month, 1)
	return {
		month,
		title: formatDay(`${month}-01`, input.locale, 'month'),
		weekdays: weekdayNames(input.locale),
		weeks: Array.from({ length: 6 }, (_, week) => days.slice(7 * week, 7 * week + 7)),
		before: before >= monthOf(first) ? before : null,
		after: after <= monthOf(last) ? after : null,
	}
}

export function openingView({ day, hours, kind, label }: Opening, locale: Locale): OpeningView {
	return {
		name: formatDay(day, locale, 'full'),
		hours: hours && formatHours(hours, locale),
		kind,
		label: label && inLocale(label, locale),
	}
}

function dayView(venue: Venue, day: Day, { locale, now, markOf, priceOn }: DayInput): DayView {
	const { weekday, name, isDear } = wordsOfDay(venue, { day, locale })
	const mark = markOf(day)
	const price = hasRoom({ mark }) ? priceOn(day) : null
	return { day, weekday, name, mark, isToday: day === today(now), price, isDear }
}

type Named = { day: Day; locale: Locale }

/** Returns the words of a day that do not depend on the current time. */
const wordsOfDay = memoizeByOwner(
	({ calendar }: Venue, { day, locale }: Named) => {
		const { label, class: dayClass } = openingOn(calendar, day)
		const holiday = label && inLocale(label, locale)
		return {
			weekday: holiday && holiday.length <= 8 ? holiday : formatDay(day, locale, 'weekday'),
			name: [formatDay(day, locale, 'full'), holiday].filter(Boolean).join(', '),
			isDear: dayClass === 'weekend',
		}
	},
	({ day, locale }) => `${day} ${locale}`,
)

/**
 * Returns a bookable day of the nearest week before or after that has one: this weekday, or else the week's first; null
 * when there is no such week.
 */
function neighbour(venue: Venue, day: Day, direction: 1 | -1, now: DateTime): Day | null {
	const first = today(now)
	const last = addDays(first, venue.calendar.horizonDays)
	for (let same = addDays(day, 7 * direction); ; same = addDays(same, 7 * direction)) {
		const week = weekOf(same)
		if ((week[0] ?? same) > last || (week[6] ?? same) < first) return null
		const bookable = week.filter((day) => isBookable(venue.calendar, day, now).ok)
		const found = bookable.includes(same) ? same : bookable[0]
		if (found) return found
	}
}
