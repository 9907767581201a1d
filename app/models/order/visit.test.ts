import { expect, test } from 'vitest'

import { zero } from '#app/models/money.ts'
import { headsPerHalfHour, wantedExtras, type Visit } from '#app/models/order/visit.ts'
import { instantAt } from '#app/models/venue/day.ts'
import { sampleOrder, sampleVenue } from '#testing/sample-order.ts'

function visit(day: string, guests: number, [from, until]: [string, string]): Visit {
	const [startsAt, endsAt] = [instantAt(day, from), instantAt(day, until)]
	const { resource } = sampleVenue.entry
	return {
		id: sampleOrder.id,
		number: '2026-000001',
		name: 'Ada Lovelace',
		familyName: 'Lovelace',
		email: 'ada@example.com',
		phones: [],
		startsAt,
		endsAt,
		lines: sampleOrder.lines,
		places: [
			{ resourceId: resource, units: guests, isRoom: false, from: startsAt, until: endsAt },
			{ resourceId: 'mars', units: 1, isRoom: true, from: startsAt, until: endsAt },
		],
		left: zero,
		party: null,
		answers: {},
	}
}

test('guests by the half hour are the most at once, not all that come in it', () => {
	const day = '2026-12-05'
	const visits = [visit(day, 10, ['10:00', '11:00']), visit(day, 7, ['10:45', '11:30'])]
	const heads = headsPerHalfHour(sampleVenue, [...visits, visit(day, 3, ['11:00', '11:15'])])
	expect(heads).toEqual([
		{ time: '10:00', heads: 10 },
		{ time: '10:30', heads: 17 },
		{ time: '11:00', heads: 10 },
	])
	expect(headsPerHalfHour(sampleVenue, [])).toEqual([])
})

test('each half hour stands apart in the night that has an hour twice', () => {
	const heads = headsPerHalfHour(sampleVenue, [visit('2026-10-25', 4, ['01:30', '03:00'])])
	expect(heads.map(({ time }) => time)).toEqual(['01:30', '02:00', '02:30', '02:00', '02:30'])
})

test('the extras of a day, in all and by the time of their bookings', () => {
	const day = '2026-12-05'
	const visits = [visit(day, 10, ['10:00', '12:00']), visit(day, 10, ['14:00', '16:00'])]
	expect(wantedExtras(sampleVenue, visits)).toMatchObject([
		{
			title: { de: 'Pizza' },
			quantity: 6,
			byTime: [
				{ time: '10:00', quantity: 3 },
				{ time: '14:00', quantity: 3 },
			],
		},
		{ title: { de: 'Stoppersocken' }, quantity: 8 },
	])
})
