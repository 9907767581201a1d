import type { DateTime } from 'luxon'

import { loadsOf, needsOf, assignResources, placesLeft } from '#app/models/capacity/claim.ts'
import type { Load, Span } from '#app/models/capacity/peak.ts'
import { memoizeByOwner } from '#app/models/memoize.ts'
import { guestsFor } from '#app/models/offer/guests.ts'
import { unmeetableGroups } from '#app/models/product/groups.ts'
import { startTimes, timeRange, type OpenDay } from '#app/models/venue/calendar.ts'
import type { Product } from '#app/models/venue/catalogue.ts'
import type { Duration } from '#app/models/venue/slot.ts'
import { findProduct, type Venue } from '#app/models/venue/venue.ts'

/** The loads in the venue, and the moment at which offers are decided by them. */
export type Occupancy = { loads: readonly Load[]; now: DateTime }

/** A day that can be booked, with the places taken on it. */
export type BookableDay = Occupancy & { opening: OpenDay }

/** A start time ('HH:MM') and the span of the visit that begins at it. */
export type StartSpan = { time: string; span: Span }

/** Lists the start times of a product on a day for a duration. */
export function startsOf(
	venue: Venue,
	product: Product,
	opening: OpenDay,
	duration: Duration,
): readonly StartSpan[] {
	return startsEvery(opening, { raster: product.raster ?? venue.entry.raster, duration })
}

type Pace = { raster: number; duration: Duration }

/**
 * Lists the start times of a day, `raster` minutes apart, for a duration. Memoized by the day's opening, `raster` and
 * `duration`.
 */
export const startsEvery = memoizeByOwner(
	({ day, hours }: OpenDay, { raster, duration }: Pace): readonly StartSpan[] =>
		startTimes(hours, raster, duration, day).map((time) => {
			const { startsAt, endsAt } = timeRange(day, hours, time, duration)
			return { time, span: { from: startsAt.getTime(), until: endsAt.getTime() } }
		}),
	({ raster, duration }) => `${raster} ${duration}`,
)

/** True when the span has begun before `now`. */
export function hasBegun(span: Span, now: DateTime): boolean {
	return span.from < now.toMillis()
}

/**
 * Returns the pieces of a product that are still free in `span`. For a product counted per guest these are all the
 * guests or 0; also 0 when one of its required groups cannot be met at that time.
 */
export function leftOf(
	venue: Venue,
	product: Product,
	{ guests: wished, span }: { guests: number; span: Span },
	loads: readonly Load[],
): number {
	if (!product.perGuest) {
		return placesLeft(venue, product, { booked: span, loads, limit: product.quantity.max })
	}
	const guests = guestsFor(product.quantity, wished)
	const placements = assignResources(needsOf(venue, product, guests, span), loads)
	if (!placements) return 0
	const taken = [...loads, ...loadsOf(placements)]
	const free = (productId: string) => {
		const item = findProduct(venue, productId)
		if (!item) return 0
		return placesLeft(venue, item, { booked: span, loads: taken, limit: item.quantity.max })
	}
	return unmeetableGroups(product, guests, free).length === 0 ? guests : 0
}
