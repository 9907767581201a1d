import { expect, test } from 'vitest'

import { readVenue } from '#app/models/operator/read.server.ts'
import {
	type BookedAhead,
	type Line,
	type PlaceAhead,
	touchedBy,
} from '#app/models/operator/touched.ts'
import { instantAt } from '#app/models/venue/day.ts'
import type { Venue } from '#app/models/venue/venue.ts'

const demo = await readVenue('venue')
if (!demo.ok) throw new Error(demo.problems.join('\n'))
const { venue } = demo
const day = '2026-12-05'

function place(number: string, resource: string, more: Partial<PlaceAhead> = {}): PlaceAhead {
	const [begins, ends] = [instantAt(day, '14:00'), instantAt(day, '16:00')]
	return { number, resource, day, units: 1, begins, ends, ...more }
}

function line(productId: string, quantity: number, vatRate = 19): Line {
	return {
		productId,
		quantity,
		vatRate,
		vatParts: null,
		startsAt: instantAt(day, '14:00').valueOf(),
		endsAt: instantAt(day, '16:00').valueOf(),
	}
}

function booked(places: PlaceAhead[], lines: Record<string, Line[]>): BookedAhead {
	return {
		places,
		orders: new Map(
			Object.entries(lines).map(([number, lines]) => [number, { number, day, lines }]),
		),
	}
}

const orders = booked(
	[
		place('2026-000001', 'mars'),
		place('2026-000001', 'park', { units: 12 }),
		place('2026-000002', 'park', { units: 30, ends: instantAt(day, '15:00') }),
		place('2026-000003', 'park', { units: 30, begins: instantAt(day, '15:00') }),
		place('2026-000004', 'venus'),
	],
	{
		'2026-000001': [line('kometen-party', 12), line('pizza', 3, 7)],
		'2026-000002': [line('ticket-child', 30)],
		'2026-000003': [line('ticket-child', 30)],
		'2026-000004': [line('room-venus', 8), line('pizza', 1, 7)],
	},
)

test('N142: a block in the way of a smaller zone is named as one', () => {
	const next = structuredClone(venue)
	Object.assign(resource(next, 'park'), { capacity: 10 })
	const block = { ...place('', 'park', { units: 30 }), number: null, isBlock: true }
	expect(touchedBy(next, venue, booked([block], {}))).toEqual([
		'resources › park: holds 10, but more are there at once with a block (2026-12-05, 30); those bookings stay',
	])
})

const cases: [string, (next: Venue) => unknown, string[]][] = [
	['nothing', () => {}, []],
	[
		'fewer seats than a party has guests',
		(next) => Object.assign(resource(next, 'mars'), { seats: 10 }),
		[
			'resources › mars: has 10 seats, too few for 2026-000001 (2026-12-05, 12 guests); those bookings stay: write to them',
		],
	],
	['as many seats as it has', (next) => Object.assign(resource(next, 'venus'), { seats: 8 }), []],
	[
		'a smaller zone: all orders at a time when more guests are there than fit',
		(next) => Object.assign(resource(next, 'park'), { capacity: 41 }),
		[
			'resources › park: holds 41, but more are there at once with 2026-000001 (2026-12-05, 12), 2026-000002 (2026-12-05, 30), 2026-000003 (2026-12-05, 30); those bookings stay',
		],
	],
	[
		'a smaller zone that still holds all guests at each moment',
		(next) => Object.assign(resource(next, 'park'), { capacity: 42 }),
		[],
	],
	[
		'a product that is gone',
		(next) => {
			next.products = next.products.filter(({ id }) => id !== 'kometen-party')
		},
		[
			'products › kometen-party: is gone from the files but ordered by 2026-000001 (2026-12-05); those bookings stay, with what was included',
		],
	],
	[
		'a room that is gone',
		(next) => {
			next.resources = next.resources.filter(({ id }) => id !== 'venus')
		},
		[
			'resources › venus: is gone from the files but booked by 2026-000004 (2026-12-05); those bookings stay. Has the same room another id now? Then write `was: venus` beside it, or it is sold twice',
		],
	],
	[
		'an old line of VAT that changes',
		(next) => Object.assign(next.vat[0] ?? {}, { reduced: 5 }),
		[
			'vat › 2007-01-01: an old line is another; when the law changes add a line with its first day, and leave the old ones',
			'vat: another rate counts on the day of the visit than was ordered with by 2026-000001 (2026-12-05: 7 %, then 5 %), 2026-000004 (2026-12-05: 7 %, then 5 %); prices stay, and their final invoices take the rate of the visit',
		],
	],
	[
		'a line of VAT from the day of the visit on (faults N16)',
		(next) => next.vat.push({ from: day, standard: 21, reduced: 7 }),
		[
			'vat: another rate counts on the day of the visit than was ordered with by 2026-000001 (2026-12-05: 19 %, then 21 %), 2026-000002 (2026-12-05: 19 %, then 21 %), 2026-000003 (2026-12-05: 19 %, then 21 %), 2026-000004 (2026-12-05: 19 %, then 21 %); prices stay, and their final invoices take the rate of the visit',
		],
	],
	[
		'a line of VAT from the day after on',
		(next) => next.vat.push({ from: '2026-12-06', standard: 21, reduced: 7 }),
		[],
	],
]
test.each(cases)('N16: %s', (_, change, lines) => {
	const next = structuredClone(venue)
	change(next)
	expect(touchedBy(next, venue, orders)).toEqual(lines)
})

test('N85: a package in VAT parts is named for those whose rate changes', () => {
	const vatParts = [
		{ vatClass: 'reduced' as const, vatRate: 7 },
		{ vatClass: 'standard' as const, vatRate: 19 },
	]
	const lines = [{ ...line('kometen-party', 12), vatParts }]
	const next = structuredClone(venue)
	next.vat.push({ from: day, standard: 19, reduced: 8 })
	expect(touchedBy(next, venue, booked([], { '2026-000001': lines }))).toEqual([
		'vat: another rate counts on the day of the visit than was ordered with by 2026-000001 (2026-12-05: 7 %, then 8 %); prices stay, and their final invoices take the rate of the visit',
	])
})

test('twenty orders are named, and the others are counted', () => {
	const places = Array.from({ length: 23 }, (_, index) => place(`2026-0000${index + 10}`, 'mars'))
	const next = structuredClone(venue)
	next.resources = next.resources.filter(({ id }) => id !== 'mars')
	const [said = ''] = touchedBy(next, venue, booked(places, {}))
	expect(said).toContain('2026-000029 (2026-12-05) and 3 more; those bookings stay')
	expect(said).not.toContain('2026-000030')
})

function resource(of: Venue, id: string) {
	return of.resources.find((each) => each.id === id) ?? {}
}
