import { describe, expect, test } from 'vitest'

import { freeTimes, judgeBlock, type TakenPlace, unitsOf } from '#app/models/capacity/block.ts'
import { instantAt } from '#app/models/venue/day.ts'

// Faults L6, N140: what a block may take, and what a refusal names.

const day = '2026-12-12'
const at = (time: string) => instantAt(day, time).valueOf()
const hours = { from: at('10:00'), until: at('20:00') }
const mars = { id: 'mars', name: { de: 'Mars', en: 'Mars' }, seats: 12, bufferAfter: 30 }
const park = { id: 'park', name: { de: 'Park', en: 'Park' }, capacity: 10 }

const taken = (
	resourceId: string,
	times: [string, string, string],
	holder: TakenPlace['holder'],
	units = 1,
): TakenPlace => {
	const [from, ends, until] = times
	return {
		resourceId,
		units,
		from: at(from),
		until: at(until),
		begins: at(from),
		ends: at(ends),
		holder,
	}
}
const frieda = {
	kind: 'order' as const,
	orderId: 'o',
	number: '2026-000042',
	name: 'Frieda',
	title: null,
	lines: [],
	isPaid: true,
}
const booked = taken('mars', ['15:30', '17:00', '17:30'], frieda)
const held = taken('mars', ['18:00', '19:00', '19:30'], { kind: 'cart', until: at('12:20') })
const blocked = taken('mars', ['10:00', '11:00', '11:00'], {
	kind: 'block',
	blockId: 'b',
	reason: 'Schloss',
})

describe('a room', () => {
	const judge = (from: string, until: string, places: TakenPlace[]) =>
		judgeBlock(mars, { from: at(from), until: at(until), units: 1 }, { taken: places, hours })

	test('is blocked where it is free, also right after the cleaning and right before a party', () => {
		expect(judge('17:30', '20:00', [booked])).toMatchObject({ ok: true })
		expect(judge('10:00', '15:30', [booked])).toMatchObject({ ok: true })
	})
	test('is refused over a booking and its cleaning, which is named with the times that are free', () => {
		const refused = judge('17:00', '20:00', [booked])
		expect(refused).toMatchObject({
			message: {
				key: 'errors.desk.blockOverBooking',
				values: { names: 'Frieda (2026-000042), 15:30–17:00' },
			},
			hits: [booked],
			free: [
				{ from: at('10:00'), until: at('15:30') },
				{ from: at('17:30'), until: at('20:00') },
			],
		})
	})
	test('is refused over a hold until it ends, and over another block with its reason', () => {
		expect(judge('18:30', '20:00', [held])).toMatchObject({
			message: { key: 'errors.desk.blockOverHold', values: { until: '12:20' } },
		})
		expect(judge('10:30', '12:00', [blocked])).toMatchObject({
			message: {
				key: 'errors.desk.blockOverBlock',
				values: { time: '10:00–11:00', reason: 'Schloss' },
			},
		})
	})
	test('names the bookings first when several kinds are in the way', () => {
		const refused = judge('10:00', '20:00', [blocked, held, booked])
		expect(refused).toMatchObject({
			message: { key: 'errors.desk.blockOverBooking' },
			hits: [booked, held, blocked],
		})
	})
})

describe('a zone', () => {
	const guests = taken('park', ['14:00', '16:00', '16:00'], frieda, 7)
	const judge = (units: number) =>
		judgeBlock(park, { from: at('13:00'), until: at('15:00'), units }, { taken: [guests], hours })

	test.each([
		[3, true],
		[4, false],
		[11, false],
	])('%i of ten places beside seven guests: %s', (units, fits) => {
		expect(judge(units).ok).toBe(fits)
	})
	test('says at which times so many places are free', () => {
		expect(freeTimes(park, [guests], { units: 4, hours })).toEqual([
			{ from: at('10:00'), until: at('14:00') },
			{ from: at('16:00'), until: at('20:00') },
		])
	})
})

test('a room is blocked whole, a zone in part or in whole', () => {
	expect([unitsOf(mars, 5), unitsOf(park, 5), unitsOf(park, null)]).toEqual([1, 5, 10])
})
