import { expect, test } from 'vitest'

import { endOfNotice, isByPhone, needsPhone } from '#app/models/product/notice.ts'
import type { Condition, Notice } from '#app/models/venue/catalogue.ts'
import { instantAt, plusMinutes } from '#app/models/venue/day.ts'
import type { Venue } from '#app/models/venue/venue.ts'
import { sampleProduct } from '#testing/sample-product.ts'

function beginningAt(day: string, time: string) {
	return { day, from: instantAt(day, time).getTime() }
}

const evening = { days: 2, until: '18:00' }

test.each<[string, string, Notice, string]>([
	// A usual day.
	['2026-12-05', '14:00', { minutes: 60 }, '2026-12-05T12:00:00.000Z'],
	['2026-12-05', '14:00', evening, '2026-12-03T17:00:00.000Z'],
	['2026-12-05', '10:00', evening, '2026-12-03T17:00:00.000Z'],
	// On the day of the visit, and from its midnight.
	['2026-12-05', '14:00', { days: 0, until: '10:30' }, '2026-12-05T09:30:00.000Z'],
	['2026-12-05', '14:00', { days: 0, until: '00:00' }, '2026-12-04T23:00:00.000Z'],
	['2026-12-05', '14:00', { days: 1, until: '23:55' }, '2026-12-04T22:55:00.000Z'],
	// Minutes that reach into the evening before, and days that reach into the year before.
	['2026-12-05', '00:30', { minutes: 60 }, '2026-12-04T22:30:00.000Z'],
	['2027-01-01', '10:00', evening, '2026-12-30T17:00:00.000Z'],
	['2028-03-01', '10:00', { days: 1, until: '18:00' }, '2028-02-29T17:00:00.000Z'],
	// The clock goes forward on 28 March 2027 at 2:00: days count by the wall clock, minutes are real.
	['2027-03-29', '10:00', evening, '2027-03-27T17:00:00.000Z'],
	['2027-03-30', '10:00', evening, '2027-03-28T16:00:00.000Z'],
	['2027-03-28', '10:00', { minutes: 600 }, '2027-03-27T22:00:00.000Z'],
	['2027-03-28', '10:00', { days: 0, until: '02:30' }, '2027-03-28T01:30:00.000Z'],
	// The clock goes back on 25 October 2026 at 3:00: the first of the two hours counts.
	['2026-10-25', '10:00', { minutes: 600 }, '2026-10-24T23:00:00.000Z'],
	['2026-10-25', '10:00', { days: 0, until: '02:30' }, '2026-10-25T00:30:00.000Z'],
	['2026-10-27', '10:00', evening, '2026-10-25T17:00:00.000Z'],
])('on %s at %s, with %o: until %s (faults N17)', (day, time, notice, until) => {
	expect(new Date(endOfNotice(notice, beginningAt(day, time))).toISOString()).toBe(until)
})

test('a notice ends at its minute: online booking until the millisecond before, the telephone from then on', () => {
	const beginning = beginningAt('2026-12-05', '14:00')
	const end = instantAt('2026-12-03', '18:00')
	const party = sampleProduct('party', { notice: evening })
	expect(isByPhone(party, beginning, new Date(end.getTime() - 1))).toBe(false)
	expect(isByPhone(party, beginning, end)).toBe(true)
	expect(isByPhone(sampleProduct('ticket'), beginning, plusMinutes(end, 5000))).toBe(false)
})

test.each<[string, Condition['rule'], string[], boolean]>([
	['one that the party does not need', 'max', ['cake'], false],
	['one that another extra can replace', 'exactlyOne', ['cake', 'pizza'], false],
	['the only one that the party needs', 'min', ['cake'], true],
	['one of several that the party needs', 'all', ['cake', 'pizza'], true],
])('a party with the notice of an extra: %s', (_, rule, items, expected) => {
	const text = { de: 'Torte', en: 'Cake' }
	const group = { id: 'cakes', title: text, rule, n: 1, perGuest: false }
	const condition = { ...group, items: items.map((product) => ({ product })) }
	const party = sampleProduct('party', { kind: 'package', conditions: [condition] })
	const cake = sampleProduct('cake', { kind: 'addon', notice: { days: 3, until: '12:00' } })
	const products = [party, cake, sampleProduct('pizza', { kind: 'addon' })]
	const beginning = { ...beginningAt('2026-12-05', '14:00'), guests: 8 }
	const venue = { products } as Venue
	expect(needsPhone(venue, party, beginning, instantAt('2026-12-02', '12:00'))).toBe(expected)
	expect(needsPhone(venue, party, beginning, instantAt('2026-12-02', '11:59'))).toBe(false)
})
