import { expect, test } from 'vitest'

import { readVenue } from '#app/models/operator/read.server.ts'
import { openingOn, type Calendar } from '#app/models/venue/calendar.ts'
import { addDays } from '#app/models/venue/day.ts'
import type { Day } from '#app/models/venue/slot.ts'

/** Public holidays of Bavaria, written out, so that the library is checked too. */
const publicHolidays = new Set(
	[
		'04-18 04-21 05-01 05-29 06-09 06-19 08-15 10-03 11-01 12-25 12-26',
		'01-01 01-06 04-03 04-06 05-01 05-14 05-25 06-04 08-15 10-03 11-01 12-25 12-26',
		'01-01 01-06 03-26 03-29 05-01 05-06 05-17 05-27 08-15 10-03 11-01 12-25 12-26',
	].flatMap((days, index) => days.split(' ').map((day) => `${2025 + index}-${day}`)),
)

test('every day of the demo venue follows the rule: Monday rests, 14 to 20 on weekdays, else 10 to 20', async () => {
	const read = await readVenue('venue')
	if (!read.ok) throw new Error(read.problems.join('\n'))
	const { calendar } = read.venue

	const wrong: string[] = []
	let walked = 0
	for (let day = '2025-03-01'; day <= '2027-12-31'; day = addDays(day, 1)) {
		const { hours } = openingOn(calendar, day)
		const shown = hours ? `${hours.opens}-${hours.closes}` : 'rest day'
		if (shown !== ruleOf(calendar, day)) wrong.push(`${day}: ${shown}`)
		walked += 1
	}
	expect(wrong).toEqual([])
	expect(walked).toBe(306 + 365 + 365)
})

/** The hours by section 1 of the specification. School holidays are the operator's data. */
function ruleOf(calendar: Calendar, day: Day): string {
	const isSchoolHoliday = calendar.schoolHolidayRanges.some(
		({ from, until }) => from <= day && day <= until,
	)
	if (publicHolidays.has(day) || isSchoolHoliday) return '10:00-20:00'
	const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
	if (weekday === 1) return 'rest day'
	return weekday === 0 || weekday === 6 ? '10:00-20:00' : '14:00-20:00'
}
