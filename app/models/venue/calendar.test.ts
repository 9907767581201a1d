import { execFileSync } from 'node:child_process'

import { DateTime } from 'luxon'
import { beforeAll, describe, expect, test } from 'vitest'

import { locales } from '#app/i18n/i18n.ts'
import { translator } from '#app/i18n/translator.ts'
import {
	isBookable,
	openingOn,
	startTimes,
	timeRange,
	type Calendar,
	type DayClass,
	type DayKind,
} from '#app/models/venue/calendar.ts'
import {
	formatDay,
	formatDuration,
	formatEndTime,
	formatHours,
	formatTime,
	formatTimeRange,
	formatTimes,
	weekdayNames,
	type DayStyle,
} from '#app/models/venue/date-format.ts'
import {
	addDays,
	addMonths,
	dayOf,
	endOfYearPlus,
	endTimeAt,
	instantAt,
	monthGrid,
	today,
	weekOf,
} from '#app/models/venue/day.ts'
import { parseDay, parseMonth, type Duration } from '#app/models/venue/slot.ts'
import { zone } from '#app/models/venue/zone.ts'

const afternoon = { opens: '14:00', closes: '20:00' }
const wholeDay = { opens: '10:00', closes: '20:00' }

const calendar: Calendar = {
	openingDate: '2025-03-01',
	horizonDays: 180,
	federalState: 'BY',
	weekdays: {
		monday: null,
		tuesday: afternoon,
		wednesday: afternoon,
		thursday: afternoon,
		friday: afternoon,
		saturday: wholeDay,
		sunday: wholeDay,
	},
	publicHolidays: wholeDay,
	schoolHolidays: wholeDay,
	schoolHolidayRanges: [
		{
			name: { de: 'Sommerferien', en: 'Summer holidays' },
			from: '2026-08-03',
			until: '2026-09-14',
		},
		{
			name: { de: 'Weihnachtsferien', en: 'Christmas holidays' },
			from: '2026-12-24',
			until: '2027-01-08',
		},
	],
	weekendPrices: ['publicHoliday', 'schoolHoliday'],
	overrides: [
		{ day: '2026-12-25', label: { de: 'Weihnachten', en: 'Christmas' }, hours: null },
		{
			day: '2026-12-31',
			label: { de: 'Silvester', en: "New Year's Eve" },
			hours: { opens: '10:00', closes: '15:00' },
		},
		{
			day: '2026-05-25',
			label: { de: 'Lange Nacht', en: 'Long night' },
			hours: { opens: '10:00', closes: '23:00' },
		},
		{
			day: '2027-03-01',
			label: { de: 'Geburtstag', en: 'Birthday' },
			hours: afternoon,
			prices: 'weekend',
		},
		{
			day: '2026-08-10',
			label: { de: 'Probelauf', en: 'Trial run' },
			hours: afternoon,
			prices: 'weekday',
		},
	],
}

test.each<{
	what: string
	day: string
	kind: DayKind
	hours: string | null
	class: DayClass
	label?: string
}>([
	{ what: 'Monday', day: '2026-11-23', kind: 'restDay', hours: null, class: 'weekday' },
	{ what: 'Tuesday', day: '2026-11-24', kind: 'regular', hours: '14:00-20:00', class: 'weekday' },
	{ what: 'Friday', day: '2026-11-27', kind: 'regular', hours: '14:00-20:00', class: 'weekday' },
	{ what: 'Saturday', day: '2026-11-28', kind: 'regular', hours: '10:00-20:00', class: 'weekend' },
	{ what: 'Sunday', day: '2026-11-29', kind: 'regular', hours: '10:00-20:00', class: 'weekend' },
	{
		what: 'last day before the opening',
		day: '2025-02-28',
		kind: 'beforeOpening',
		hours: null,
		class: 'weekday',
	},
	{
		what: 'opening day',
		day: '2025-03-01',
		kind: 'regular',
		hours: '10:00-20:00',
		class: 'weekend',
	},
	{
		what: 'holiday before the opening',
		day: '2025-01-01',
		kind: 'beforeOpening',
		hours: null,
		class: 'weekend',
	},
	{
		what: 'holiday on a Monday',
		day: '2026-04-06',
		kind: 'publicHoliday',
		hours: '10:00-20:00',
		class: 'weekend',
		label: 'Ostermontag',
	},
	{
		what: 'holiday on a Thursday',
		day: '2026-05-14',
		kind: 'publicHoliday',
		hours: '10:00-20:00',
		class: 'weekend',
		label: 'Christi Himmelfahrt',
	},
	{
		what: 'holiday on a Sunday',
		day: '2026-11-01',
		kind: 'publicHoliday',
		hours: '10:00-20:00',
		class: 'weekend',
		label: 'Allerheiligen',
	},
	{
		what: 'Easter Sunday is no public holiday in Bavaria',
		day: '2026-04-05',
		kind: 'regular',
		hours: '10:00-20:00',
		class: 'weekend',
	},
	{
		what: 'a bank holiday is none',
		day: '2025-12-24',
		kind: 'regular',
		hours: '14:00-20:00',
		class: 'weekday',
	},
	{
		what: 'holiday of another state',
		day: '2028-10-31',
		kind: 'regular',
		hours: '14:00-20:00',
		class: 'weekday',
	},
	{
		what: 'school holiday on a Monday',
		day: '2026-08-17',
		kind: 'schoolHoliday',
		hours: '10:00-20:00',
		class: 'weekend',
		label: 'Sommerferien',
	},
	{
		what: 'first day of school holidays',
		day: '2026-08-03',
		kind: 'schoolHoliday',
		hours: '10:00-20:00',
		class: 'weekend',
		label: 'Sommerferien',
	},
	{
		what: 'last day of school holidays',
		day: '2026-09-14',
		kind: 'schoolHoliday',
		hours: '10:00-20:00',
		class: 'weekend',
		label: 'Sommerferien',
	},
	{
		what: 'the day after',
		day: '2026-09-15',
		kind: 'regular',
		hours: '14:00-20:00',
		class: 'weekday',
	},
	{
		what: 'public beats school holiday',
		day: '2027-01-06',
		kind: 'publicHoliday',
		hours: '10:00-20:00',
		class: 'weekend',
		label: 'Heilige Drei Könige',
	},
	{
		what: 'override closes a public holiday',
		day: '2026-12-25',
		kind: 'closed',
		hours: null,
		class: 'weekend',
		label: 'Weihnachten',
	},
	{
		what: 'override opens a public holiday longer',
		day: '2026-05-25',
		kind: 'special',
		hours: '10:00-23:00',
		class: 'weekend',
		label: 'Lange Nacht',
	},
	{
		what: 'override in school holidays',
		day: '2026-12-31',
		kind: 'special',
		hours: '10:00-15:00',
		class: 'weekend',
		label: 'Silvester',
	},
	{
		what: 'override of a Monday with weekend prices',
		day: '2027-03-01',
		kind: 'special',
		hours: '14:00-20:00',
		class: 'weekend',
		label: 'Geburtstag',
	},
	{
		what: 'override with weekday prices',
		day: '2026-08-10',
		kind: 'special',
		hours: '14:00-20:00',
		class: 'weekday',
		label: 'Probelauf',
	},
	{
		what: 'New Year',
		day: '2027-01-01',
		kind: 'publicHoliday',
		hours: '10:00-20:00',
		class: 'weekend',
		label: 'Neujahr',
	},
	{
		what: 'spring forward (C19)',
		day: '2026-03-29',
		kind: 'regular',
		hours: '10:00-20:00',
		class: 'weekend',
	},
	{
		what: 'fall back (C20)',
		day: '2026-10-25',
		kind: 'regular',
		hours: '10:00-20:00',
		class: 'weekend',
	},
	{
		what: 'leap day (C21), a Tuesday',
		day: '2028-02-29',
		kind: 'regular',
		hours: '14:00-20:00',
		class: 'weekday',
	},
])('openingOn: $what, $day', ({ day, kind, hours, class: prices, label }) => {
	const opening = openingOn(calendar, day)
	expect({
		kind: opening.kind,
		hours: opening.hours && `${opening.hours.opens}-${opening.hours.closes}`,
		class: opening.class,
		label: opening.label?.de,
	}).toEqual({ kind, hours, class: prices, label })
})

test('openingOn: a holiday has a name in both languages', () => {
	expect(openingOn(calendar, '2026-04-06').label).toEqual({
		de: 'Ostermontag',
		en: 'Easter Monday',
	})
})

test('openingOn: Fridays and holidays cost what the venue says', () => {
	const busy: Calendar = { ...calendar, weekendPrices: ['friday'] }
	expect(openingOn(busy, '2026-11-27').class).toBe('weekend')
	expect(openingOn(busy, '2026-04-06').class).toBe('weekday')
	expect(openingOn(busy, '2026-08-18').class).toBe('weekday')
})

describe('isBookable', () => {
	const now = DateTime.fromISO('2026-11-24T12:00', { zone })
	const horizon = '2027-05-23'

	test.each<{ what: string; day: string; answer: string }>([
		{ what: 'today', day: '2026-11-24', answer: 'ok' },
		{ what: 'yesterday', day: '2026-11-23', answer: 'errors.dayInPast' },
		{ what: 'a rest day', day: '2026-11-30', answer: 'errors.restDay' },
		{ what: 'closed by hand', day: '2026-12-25', answer: 'errors.closed' },
		{ what: 'the last day of the horizon', day: horizon, answer: 'ok' },
		{ what: 'one day beyond', day: addDays(horizon, 1), answer: 'errors.beyondHorizon' },
		{ what: 'far beyond', day: '2999-12-31', answer: 'errors.beyondHorizon' },
	])('$what', ({ day, answer }) => {
		const bookable = isBookable(calendar, day, now)
		expect(bookable.ok ? 'ok' : bookable.message.key).toBe(answer)
	})

	test('before the opening date', () => {
		const early = DateTime.fromISO('2025-01-10T12:00', { zone })
		const bookable = isBookable(calendar, '2025-02-28', early)
		expect(bookable).toEqual({ ok: false, message: { key: 'errors.notYetOpen' } })
		expect(isBookable(calendar, '2025-03-01', early).ok).toBe(true)
	})

	test('today ends at midnight of the venue, not of UTC (C21)', () => {
		const before = DateTime.fromISO('2025-12-31T22:59:59Z')
		const after = DateTime.fromISO('2025-12-31T23:00:00Z')
		const open: Calendar = { ...calendar, weekdays: { ...calendar.weekdays, wednesday: wholeDay } }
		expect(isBookable(open, '2025-12-31', before).ok).toBe(true)
		expect(isBookable(open, '2025-12-31', after)).toEqual({
			ok: false,
			message: { key: 'errors.dayInPast' },
		})
	})
})

test.each([
	['2026-11-28', '2026-11-28'],
	['2028-02-29', '2028-02-29'],
	['2027-02-29', undefined],
	['2026-13-01', undefined],
	['2026-00-10', undefined],
	['2026-02-30', undefined],
	['1999-12-31', undefined],
	['3000-01-01', undefined],
	['2026-1-1', undefined],
	[' 2026-11-28', undefined],
	['2026-11-28T10:00', undefined],
	['2026-W48-6', undefined],
	['', undefined],
	[null, undefined],
	[undefined, undefined],
])('parseDay %j', (text, day) => {
	expect(parseDay(text)).toBe(day)
})

test.each([
	['2026-11', '2026-11'],
	['2026-13', undefined],
	['2026', undefined],
	[null, undefined],
])('parseMonth %j', (text, month) => {
	expect(parseMonth(text)).toBe(month)
})

test.each<{ what: string; instant: string; day: string }>([
	{ what: 'last second of the year in Berlin', instant: '2026-12-31T22:59:59Z', day: '2026-12-31' },
	{
		what: 'first second of the year in Berlin, still December in UTC',
		instant: '2026-12-31T23:00:00Z',
		day: '2027-01-01',
	},
	{ what: 'first second of the year in UTC', instant: '2027-01-01T00:00:00Z', day: '2027-01-01' },
	{ what: 'summer midnight', instant: '2026-07-14T22:00:00Z', day: '2026-07-15' },
	{ what: 'the evening before spring forward', instant: '2026-03-28T22:59:59Z', day: '2026-03-28' },
	{ what: 'spring forward begins', instant: '2026-03-28T23:00:00Z', day: '2026-03-29' },
	{
		what: 'spring forward ends after 23 hours',
		instant: '2026-03-29T22:00:00Z',
		day: '2026-03-30',
	},
	{ what: 'fall back begins', instant: '2026-10-24T22:00:00Z', day: '2026-10-25' },
	{ what: 'fall back ends after 25 hours', instant: '2026-10-25T22:59:59Z', day: '2026-10-25' },
	{ what: 'leap day', instant: '2028-02-28T23:00:00Z', day: '2028-02-29' },
])('dayOf: $what', ({ instant, day }) => {
	expect(dayOf(DateTime.fromISO(instant))).toBe(day)
	expect(today(DateTime.fromISO(instant).toJSDate())).toBe(day)
})

test.each([
	['Bavaria has no holiday on 15 August', {}, '2026-08-15', null],
	[
		'communes with mostly Catholic people have',
		{ holidayRegion: 'KATH' },
		'2026-08-15',
		'Mariä Himmelfahrt',
	],
	['Augsburg has', { holidayRegion: 'A' }, '2026-08-15', 'Mariä Himmelfahrt'],
	['Augsburg has one on 8 August', { holidayRegion: 'A' }, '2026-08-08', 'Augsburger Friedensfest'],
	[
		'a list of the town’s own',
		{ townHolidays: [{ date: '08-15', name: { de: 'Stadtfest', en: 'x' } }] },
		'2027-08-15',
		'Stadtfest',
	],
	['all that the state has stays', { holidayRegion: 'A' }, '2026-11-01', 'Allerheiligen'],
])('town holidays: %s', (_, more, day, name) => {
	const opening = openingOn({ ...calendar, schoolHolidayRanges: [], ...more }, day)
	if (name === null) expect(opening.kind).toBe('regular')
	else expect(opening).toMatchObject({ kind: 'publicHoliday', label: { de: name } })
})

test.each<{ what: string; day: string; time: string; instant: string }>([
	{ what: 'winter', day: '2026-11-28', time: '14:00', instant: '2026-11-28T13:00:00.000Z' },
	{ what: 'summer', day: '2026-07-15', time: '14:00', instant: '2026-07-15T12:00:00.000Z' },
	{
		what: 'the day before spring forward',
		day: '2026-03-28',
		time: '10:00',
		instant: '2026-03-28T09:00:00.000Z',
	},
	{
		what: 'spring forward (C19)',
		day: '2026-03-29',
		time: '10:00',
		instant: '2026-03-29T08:00:00.000Z',
	},
	{
		what: 'spring forward, closing',
		day: '2026-03-29',
		time: '20:00',
		instant: '2026-03-29T18:00:00.000Z',
	},
	{ what: 'the day after', day: '2026-03-30', time: '10:00', instant: '2026-03-30T08:00:00.000Z' },
	{
		what: 'the day before fall back',
		day: '2026-10-24',
		time: '10:00',
		instant: '2026-10-24T08:00:00.000Z',
	},
	{
		what: 'fall back (C20)',
		day: '2026-10-25',
		time: '10:00',
		instant: '2026-10-25T09:00:00.000Z',
	},
	{
		what: 'fall back, closing',
		day: '2026-10-25',
		time: '20:00',
		instant: '2026-10-25T19:00:00.000Z',
	},
	{ what: 'the day after', day: '2026-10-26', time: '10:00', instant: '2026-10-26T09:00:00.000Z' },
	{
		what: 'an hour that comes twice: the first',
		day: '2026-10-25',
		time: '02:30',
		instant: '2026-10-25T00:30:00.000Z',
	},
	{ what: 'leap day', day: '2028-02-29', time: '14:00', instant: '2028-02-29T13:00:00.000Z' },
	{ what: 'midnight', day: '2026-11-28', time: '24:00', instant: '2026-11-28T23:00:00.000Z' },
	{
		what: 'midnight of a day of 23 hours (N15)',
		day: '2026-03-29',
		time: '24:00',
		instant: '2026-03-29T22:00:00.000Z',
	},
	{
		what: 'midnight of a day of 25 hours (N15)',
		day: '2026-10-25',
		time: '24:00',
		instant: '2026-10-25T23:00:00.000Z',
	},
])('instantAt: $what, $day $time', ({ day, time, instant }) => {
	expect(instantAt(day, time).toISOString()).toBe(instant)
})

test.each<{
	what: string
	hours: [string, string]
	raster: number
	duration: Duration
	day?: string
	times: string
}>([
	{
		what: 'the last one ends at closing',
		hours: ['14:00', '20:00'],
		raster: 60,
		duration: 120,
		times: '14:00 15:00 16:00 17:00 18:00',
	},
	{
		what: 'half hours',
		hours: ['18:00', '20:00'],
		raster: 30,
		duration: 60,
		times: '18:00 18:30 19:00',
	},
	{
		what: 'a raster that does not meet closing',
		hours: ['14:00', '17:00'],
		raster: 45,
		duration: 60,
		times: '14:00 14:45 15:30',
	},
	{
		what: 'counted from opening',
		hours: ['09:20', '11:00'],
		raster: 30,
		duration: 30,
		times: '09:20 09:50 10:20',
	},
	{ what: 'longer than the day', hours: ['14:00', '20:00'], raster: 30, duration: 375, times: '' },
	{ what: 'exactly the day', hours: ['14:00', '20:00'], raster: 30, duration: 360, times: '14:00' },
	{
		what: 'until closing',
		hours: ['17:00', '20:00'],
		raster: 60,
		duration: 'day',
		times: '17:00 18:00 19:00',
	},
	{
		what: 'spring forward has no 02:30 (C19)',
		hours: ['00:00', '05:00'],
		raster: 30,
		duration: 60,
		day: '2026-03-29',
		times: '00:00 00:30 01:00 01:30 03:00 03:30 04:00',
	},
	{
		what: 'spring forward, two real hours',
		hours: ['00:00', '05:00'],
		raster: 60,
		duration: 120,
		day: '2026-03-29',
		times: '00:00 01:00 03:00',
	},
	{
		what: 'fall back, an hour more (C20)',
		hours: ['00:00', '05:00'],
		raster: 60,
		duration: 240,
		day: '2026-10-25',
		times: '00:00 01:00 02:00',
	},
	{
		what: 'until midnight (N15)',
		hours: ['20:00', '24:00'],
		raster: 60,
		duration: 120,
		times: '20:00 21:00 22:00',
	},
	{
		what: 'until midnight of a day of 23 hours (N15)',
		hours: ['20:00', '24:00'],
		raster: 60,
		duration: 120,
		day: '2026-03-29',
		times: '20:00 21:00 22:00',
	},
	{
		what: 'until midnight of a day of 25 hours (N15)',
		hours: ['20:00', '24:00'],
		raster: 30,
		duration: 'day',
		day: '2026-10-25',
		times: '20:00 20:30 21:00 21:30 22:00 22:30 23:00 23:30',
	},
	{
		what: 'in the daytime a clock change is nothing',
		hours: ['10:00', '20:00'],
		raster: 120,
		duration: 120,
		day: '2026-03-29',
		times: '10:00 12:00 14:00 16:00 18:00',
	},
])('startTimes: $what', ({ hours: [opens, closes], raster, duration, day, times }) => {
	expect(startTimes({ opens, closes }, raster, duration, day).join(' ')).toBe(times)
})

test.each<{
	what: string
	day: string
	time: string
	duration: Duration
	ends: string
}>([
	{ what: 'two hours', day: '2026-11-28', time: '14:00', duration: 120, ends: '16:00' },
	{ what: 'until closing', day: '2026-11-28', time: '14:30', duration: 'day', ends: '20:00' },
	{
		what: 'until closing on spring forward',
		day: '2026-03-29',
		time: '10:00',
		duration: 'day',
		ends: '20:00',
	},
	{
		what: 'across spring forward minutes are real',
		day: '2026-03-29',
		time: '01:30',
		duration: 60,
		ends: '03:30',
	},
	{
		what: 'across fall back minutes are real',
		day: '2026-10-25',
		time: '01:30',
		duration: 120,
		ends: '02:30',
	},
	{ what: 'afternoon of fall back', day: '2026-10-25', time: '14:00', duration: 90, ends: '15:30' },
])('timeRange: $what', ({ day, time, duration, ends }) => {
	const { startsAt, endsAt } = timeRange(day, wholeDay, time, duration)
	expect(formatTime(startsAt, 'de-DE')).toBe(time)
	expect(formatTime(endsAt, 'de-DE')).toBe(ends)
	if (duration !== 'day') expect((endsAt.getTime() - startsAt.getTime()) / 60_000).toBe(duration)
})

test.each([
	['2026-03-28', 1, '2026-03-29'],
	['2026-03-29', 1, '2026-03-30'],
	['2026-10-25', 1, '2026-10-26'],
	['2026-10-25', -1, '2026-10-24'],
	['2028-02-28', 1, '2028-02-29'],
	['2028-02-29', 1, '2028-03-01'],
	['2027-02-28', 1, '2027-03-01'],
	['2026-12-31', 1, '2027-01-01'],
])('addDays %s %i', (day, days, expected) => {
	expect(addDays(day, days)).toBe(expected)
})

test.each([
	['2026-11', 1, '2026-12'],
	['2026-12', 1, '2027-01'],
	['2027-01', -1, '2026-12'],
])('addMonths %s %i', (month, months, expected) => {
	expect(addMonths(month, months)).toBe(expected)
})

test.each([
	['2026-11-23', '2026-11-23', '2026-11-29'],
	['2026-11-29', '2026-11-23', '2026-11-29'],
	['2026-03-29', '2026-03-23', '2026-03-29'],
	['2027-01-01', '2026-12-28', '2027-01-03'],
	['2028-02-29', '2028-02-28', '2028-03-05'],
])('weekOf %s', (day, monday, sunday) => {
	const week = weekOf(day)
	expect(week).toHaveLength(7)
	expect([week[0], week[6]]).toEqual([monday, sunday])
	expect(week).toContain(day)
})

test.each([
	['2026-11', 6, '2026-10-26', '2026-12-06'],
	['2027-02', 4, '2027-02-01', '2027-02-28'],
	['2028-02', 5, '2028-01-31', '2028-03-05'],
	['2026-12', 5, '2026-11-30', '2027-01-03'],
])('monthGrid %s', (month, weeks, first, last) => {
	const grid = monthGrid(month)
	expect(grid).toHaveLength(weeks)
	expect(grid.every((week) => week.length === 7)).toBe(true)
	expect([grid[0]?.[0], grid.at(-1)?.[6]]).toEqual([first, last])
	expect(grid.flat().filter((day) => day.startsWith(month)).length).toBeGreaterThanOrEqual(28)
})

test.each<[DayStyle, string, string]>([
	['long', 'Sa., 28. November 2026', 'Sat, 28 November 2026'],
	['full', 'Samstag, 28. November 2026', 'Saturday, 28 November 2026'],
	['numeric', '28.11.2026', '28/11/2026'],
	['weekday', 'Sa', 'Sat'],
	['weekdayName', 'Samstag', 'Saturday'],
	['month', 'November 2026', 'November 2026'],
])('formatDay %s', (style, de, en) => {
	expect(formatDay('2026-11-28', 'de-DE', style)).toBe(de)
	expect(formatDay('2026-11-28', 'en-EN', style)).toBe(en)
})

test('formatDay: short, and long when nothing is said', () => {
	expect(formatDay('2026-11-28', 'de-DE', 'short')).toBe('Sa., 28. Nov.')
	expect(formatDay('2026-11-28', 'en-EN', 'short')).toMatch(/^Sat,? 28 Nov$/)
	expect(formatDay('2026-11-28', 'de-DE')).toBe('Sa., 28. November 2026')
})

test.each([
	['2026-11-27T23:30Z', '28.11.2026'],
	['2026-11-28T22:30Z', '28.11.2026'],
	['2026-06-30T22:30Z', '01.07.2026'],
])('formatDay of a moment: the day at the venue at %s', (moment, day) => {
	expect(formatDay(new Date(moment), 'de-DE', 'numeric')).toBe(day)
	expect(formatDay(DateTime.fromISO(moment), 'de-DE', 'numeric')).toBe(day)
})

test('weekdayNames: from Monday on', () => {
	const short = weekdayNames('de-DE').map((names) => names.short)
	expect(short).toEqual(['Mo', 'Di', 'Mi', 'Do', 'Fr', 'Sa', 'So'])
	expect(weekdayNames('en-EN')[6]).toEqual({ short: 'Sun', long: 'Sunday' })
})

test('times are written as the venue says them', () => {
	const startsAt = instantAt('2026-11-28', '14:00')
	expect(formatTime('09:30', 'de-DE')).toBe('09:30')
	expect(formatTime(startsAt, 'en-EN')).toBe('14:00')
	expect(formatTime(DateTime.fromJSDate(startsAt), 'de-DE')).toBe('14:00')
	expect(formatHours({ opens: '14:00', closes: '20:00' }, 'de-DE')).toBe('14:00–20:00 Uhr')
	expect(formatHours({ opens: '10:00', closes: '20:00' }, 'en-EN')).toBe('10:00–20:00')
	expect(formatTimeRange(startsAt, instantAt('2026-11-28', '16:00'), 'de-DE')).toBe(
		'14:00–16:00 Uhr',
	)
	for (const locale of ['de-DE', 'en-EN'] as const)
		expect(formatTimes(startsAt, instantAt('2026-11-28', '16:00'), locale)).toBe('14:00–16:00')
})

test.each([
	['2026-11-28', '14:00'],
	['2026-03-29', '23:00'],
	['2026-10-25', '00:00'],
])('%s from %s until midnight is written with one day and 24:00 (faults N15)', (day, opens) => {
	const midnight = instantAt(day, '24:00')
	const startsAt = instantAt(day, opens)
	expect(formatHours({ opens, closes: '24:00' }, 'de-DE')).toBe(`${opens}–24:00 Uhr`)
	expect(formatHours({ opens, closes: '24:00' }, 'en-EN')).toBe(`${opens}–24:00`)
	expect(formatTimeRange(startsAt, midnight, 'de-DE')).toBe(`${opens}–24:00 Uhr`)
	expect(formatTimes(startsAt, midnight, 'en-EN')).toBe(`${opens}–24:00`)
	expect(formatEndTime(midnight, 'de-DE')).toBe('24:00')
	expect(endTimeAt(midnight)).toBe('24:00')
})

test.each<[Duration, string, string]>([
	[60, '1 Std.', '1 hr'],
	[120, '2 Std.', '2 hrs'],
	[90, '90 Min.', '90 mins'],
	['day', 'Ganzer Tag', 'Whole day'],
])('formatDuration %s', (duration, de, en) => {
	const words = locales.map((locale) => formatDuration(duration, locale, translator(locale)))
	expect(words).toEqual([de, en])
})

const everything = `
	import * as calendars from '#app/models/venue/calendar.ts'
	import * as written from '#app/models/venue/date-format.ts'
	import * as dates from '#app/models/venue/day.ts'
	const it = { ...calendars, ...written, ...dates }
	const calendar = ${JSON.stringify(calendar)}
	const days = []
	for (let day = '2026-01-01'; day < '2028-03-05'; day = it.addDays(day, 1)) days.push(day)
	const moments = ['2026-12-31T22:59:59Z', '2026-12-31T23:00:00Z', '2026-03-29T00:59:59Z', '2026-03-29T01:00:00Z', '2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z']
	console.log(JSON.stringify({
		openings: days.map((day) => it.openingOn(calendar, day)),
		instants: days.map((day) => [it.instantAt(day, '00:00'), it.instantAt(day, '02:30'), it.instantAt(day, '20:00')]),
		weeks: days.map((day) => it.weekOf(day)),
		written: days.map((day) => it.formatDay(day, 'de-DE', 'full') + it.formatTime(it.instantAt(day, '14:00'), 'de-DE')),
		days: moments.map((moment) => it.dayOf(new Date(moment))),
		bookable: moments.map((moment) => it.isBookable(calendar, '2026-11-25', new Date(moment))),
		starts: ['2026-03-28', '2026-03-29', '2026-10-25'].map((day) => it.startTimes({ opens: '00:00', closes: '05:00' }, 30, 60, day)),
		grids: ['2026-03', '2026-10', '2028-02'].map((month) => it.monthGrid(month)),
	}))`

/** Runs the program above on a machine in a time zone; returns what it computes, as JSON. */
const computedIn = (TZ: string) =>
	execFileSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', everything], {
		env: { ...process.env, TZ },
		encoding: 'utf8',
		maxBuffer: 1e8,
	})

describe('the time zone of the machine changes nothing', () => {
	let inUtc = ''
	beforeAll(() => {
		inUtc = computedIn('UTC')
	})

	test.each(['Europe/Berlin', 'America/Los_Angeles'])('%s', (zone) => {
		expect(inUtc.length).toBeGreaterThan(100_000)
		expect(computedIn(zone) === inUtc).toBe(true)
	})
})

test.each([
	['2026-01-01', 36, '2029-12-31'],
	['2026-12-31', 36, '2029-12-31'],
	['2026-05-05', 1, '2027-01-31'],
	['2026-05-05', 2, '2027-02-28'],
	['2026-05-05', undefined, null],
])('a voucher bought on %s for %j months is valid until %j', (day, months, until) => {
	expect(endOfYearPlus(day, months)).toBe(until)
})
