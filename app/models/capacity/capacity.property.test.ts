import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { needsOf, assignResources, placesLeft } from '#app/models/capacity/claim.ts'
import { free } from '#app/models/capacity/free.ts'
import { peak, type Load, type Span } from '#app/models/capacity/peak.ts'
import type { Product } from '#app/models/venue/catalogue.ts'
import { findProduct } from '#app/models/venue/venue.ts'
import { days, momentOf, shops, trials, type RandomShop } from '#testing/oracle/random-shop.ts'
import { give, isFree, type SlowHold } from '#testing/oracle/slow-shop.ts'

/** Longer than either test takes. */
const patience = 10 * 60_000

const [{ day }] = days

/** A booking on a day: product, quantity, and start and length in minutes. */
const bookings = fc.record({
	productId: fc.constantFrom('ticket', 'ride', 'room', 'party', 'table'),
	quantity: fc.integer({ min: 1, max: 7 }),
	from: fc.integer({ min: 0, max: 60 }).map((step) => 600 + step * 5),
	length: fc.constantFrom(65, 90, 120, 150),
})

test(
	'places are assigned as by a reference that counts every minute',
	{ timeout: patience },
	() => {
		fc.assert(
			fc.property(shops(), fc.array(bookings, { maxLength: 12 }), ({ venue }, wanted) => {
				const holds: SlowHold[] = []
				const loads: Load[] = []
				for (const { productId, quantity, from, length } of wanted) {
					const until = from + length
					const slow = give(venue, holds, { productId, quantity, day, from, until })
					const real = assignResources(
						needsOf(venue, productOf(venue, productId), quantity, span(from, until)),
						loads,
					)
					expect(
						real?.map(({ resourceId, units, blocked }) => ({ resourceId, units, ...blocked })) ??
							null,
					).toEqual(
						slow?.map(({ resourceId, units, from, until }) => ({
							resourceId,
							units,
							...span(from, until),
						})) ?? null,
					)
					for (const hold of slow ?? []) holds.push({ ...hold, visitor: 0, line: 0 })
					for (const { resourceId, units, blocked } of real ?? [])
						loads.push({ resourceId, units, ...blocked })
				}
				neverOverFull(venue, holds)
			}),
			trials('places', 2500),
		)
	},
)

test(
	'the peak and the places left agree with a reference that counts every minute',
	{ timeout: patience },
	() => {
		fc.assert(
			fc.property(
				shops(),
				fc.array(fc.tuple(bookings, fc.constantFrom('zone-1', 'pool', 'room-1')), {
					maxLength: 10,
				}),
				bookings,
				({ venue }, taken, { productId, from, length }) => {
					const holds = taken.map(([{ quantity, from, length }, resourceId]) => ({
						visitor: 0,
						line: 0,
						resourceId,
						day,
						from,
						until: from + length,
						units: quantity,
					}))
					const loads = holds.map(({ resourceId, units, from, until }) => ({
						resourceId,
						units,
						...span(from, until),
					}))
					const until = from + length
					for (const resource of venue.resources) {
						const capacity = resource.capacity ?? 1
						const cleaned = until + (resource.bufferAfter ?? 0)
						const wanted = { resourceId: resource.id, day, from, until: cleaned }
						const fits = (units: number) => isFree(holds, wanted, { capacity, units })
						expect(free(resource, loads, span(from, until))).toBe(mostThat(fits, capacity))
						expect(peak(loads, resource.id, span(from, cleaned))).toBe(
							Math.max(
								0,
								...minutes(from, cleaned).map((minute) => takenIn(holds, resource.id, minute)),
							),
						)
					}
					const left = placesLeft(venue, productOf(venue, productId), {
						booked: span(from, until),
						loads,
						limit: 12,
					})
					const fits = (quantity: number) =>
						give(venue, holds, { productId, quantity, day, from, until }) !== null
					expect(left).toBe(mostThat(fits, 12))
				},
			),
			trials('what is left', 1500),
		)
	},
)

function productOf(venue: RandomShop['venue'], id: string): Product {
	const product = findProduct(venue, id)
	if (!product) throw new Error(`no ${id}`)
	return product
}

function span(from: number, until: number): Span {
	return { from: momentOf(day, from), until: momentOf(day, until) }
}

function minutes(from: number, until: number): number[] {
	return Array.from({ length: until - from }, (_, index) => from + index)
}

function takenIn(holds: readonly SlowHold[], resourceId: string, minute: number): number {
	return holds
		.filter((hold) => hold.resourceId === resourceId && hold.from <= minute && minute < hold.until)
		.reduce((sum, hold) => sum + hold.units, 0)
}

function mostThat(fits: (units: number) => boolean, limit: number): number {
	let most = 0
	while (most < limit && fits(most + 1)) most += 1
	return most
}

function neverOverFull(venue: RandomShop['venue'], holds: readonly SlowHold[]): void {
	for (const { id, capacity = 1 } of venue.resources) {
		for (const minute of minutes(600, 1200)) {
			if (takenIn(holds, id, minute) > capacity) throw new Error(`${id} is too full at ${minute}`)
		}
	}
}
