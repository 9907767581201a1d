import { DateTime } from 'luxon'
import { expect, test } from 'vitest'

import { alternatives } from '#app/models/offer/alternatives.ts'
import { markOf, slotProblem } from '#app/models/offer/mark.ts'
import { nextFree } from '#app/models/offer/next-free.ts'
import { offersOf } from '#app/models/offer/offers.ts'
import type { Search } from '#app/models/offer/search.ts'
import { slotsOf } from '#app/models/offer/slots.ts'
import { timesOf } from '#app/models/offer/times.ts'
import { openingOn } from '#app/models/venue/calendar.ts'
import type { Notice } from '#app/models/venue/catalogue.ts'
import { instantAt } from '#app/models/venue/day.ts'
import type { Venue } from '#app/models/venue/venue.ts'
import { sampleVenue } from '#testing/sample-order.ts'
import { sampleProduct } from '#testing/sample-product.ts'

// Calendars, lists of times and alternatives mark what only the telephone books (faults N17).

const saturday = '2026-11-28'

/** A venue with a party and a ticket in the park, both with this notice. */
function venueWith(notice: Notice): Venue {
	const uses = [{ resource: sampleVenue.entry.resource, units: 'quantity' as const, from: 0 }]
	const inPark = { notice, uses, duration: 120 }
	const party = { ...inPark, kind: 'package' as const, perGuest: true }
	const products = [sampleProduct('birthday', party), sampleProduct('ticket', inPark)]
	return { ...sampleVenue, products }
}

function at(day: string, time: string): DateTime {
	return DateTime.fromJSDate(instantAt(day, time))
}

const party: Search = {
	kind: 'party',
	day: saturday,
	guests: 8,
	duration: 120,
	time: null,
	month: null,
	product: 'birthday',
	occasion: null,
	take: null,
}
const evening = venueWith({ days: 2, until: '18:00' })
const free = { loads: [] }

test.each([
	['17:59', 'free', true],
	['18:00', 'phone', false],
] as const)('two days before at %s, a day of parties is %s', (time, mark, isFree) => {
	const now = at('2026-11-26', time)
	expect(markOf(evening, party, { day: saturday, ...free, now })).toBe(mark)
	const times = timesOf(evening, findParty(evening), party, { ...free, now })
	expect(times.length).toBeGreaterThan(3)
	expect(times.every((start) => start.isFree === isFree && start.isByPhone !== isFree)).toBe(true)
	const [offer] = offersOf(evening, { ...party, time: '14:00' }, { ...free, now })
	expect(offer).toMatchObject({ state: isFree ? 'available' : 'byPhone', times: [] })
	const around = { loadsOf: () => [], now }
	const [way] = alternatives(evening, party, around, { last: '2026-12-05', count: 1 })
	expect(way?.day).toBe(isFree ? saturday : '2026-11-29')
	const next = nextFree(evening, { first: saturday, last: saturday, byDay: new Map(), now })
	expect(next.parties).toHaveLength(isFree ? 1 : 0)
})

test('a full day is marked as full, not as booked by telephone', () => {
	const now = at('2026-11-27', '12:00')
	const loads = evening.resources.map(({ id, capacity = 1 }) => ({
		resourceId: id,
		from: instantAt(saturday, '00:00').getTime(),
		until: instantAt(saturday, '23:59').getTime(),
		units: capacity,
	}))
	expect(markOf(evening, party, { day: saturday, loads, now })).toBe('full')
	const times = timesOf(evening, findParty(evening), party, { loads, now })
	expect(times.some(({ isByPhone }) => isByPhone)).toBe(false)
})

test('a visit with a notice of an hour is booked by telephone from then on, later visits online', () => {
	const venue = venueWith({ minutes: 60 })
	const now = at(saturday, '13:00')
	const search: Search = { ...party, kind: 'play', product: null, duration: 90, time: '14:00' }
	const slots = slotsOf(venue, openingOn(venue.calendar, saturday), search, { ...free, now })
	const marks = new Map(slots.map(({ time, mark }) => [time, mark]))
	expect([...marks.entries()].filter(([, mark]) => mark === 'phone')).toEqual([
		['13:00', 'phone'],
		['13:30', 'phone'],
		['14:00', 'phone'],
	])
	expect(marks.get('14:30')).not.toBe('phone')
	expect(slotProblem(slots, '14:00')).toBeNull()
	const last = slotsOf(venue, openingOn(venue.calendar, saturday), search, {
		...free,
		now: at(saturday, '18:00'),
	})
	expect(slotProblem(last, null)).toBeNull()
	expect(markOf(venue, search, { day: saturday, ...free, now: at(saturday, '18:00') })).toBe(
		'phone',
	)
	const offers = offersOf(venue, search, { ...free, now })
	expect(offers.map(({ state }) => state)).toContain('byPhone')
})

function findParty({ products: [first] }: Venue) {
	if (!first) throw new Error('the sample has a party')
	return first
}
