import { expect, test } from 'vitest'

import type { Calendar, Hours } from '#app/models/venue/calendar.ts'
import { hoursTable, withHoursOfNow } from '#app/models/venue/hours-table.ts'
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

test('neighbouring weekdays with equal hours share a row, and no others do', () => {
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

test('N184: a page shows the days that staff closed or changed since its files were applied', async () => {
	const { marked } = await import('marked')
	const page = (table: string) => `<p>Text</p>\n${marked.parse(table, { async: false })}<p>More</p>`
	const overrides = [
		{ day: '2026-11-01', label: { de: 'vorbei', en: 'over' }, hours: null },
		{ day: '2026-12-31', label: { de: 'Silvester', en: 'NYE' }, hours: long },
	]
	const applied = page(hoursTable({ ...calendar, overrides }, 'de-DE'))
	const ofStaff = { day: '2026-12-13', label: { de: 'Heizung <b>', en: '-' }, hours: null }
	const now = { ...calendar, overrides: [...overrides, ofStaff] }
	const shown = withHoursOfNow(applied, now, 'de-DE', '2026-11-26')
	expect(shown).toContain(
		'<tr><td>So., 13. Dezember 2026 (Heizung &lt;b&gt;)</td><td>geschlossen</td></tr><tr><td>Do., 31. Dezember 2026 (Silvester)</td>',
	)
	expect(shown).not.toContain('vorbei')
	expect(shown.match(/<tr>/g)).toHaveLength(8)
	expect(shown).toMatch(/^<p>Text<\/p>\n<table>[\s\S]*<\/tbody><\/table>\n<p>More<\/p>$/)
	expect(withHoursOfNow(applied, calendar, 'de-DE', '2026-11-26').match(/<tr>/g)).toHaveLength(6)
	const own = page('| Tag | geöffnet |\n| --- | --- |\n| Montag | nie |')
	expect(withHoursOfNow(own, now, 'de-DE', '2026-11-26')).toBe(own)
})
