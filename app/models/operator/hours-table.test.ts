import { expect, test } from 'vitest'

import { hoursTable } from '#app/models/operator/hours-table.ts'
import type { Calendar, Hours } from '#app/models/venue/calendar.ts'
import { sampleVenue } from '#testing/sample-order.ts'

const short: Hours = { opens: '14:00', closes: '20:00' }
const long: Hours = { opens: '10:00', closes: '20:00' }
const calendar: Calendar = {
	...sampleVenue.calendar,
	weekdays: {
		monday: null,
		tuesday: short,
		wednesday: short,
		thursday: short,
		friday: short,
		saturday: long,
		sunday: long,
	},
	publicHolidays: long,
	schoolHolidays: long,
	overrides: [],
}

test('the opening hours are written in the language of the visitor', () => {
	expect(hoursTable(calendar, 'de-DE').split('\n')).toEqual([
		'| Tag | geöffnet |',
		'| --- | --- |',
		'| Montag | Ruhetag |',
		'| Dienstag bis Freitag | 14:00–20:00 Uhr |',
		'| Samstag und Sonntag | 10:00–20:00 Uhr |',
		'| Feiertage | 10:00–20:00 Uhr |',
		'| Schulferien | 10:00–20:00 Uhr |',
	])
	expect(hoursTable(calendar, 'en-EN')).toContain('| Tuesday to Friday | 14:00–20:00 |')
})

test('only neighbouring weekdays with equal hours share a row', () => {
	const weekdays = { ...calendar.weekdays, thursday: { opens: '14:00', closes: '22:00' } }
	const table = hoursTable({ ...calendar, weekdays }, 'de-DE')
	expect(table).toContain('| Dienstag und Mittwoch | 14:00–20:00 Uhr |')
	expect(table).toContain('| Donnerstag | 14:00–22:00 Uhr |')
	expect(table).toContain('| Freitag | 14:00–20:00 Uhr |')
})

test('single days that differ follow, with labels that cannot break the table', () => {
	const overrides = [
		{ day: '2026-12-24', label: { de: 'Heilig|abend\n', en: 'Christmas Eve' }, hours: null },
		{ day: '2026-12-31', label: { de: 'Silvester', en: "New Year's Eve" }, hours: long },
	]
	expect(
		hoursTable({ ...calendar, overrides }, 'de-DE')
			.split('\n')
			.slice(-2),
	).toEqual([
		String.raw`| Do., 24. Dezember 2026 (Heilig\|abend ) | geschlossen |`,
		'| Do., 31. Dezember 2026 (Silvester) | 10:00–20:00 Uhr |',
	])
})
