import { expect, test } from 'vitest'

import { instantAt } from '#app/models/venue/day.ts'

import { offeredTime, timeChoices } from './block-times.server.ts'

const day = '2026-12-12'
const hours = {
	from: instantAt(day, '10:00').valueOf(),
	until: instantAt(day, '20:00').valueOf(),
}

// Faults N203: the times that the form of a block proposes.
test.each([
	['the whole day', { from: null, until: null }, '10:00–20:00'],
	['from a free time until its end', { from: '15:30', until: '17:00' }, '15:30–17:00'],
	['until the half hour before cleaning begins', { from: '15:30', until: '16:45' }, '15:30–16:30'],
	[
		'a free time that is shorter than half an hour',
		{ from: '15:30', until: '15:45' },
		'15:30–20:00',
	],
	['what is no time of the day', { from: 'later', until: 'never' }, '10:00–20:00'],
])('a block is proposed for %s', (_, wished, proposed) => {
	const { from, until } = timeChoices(hours, wished)
	expect(`${from.chosen}–${until.chosen}`).toBe(proposed)
})

test.each([
	['09:00-24:00', ['09:00', '24:00']],
	['00:10-12:30', ['00:10', '12:30']],
	['09:00-33:00', undefined],
	['09:00-12:60', undefined],
	['9-12', undefined],
	['09:00', undefined],
	['09:00-10:00-11:00', undefined],
	['', undefined],
])('N352: the offered time %j is read as %j', (sent, read) => {
	expect(offeredTime.safeParse(sent).data).toEqual(read)
})
