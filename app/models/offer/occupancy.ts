import type { DateTime } from 'luxon'

import { loadsOf, needsOf, assignResources, placesLeft } from '#app/models/capacity/claim.ts'
import type { Load, Span } from '#app/models/capacity/peak.ts'
import { guestsFor } from '#app/models/offer/guests.ts'
import { unmeetableGroups } from '#app/models/product/groups.ts'
import { startTimes, timeRange, type OpenDay } from '#app/models/venue/calendar.ts'
import type { Product } from '#app/models/venue/catalogue.ts'
import { memoizeByOwner } from '#app/models/venue/memoize.ts'
import type { Duration } from '#app/models/venue/slot.ts'
import { findProduct, type Venue } from '#app/models/venue/venue.ts'

/** What is taken of the venue, as seen at a moment. */
export type Occupancy = { loads: readonly Load[]; now: DateTime }

/** A day that can be booked, with what is taken of it. */
export type BookableDay = Occupancy & { opening: OpenDay }

/** A start time, and what is used from then on. */
export type Start = { time: string; span: Span }

/** The start times of a product that lasts so long. */
export function startsOf(
	venue: Venue,
	product: Product,
	opening: OpenDay,
	duration: Duration,
): readonly Start[] {
	return startsEvery(opening, { raster: product.raster ?? venue.entry.raster, duration })
}

type Pace = { raster: number; duration: Duration }

/** The start times of a day, so many minutes apart. Worked out once for each day and version of the calendar. */
export const startsEvery = memoizeByOwner(
	({ day, hours }: OpenDay, { raster, duration }: Pace): readonly Start[] =>
		startTimes(hours, raster, duration, day).map((time) => {
			const { startsAt, endsAt } = timeRange(day, hours, time, duration)
			return { time, span: { from: startsAt.getTime(), until: endsAt.getTime() } }
		}),
	({ raster, duration }) => `${raster} ${duration}`,
)

/** Whether it has begun already. */
export function hasBegun(span: Span, now: DateTime): boolean {
	return span.from < now.toMillis()
}

/**
 * How many of a product can still be had then. For a party: all guests or none, and never when a group it
 * requires could not be met then.
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
