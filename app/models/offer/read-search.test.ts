import { DateTime } from 'luxon'
import { expect, test } from 'vitest'

import { readSearch } from '#app/models/offer/read-search.ts'
import { sampleVenue } from '#testing/sample-order.ts'

const now = DateTime.fromISO('2026-11-21T12:00Z')
const { calendar } = sampleVenue
const venue = { ...sampleVenue, calendar: { ...calendar, horizonDays: 60 } }

test.each([
	['2026-11', '2026-11'],
	['2027-01', '2027-01'],
	['2026-10', null],
	['2027-02', null],
	['2000-01', null],
	['2999-12', null],
	['2026-13', null],
	['', null],
])('the month %s is shown as %s: no other can be booked', (month, shown) => {
	expect(readSearch(venue, new URLSearchParams({ month }), now).month).toBe(shown)
})

const party = { kind: 'package', conditions: [], uses: [] }
test.each([
	['company', [party], 'company'],
	['company', [{ ...party, partyTypes: ['birthday', 'company'] }], 'company'],
	['company', [{ ...party, partyTypes: ['birthday'] }], null],
	[
		'company',
		[
			{ ...party, partyTypes: ['birthday'] },
			{ ...party, partyTypes: ['company'] },
		],
		'company',
	],
	['company', [{ ...party, kind: 'ticket' }], null],
	['wedding', [party], null],
	['', [party], null],
])('the type of party %j, of parties %j, is read as %j', (occasion, products, read) => {
	const params = new URLSearchParams({ kind: 'party', occasion })
	const own = { ...venue, products } as unknown as typeof venue
	expect(readSearch(own, params, now).occasion).toBe(read)
})

const sold = (id: string, kind: string, min: number, perGuest = true) => ({
	id,
	kind,
	perGuest,
	quantity: { min, max: 24 },
	duration: 120,
})
const things = [
	sold('small', 'package', 6),
	sold('large', 'package', 8),
	sold('show', 'attraction', 1, false),
	sold('crew', 'ticket', 10),
]
test.each([
	['kind=party', things, 6],
	['kind=party&product=large', things, 8],
	['product=small', things, 6],
	['kind=party&product=large&guests=4', things, 4],
	['kind=party', [sold('hall', 'package', 1, false)], 4],
	['kind=play', things, 4],
	['product=crew', things, 4],
	['product=show', things, 4],
])('N42: %j of %j begins with %i guests', (asked, products, guests) => {
	const own = {
		...venue,
		entry: { ...venue.entry, guests: 4 },
		products,
	} as unknown as typeof venue
	expect(readSearch(own, new URLSearchParams(asked), now).guests).toBe(guests)
})
