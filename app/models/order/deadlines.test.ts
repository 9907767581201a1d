import { expect, test } from 'vitest'

import { changesStillPossible } from '#app/models/order/deadlines.ts'
import { instantAt } from '#app/models/venue/day.ts'
import { sampleOrder } from '#testing/sample-order.ts'

const text = (de: string) => ({ de, en: de })
const venue = {
	deadlines: [
		{ before: { days: 7 }, text: text('cancel') },
		{ before: { hours: 48 }, text: text('move') },
	],
	changes: text('write'),
}
const line = sampleOrder.lines.find(({ startsAt }) => startsAt !== null)
const startsAt = instantAt('2026-12-08', '14:00')
const order = {
	day: '2026-12-08',
	state: 'confirmed' as const,
	lines: line ? [{ ...line, startsAt, endsAt: instantAt('2026-12-08', '16:00') }] : [],
}
const wordsAt = (day: string, time: string, of: Partial<typeof order> = {}) =>
	changesStillPossible(venue, { ...order, ...of }, instantAt(day, time)).map(({ de }) => de)

test.each([
	['2026-11-20', '09:00', 'cancel move write'],
	['2026-12-01', '23:59', 'cancel move write'],
	['2026-12-02', '00:00', 'move write'],
	['2026-12-06', '14:00', 'move write'],
	['2026-12-06', '14:01', 'write'],
	['2026-12-08', '13:10', 'write'],
	['2026-12-08', '14:00', ''],
	['2026-12-09', '09:00', ''],
])('N40: at %s %s only deadlines that are ahead are promised', (day, time, words) => {
	expect(wordsAt(day, time).join(' ')).toBe(words)
})

test('what has no time, no day, no booking or no words', () => {
	expect(wordsAt('2026-12-08', '23:59', { lines: [] })).toEqual(['write'])
	expect(wordsAt('2026-12-09', '00:00', { lines: [] })).toEqual([])
	const now = instantAt('2026-11-20', '09:00')
	expect(changesStillPossible(venue, { ...order, day: null }, now)).toEqual([])
	expect(changesStillPossible(venue, { ...order, state: 'cancelled' }, now)).toEqual([])
	expect(changesStillPossible({ deadlines: venue.deadlines }, order, now)).toEqual([])
	expect(changesStillPossible({ changes: venue.changes }, order, now)).toEqual([venue.changes])
})
