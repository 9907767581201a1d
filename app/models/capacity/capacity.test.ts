import fc from 'fast-check'
import { expect, test } from 'vitest'

import { assignResources, type Need } from '#app/models/capacity/claim.ts'
import { free } from '#app/models/capacity/free.ts'
import { peak, type Load } from '#app/models/capacity/peak.ts'
import type { Resource } from '#app/models/venue/catalogue.ts'
import { atLeast } from '#testing/seed.ts'

const hour = 3_600_000
const at = (from: number, until: number) => ({ from: from * hour, until: until * hour })
const park: Resource = { id: 'park', name: { de: 'Park', en: 'Park' }, capacity: 40 }
const room = (id: string, seats: number, bufferAfter?: number): Resource => ({
	id,
	name: { de: id, en: id },
	seats,
	...(bufferAfter && { bufferAfter }),
})
const load = (resourceId: string, units: number, from: number, until: number): Load => ({
	resourceId,
	units,
	...at(from, until),
})

test.each<{ what: string; loads: Load[]; from: number; until: number; left: number }>([
	{ what: 'nothing taken', loads: [], from: 10, until: 12, left: 40 },
	{
		what: 'the peak counts, not the sum',
		loads: [load('park', 30, 10, 11), load('park', 30, 11, 12)],
		from: 10,
		until: 12,
		left: 10,
	},
	{
		what: 'what overlaps adds up',
		loads: [load('park', 15, 10, 12), load('park', 15, 11, 13)],
		from: 10,
		until: 13,
		left: 10,
	},
	{
		what: 'ends where ours begins',
		loads: [load('park', 40, 8, 10)],
		from: 10,
		until: 12,
		left: 40,
	},
	{
		what: 'begins where ours ends',
		loads: [load('park', 40, 12, 14)],
		from: 10,
		until: 12,
		left: 40,
	},
	{ what: 'another resource', loads: [load('arena', 40, 10, 12)], from: 10, until: 12, left: 40 },
	{
		what: 'more taken than there is (capacity was lowered)',
		loads: [load('park', 50, 10, 12)],
		from: 10,
		until: 12,
		left: 0,
	},
	{ what: 'a load around ours', loads: [load('park', 25, 8, 20)], from: 10, until: 12, left: 15 },
])('free: $what', ({ loads, from, until, left }) => {
	expect(free(park, loads, at(from, until))).toBe(left)
})

test.each<{
	what: string
	loads: Load[]
	candidates: Resource[]
	seats: number
	given: string | null
}>([
	{
		what: 'the smallest that fits',
		loads: [],
		candidates: [room('big', 20), room('small', 8), room('middle', 12)],
		seats: 10,
		given: 'middle',
	},
	{
		what: 'the next bigger when that is taken',
		loads: [load('middle', 1, 13, 15)],
		candidates: [room('big', 20), room('middle', 12)],
		seats: 10,
		given: 'big',
	},
	{
		what: 'back to back is no overlap',
		loads: [load('middle', 1, 12, 14)],
		candidates: [room('middle', 12)],
		seats: 10,
		given: 'middle',
	},
	{
		what: 'cleaning after ours collides',
		loads: [load('middle', 1, 16, 18)],
		candidates: [room('middle', 12, 30)],
		seats: 10,
		given: null,
	},
	{ what: 'none is big enough', loads: [], candidates: [room('small', 8)], seats: 10, given: null },
])('place: $what', ({ loads, candidates, seats, given }) => {
	const need: Need = { during: at(14, 16), candidates, units: 1, seats }
	expect(assignResources([need], loads)?.[0]?.resourceId ?? null).toBe(given)
})

test('place: when one need of a line finds no place, none is assigned', () => {
	const zone: Need = { during: at(14, 15), candidates: [park], units: 10, seats: 10 }
	const hall: Need = { during: at(15, 16), candidates: [room('hall', 20)], units: 1, seats: 10 }
	expect(assignResources([zone, hall], [])).toHaveLength(2)
	expect(assignResources([zone, hall], [load('hall', 1, 15, 16)])).toBeNull()
})

test('place: two needs of one line do not get the same room', () => {
	const need: Need = {
		during: at(14, 16),
		candidates: [room('a', 10), room('b', 10)],
		units: 1,
		seats: 8,
	}
	expect(assignResources([need, need], [])?.map((it) => it.resourceId)).toEqual(['a', 'b'])
	expect(assignResources([need, need, need], [])).toBeNull()
})

test('peak equals the highest load of any single minute', () => {
	const span = fc
		.tuple(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 1, max: 12 }))
		.map(([from, length]) => ({ from, until: from + length }))
	const loads = fc.array(
		fc.record({ resourceId: fc.constant('park'), units: fc.integer({ min: 1, max: 9 }), span }),
		{ maxLength: 12 },
	)
	fc.assert(
		fc.property(loads, span, (loads, wanted) => {
			const flat = loads.map(({ span, ...load }) => ({ ...load, ...span }))
			const minutes = Array.from(
				{ length: wanted.until - wanted.from },
				(_, index) => wanted.from + index,
			)
			const highest = Math.max(
				...minutes.map((minute) =>
					flat
						.filter((load) => load.from <= minute && minute < load.until)
						.reduce((sum, load) => sum + load.units, 0),
				),
			)
			expect(peak(flat, 'park', wanted)).toBe(highest)
		}),
		{ numRuns: atLeast(2000) },
	)
})
