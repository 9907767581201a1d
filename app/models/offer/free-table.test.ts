import { DateTime } from 'luxon'
import { expect, test } from 'vitest'

import type { Load } from '#app/models/capacity/peak.ts'
import { freeTable } from '#app/models/offer/free-table.ts'
import { fitsOf } from '#app/models/offer/room-fits.ts'
import type { Kind } from '#app/models/offer/search.ts'
import { readVenue } from '#app/models/operator/read.server.ts'
import { isBookable } from '#app/models/venue/calendar.ts'
import { instantAt, timeAt } from '#app/models/venue/day.ts'

// N182: the free times of the telephone, and what fits a free time of a room, at the demo venue on a Saturday.

const read = await readVenue('venue')
if (!read.ok) throw new Error(read.problems.join('\n'))
const { venue } = read
const saturday = '2026-12-05'
const at = (time: string, day = saturday) => instantAt(day, time).valueOf()
const morning: DateTime = DateTime.fromJSDate(instantAt('2026-11-26', '09:00'))

function taken(resourceId: string, from: string, until: string, units = 1): Load {
	return { resourceId, units, from: at(from), until: at(until) }
}
const rooms = ['mercury', 'venus', 'mars', 'saturn', 'jupiter']

type TableSearch = {
	kind?: Kind
	day?: string
	guests?: number
	duration?: number
	loads?: Load[]
	now?: DateTime
	preferred?: string[]
}

function tableFor({ loads = [], now = morning, preferred = [], ...search }: TableSearch) {
	const asked = { kind: 'party' as const, day: saturday, guests: 8, duration: 90, ...search }
	const { times, rows } = freeTable(venue, asked, { loads, now, preferred })
	const cell = (productId: string, time: string) => {
		const found = rows.find(({ product }) => product.id === productId)?.free.get(time)
		if (!found) return null
		const room = found.room && `${found.room.id} ${timeAt(DateTime.fromMillis(found.room.from))}`
		return `${room ?? found.left}${found.isByPhone ? '*' : ''}`
	}
	return { times, rows, cell }
}

test.each<[string, TableSearch, string, string | null]>([
	['the smallest room with enough seats, after half an hour of play', {}, '14:00', 'mercury 14:30'],
	['nine children need a larger one', { guests: 9 }, '14:00', 'venus 14:30'],
	['more than the package takes', { guests: 11 }, '14:00', null],
	['fewer than it takes are as many as it takes', { guests: 2 }, '14:00', 'mercury 14:30'],
	[
		'the next one while that is taken',
		{ loads: [taken('mercury', '15:30', '16:00')] },
		'14:00',
		'venus 14:30',
	],
	['cleaning counts', { loads: [taken('mercury', '16:05', '17:00')] }, '14:00', 'venus 14:30'],
	['a room that is preferred', { preferred: ['jupiter'] }, '14:00', 'jupiter 14:30'],
	[
		'a room that is preferred and taken',
		{ preferred: ['mars'], loads: [taken('mars', '14:00', '15:00')] },
		'14:00',
		'mercury 14:30',
	],
	[
		'a preferred room with too few seats',
		{ guests: 9, preferred: ['mercury'] },
		'14:00',
		'venus 14:30',
	],
	['no room is free', { loads: rooms.map((room) => taken(room, '10:00', '20:00')) }, '14:00', null],
	['the park is full', { loads: [taken('park', '14:00', '15:00', 250)] }, '14:00', null],
	[
		'inside its notice it is free and marked',
		{ now: onDay('2026-12-04', '10:00') },
		'14:00',
		'mercury 14:30*',
	],
	['the last time ends at closing', {}, '18:00', 'mercury 18:30'],
	['after it nothing begins', {}, '18:30', null],
	['what has begun is no choice', { now: onDay(saturday, '14:01') }, '14:00', null],
])('a party: %s', (_, asked, time, cell) => {
	expect(tableFor(asked).cell('kometen-party', time)).toBe(cell)
})

test.each<[string, TableSearch, string, string, string | null]>([
	['a room is taken once', { kind: 'place', guests: 12 }, 'room-mars', '18:00', 'mars 18:00'],
	['and for as long as is asked', { kind: 'place', duration: 180 }, 'room-mars', '18:00', null],
	[
		'a ticket says how many places are left',
		{ kind: 'play', duration: 120, loads: [taken('park', '12:00', '14:00', 200)] },
		'ticket-child',
		'13:00',
		'40',
	],
	[
		'and is free for as many as are asked for',
		{ kind: 'play', duration: 120, guests: 8, loads: [taken('park', '12:00', '14:00', 243)] },
		'ticket-child',
		'13:00',
		null,
	],
])('a room, a ticket: %s', (...[, asked, product, time, cell]) => {
	expect(tableFor(asked).cell(product, time)).toBe(cell)
})

test('the times of all products stand in their order, without those that are over', () => {
	const { times } = tableFor({ now: onDay(saturday, '12:10') })
	expect(times[0]).toBe('12:30')
	expect(times).toEqual(times.toSorted())
})

test.each(['2026-11-30', '2026-11-25', '2028-01-01'])('%s cannot be booked: nothing', (day) => {
	expect(tableFor({ day })).toMatchObject({ times: [], rows: [] })
})

function fitsIn(roomId: string, time: string, loads: Load[] = [], now = morning): string[] {
	const opening = isBookable(venue.calendar, saturday, now)
	if (!opening.ok) return []
	return fitsOf(venue, { roomId, at: at(time) }, { opening: opening.value, loads, now }).map(
		(fit) => {
			const { least, most } = fit.guests ?? { least: 0, most: 0 }
			const guests = fit.guests ? `${least}-${most}` : fit.durations.join(' ')
			return `${fit.product.id} ${fit.time} ${guests}${fit.isByPhone ? '*' : ''}`
		},
	)
}

test.each<[string, string, string, Load[], string[]]>([
	[
		'parties begin before their room',
		'mars',
		'15:00',
		[],
		[
			'kometen-party 14:30 6-10',
			'galaxie-party 14:00 6-12',
			'supernova-party 14:00 8-12',
			'room-mars 15:00 90 120 180',
		],
	],
	[
		'what is too long does not fit',
		'mars',
		'17:30',
		[taken('mars', '19:30', '20:00')],
		['kometen-party 17:00 6-10', 'galaxie-party 16:30 6-12', 'room-mars 17:30 90'],
	],
	[
		'a zone that the party needs before is full',
		'mars',
		'15:00',
		[taken('laser-arena', '14:00', '15:00', 12)],
		['kometen-party 14:30 6-10', 'supernova-party 14:00 8-12', 'room-mars 15:00 90 120 180'],
	],
	[
		'a party in two rooms fits either',
		'planetarium',
		'14:00',
		[],
		['supernova-party 14:00 8-24', 'planetarium-show 14:00 45'],
	],
	['a small room has few seats', 'mercury', '19:00', [], []],
])('what fits: %s', (...[, room, time, loads, fits]) => {
	expect(fitsIn(room, time, loads)).toEqual(fits)
})

test('a product that fits inside its notice is marked, and nothing fits a time that is over', () => {
	expect(fitsIn('mars', '15:00', [], onDay('2026-12-04', '12:00'))).toContain(
		'kometen-party 14:30 6-10*',
	)
	expect(fitsIn('mars', '15:00', [], onDay(saturday, '15:10'))).toEqual([])
})

function onDay(day: string, time: string): DateTime {
	return DateTime.fromJSDate(instantAt(day, time))
}
