import { expect, test } from 'vitest'

import { joinedDays } from '#app/routes/shop/day/joined-days.ts'
import type { DayView } from '#app/routes/shop/view/calendar-view.ts'

function days(from: number, to: number, price = 0): DayView[] {
	return Array.from({ length: to - from + 1 }, (_, index) => {
		const date = String(from + index).padStart(2, '0')
		return { day: `2026-12-${date}`, price } as DayView
	})
}

test.each([
	['the strip has moved on', days(1, 10), days(4, 13), [1, 13]],
	['it has moved back', days(4, 13), days(1, 10), [1, 13]],
	['the same days', days(1, 10), days(1, 10), [1, 10]],
	['days that are far away', days(1, 5), days(9, 13), [9, 13]],
	['days that are far before', days(9, 13), days(1, 5), [1, 5]],
	['too many', days(1, 15), days(15, 29), [15, 29]],
])('N44: %s', (_, before, now, [first, last]) => {
	const joined = joinedDays(before, now)
	expect(joined).toEqual(days(first ?? 0, last ?? 0))
})

test('the newer state of a day that both lists hold counts', () => {
	const prices = joinedDays(days(1, 3, 100), days(3, 4, 200)).map(({ price }) => price)
	expect(prices).toEqual([100, 100, 200, 200])
})
