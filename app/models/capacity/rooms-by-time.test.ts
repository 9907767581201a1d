import { DateTime } from 'luxon'
import { describe, expect, test } from 'vitest'

import type { TakenPlace } from '#app/models/capacity/block.ts'
import { roomsByTime, type RoomCell } from '#app/models/capacity/rooms-by-time.ts'
import { instantAt, timeAt } from '#app/models/venue/day.ts'

// N148: each row of the table of rooms is filled without a gap, whatever is taken.

const day = '2026-11-28'
const at = (time: string) => instantAt(day, time).valueOf()
const hours = { from: at('10:00'), until: at('20:00') }
const mars = { id: 'mars', name: { de: 'Mars', en: 'Mars' }, seats: 12, bufferAfter: 30 }
const park = { id: 'park', name: { de: 'Park', en: 'Park' }, capacity: 20 }
const block = { kind: 'block' as const, blockId: 'b', reason: 'x' }

function taken(id: string, [from, ends, until]: [string, string, string], units = 1): TakenPlace {
	return {
		resourceId: id,
		units,
		from: at(from),
		until: at(until),
		begins: at(from),
		ends: at(ends),
		holder: block,
	}
}

function words(cell: RoomCell): string {
	const clock = (moment: number) => timeAt(DateTime.fromMillis(moment))
	switch (cell.kind) {
		case 'free':
			return `free ${cell.times.map(clock).join(' ')} (${cell.columns})`
		case 'taken':
			return `${cell.when} ${clock(cell.place.begins)} (${cell.columns})`
		case 'cleaning':
		case 'none':
			return `${cell.kind} (${cell.columns})`
	}
}

function cellsOf(places: TakenPlace[], now: string): string[] {
	const [row] = roomsByTime([mars], { taken: places, hours, now: at(now) }).rooms
	return (row?.cells ?? []).map(words)
}

describe('a room', () => {
	test('shows what is over, its cleaning, and the half hours that are still free', () => {
		const places = [
			taken('mars', ['12:00', '13:30', '14:00']),
			taken('mars', ['15:30', '17:00', '17:30']),
		]
		expect(cellsOf(places, '14:20')).toEqual([
			'none (24)',
			'over 12:00 (18)',
			'cleaning (6)',
			'free 14:00 14:30 15:00 (18)',
			'ahead 15:30 (18)',
			'cleaning (6)',
			'free 17:30 18:00 18:30 19:00 19:30 (30)',
		])
	})
	test('has no link to a time that is shorter than half an hour', () => {
		const places = [
			taken('mars', ['14:30', '16:00', '16:10']),
			taken('mars', ['16:45', '20:00', '20:30']),
		]
		expect(cellsOf(places, '15:00')).toEqual([
			'none (54)',
			'now 14:30 (18)',
			'cleaning (2)',
			'none (7)',
			'ahead 16:45 (39)',
		])
	})
	test('cleaning past closing is cut, and a booking outside the hours makes the table longer', () => {
		const layout = roomsByTime([mars], {
			taken: [taken('mars', ['19:30', '21:00', '21:30'])],
			hours,
			now: at('08:00'),
		})
		expect([layout.columns, layout.hours.length, layout.now]).toEqual([132, 11, null])
		expect(layout.rooms[0]?.cells.map(words).at(-1)).toBe('ahead 19:30 (18)')
	})
	test('nothing is free on a closed day: only what is taken is shown, or nothing (N205)', () => {
		const closed = { hours: null, now: at('08:00') }
		const places = [taken('mars', ['14:00', '15:00', '15:30'])]
		const [row] = roomsByTime([mars], { ...closed, taken: places }).rooms
		expect(row?.cells.map(words)).toEqual(['ahead 14:00 (12)'])
		expect(roomsByTime([mars], { ...closed, taken: [] })).toMatchObject({ columns: 0, rooms: [] })
	})
	test('a row is as wide as the table for any places that do not overlap', () => {
		for (let seed = 1; seed <= 200; seed += 1) {
			const places: TakenPlace[] = []
			let minute = (seed * 7) % 60
			while (minute < 560) {
				const length = 5 * (1 + ((seed * 13 + minute) % 24))
				const begins = hours.from + minute * 60_000
				const ends = begins + length * 60_000
				const until = ends + 5 * ((seed + minute) % 7) * 60_000
				places.push({
					resourceId: 'mars',
					units: 1,
					from: begins,
					until,
					begins,
					ends,
					holder: block,
				})
				minute = (until - hours.from) / 60_000 + 5 * ((seed * 3 + minute) % 15)
			}
			const now = at('10:00') + seed * 3 * 60_000
			const layout = roomsByTime([mars], { taken: places, hours, now })
			const width = layout.rooms[0]?.cells.reduce((sum, { columns }) => sum + columns, 0)
			expect(width).toBe(layout.columns)
		}
	})
})

test('a zone shows the most units of each half hour, and how full it is', () => {
	const places = [
		taken('park', ['10:15', '11:00', '11:00'], 7),
		taken('park', ['10:45', '12:00', '12:00'], 13),
	]
	const [zone] = roomsByTime([park], { taken: places, hours, now: at('09:00') }).zones
	expect(zone?.loads.slice(0, 5).map(({ units, tenths }) => [units, tenths])).toEqual([
		[7, 4],
		[20, 10],
		[13, 7],
		[13, 7],
		[0, 0],
	])
})
