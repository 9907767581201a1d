import { expect, test } from 'vitest'

import { cents } from '#app/models/money.ts'
import { offeredDuration, offeredDurations } from '#app/models/offer/duration.ts'
import { sampleProduct } from '#testing/sample-product.ts'

const entry = {
	resource: 'park',
	raster: 30,
	durations: [90, 120, 180, 'day' as const],
	guests: 4,
	fewPlaces: 25,
}
const room = sampleProduct('room', {
	kind: 'room',
	duration: 'chosen',
	prices: {
		weekday: { '120': cents(3500), '180': cents(4500) },
		weekend: { '90': cents(3900), '180': cents(6500) },
	},
})
const party = sampleProduct('party', { kind: 'package', duration: 150 })
const ticket = sampleProduct('ticket', { duration: 'chosen' })
const nothing = sampleProduct('nothing', {
	duration: 'chosen',
	prices: { weekday: {}, weekend: {} },
})
const cake = sampleProduct('cake', { kind: 'addon' })

test.each([
	['as long as is wished', room, 'weekday', 180, 180],
	['the first length for which it is sold', room, 'weekday', 'day', 120],
	['that is another one at the weekend', room, 'weekend', 'day', 90],
	['which has that one, but not this', room, 'weekend', 120, 90],
	['what costs the same for any length', ticket, 'weekday', 'day', 'day'],
	['what has a length of its own', party, 'weekday', 90, 150],
	['what is sold for no length at all', nothing, 'weekday', 90, null],
	['what has no time of its own', cake, 'weekday', 90, null],
] as const)('%s', (...[, product, dayClass, wished, length]) => {
	const opening = { class: dayClass, day: '2026-12-05' }
	expect(offeredDuration({ entry }, product, opening, wished)).toBe(length)
})

test.each([
	['the lengths for which it is sold', room, 'weekday', [120, 180]],
	['others at the weekend', room, 'weekend', [90, 180]],
	['all of them, for the same price', ticket, 'weekday', [90, 120, 180, 'day']],
	['none', nothing, 'weekday', []],
] as const)('lengthsOf: %s', (...[, product, dayClass, lengths]) => {
	const opening = { class: dayClass, day: '2026-12-05' }
	expect(offeredDurations({ entry }, product, opening)).toEqual(lengths)
})
