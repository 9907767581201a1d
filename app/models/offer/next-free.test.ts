import { DateTime } from 'luxon'
import { expect, test } from 'vitest'

import { nextFree } from '#app/models/offer/next-free.ts'
import { instantAt } from '#app/models/venue/day.ts'
import { sampleVenue } from '#testing/sample-order.ts'

const saturday = '2026-11-28'
const now = DateTime.fromJSDate(instantAt(saturday, '12:10'))
const park = sampleVenue.entry.resource
const [birthday, ...others] = sampleVenue.products.map((product) => ({ ...product, duration: 120 }))
const venue = birthday ? { ...sampleVenue, products: [birthday, ...others] } : sampleVenue

function ahead(full: string[] = [], last = '2026-12-12') {
	const units = sampleVenue.resources.find(({ id }) => id === park)?.capacity ?? 0
	const loads = full.map((day) => {
		const [from, until] = [instantAt(day, '00:00').getTime(), instantAt(day, '23:59').getTime()]
		return [day, [{ resourceId: park, from, until, units }]] as const
	})
	return nextFree(venue, { first: saturday, last, byDay: new Map(loads), now })
}

test('today’s next three times to play and the next party of two days are found', () => {
	expect(ahead()).toEqual({
		play: { day: saturday, times: ['12:30', '13:00', '13:30'] },
		parties: [
			{ product: 'birthday', day: saturday, time: '12:30' },
			{ product: 'birthday', day: '2026-11-29', time: '10:00' },
		],
	})
})

test('a full day is skipped', () => {
	expect(ahead([saturday]).play?.day).toBe('2026-11-29')
})

test('nothing is offered when no day ahead has a free time', () => {
	expect(ahead([saturday], saturday)).toMatchObject({ play: null })
})
