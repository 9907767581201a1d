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
