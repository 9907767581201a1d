import { expect, test } from 'vitest'

import {
	durationText,
	parseDay,
	parseDuration,
	parseMonth,
	parseTime,
} from '#app/models/venue/slot.ts'

test.each(['2026-12-05', '2028-02-29', '2999-12-31'])('%s is a day', (text) => {
	expect(parseDay(text)).toBe(text)
})

test.each([
	'2026-02-30',
	'2027-02-29',
	'0000-01-01',
	'1999-12-31',
	'9999-12-31',
	'99999-01-01',
	'now()',
	'2026-W50-1',
	'1.12.2026',
	"2026-12-05' or 1=1--",
	' 2026-12-05',
	'',
	null,
])('%j is no day (E3)', (text) => {
	expect(parseDay(text)).toBeUndefined()
})

test.each([
	['2026-12', '2026-12'],
	['2026-13', undefined],
	['0000-01', undefined],
	['9999-12', undefined],
	['2026-1', undefined],
	['', undefined],
])('%j is the month %j (E3)', (text, month) => {
	expect(parseMonth(text)).toBe(month)
})

test.each([
	['00:00', '00:00'],
	['23:59', '23:59'],
	['24:00', null],
	['25:00', null],
	['14:00:00', null],
	['14.00', null],
	['2pm', null],
	['', null],
])('%j is the time %j (A15)', (text, time) => {
	expect(parseTime(text)).toBe(time)
})

test.each([
	['5', 5],
	['120', 120],
	['day', 'day'],
	['0', null],
	['7', null],
	['1e2', null],
	['99999', null],
	['<b>', null],
	['', null],
] as const)('%j is the duration %j (E3)', (text, duration) => {
	expect(parseDuration(text)).toBe(duration)
	if (duration !== null) expect(durationText(duration)).toBe(text)
})
