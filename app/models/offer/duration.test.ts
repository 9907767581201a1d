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
	['the wished duration', room, 'weekday', 180, 180],
	['the first duration for which the product is sold', room, 'weekday', 'day', 120],
	['the first duration at the weekend', room, 'weekend', 'day', 90],
	['the first duration when the wished one is sold only on weekdays', room, 'weekend', 120, 90],
	['the wished duration of a product with one price', ticket, 'weekday', 'day', 'day'],
	['the duration of the product itself', party, 'weekday', 90, 150],
	['null for a product without prices', nothing, 'weekday', 90, null],
	['null for a product without a time of its own', cake, 'weekday', 90, null],
] as const)('offeredDuration: %s', (...[, product, dayClass, wished, length]) => {
	const opening = { class: dayClass, day: '2026-12-05' }
	expect(offeredDuration({ entry }, product, opening, wished)).toBe(length)
})

test.each([
	['the durations for which the product is sold', room, 'weekday', [120, 180]],
	['others at the weekend', room, 'weekend', [90, 180]],
	['all durations of a product with one price', ticket, 'weekday', [90, 120, 180, 'day']],
	['none of a product without prices', nothing, 'weekday', []],
] as const)('offeredDurations: %s', (...[, product, dayClass, lengths]) => {
	const opening = { class: dayClass, day: '2026-12-05' }
	expect(offeredDurations({ entry }, product, opening)).toEqual(lengths)
})
