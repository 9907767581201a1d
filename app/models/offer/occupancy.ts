import type { DateTime } from 'luxon'
import { loadsOf, needsOf, place, placesLeft } from '#app/models/capacity/claim.ts'
import type { Load, Span } from '#app/models/capacity/peak.ts'
import { unmeetableGroups } from '#app/models/product/groups.ts'
import { startTimes, timeRange, type Hours, type Opening } from '#app/models/venue/calendar.ts'
import type { Product } from '#app/models/venue/catalogue.ts'
import type { Duration } from '#app/models/venue/slot.ts'
import { findProduct, type Venue } from '#app/models/venue/venue.ts'

/** What is taken of the venue, as seen at a moment. */
export type Occupancy = { loads: readonly Load[]; now: DateTime }

/** A day that can be booked, with what is taken of it. */
export type BookableDay = Occupancy & { opening: Opening & { hours: Hours } }

/** The start times of a product that lasts so long. */
export function startTimesOf(
	venue: Venue,
	product: Product,
	{ day, hours }: Opening & { hours: Hours },
	duration: Duration,
): string[] {
	return startTimes(hours, product.raster ?? venue.entry.raster, duration, day)
}

export function spanOf(
	{ day, hours }: Opening & { hours: Hours },
	time: string,
	duration: Duration,
): Span {
	const { startsAt, endsAt } = timeRange(day, hours, time, duration)
	return { from: startsAt.getTime(), until: endsAt.getTime() }
}

/** Whether it has begun already. */
export function isOver(span: Span, now: DateTime): boolean {
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
	const guests = Math.min(Math.max(wished, product.quantity.min), product.quantity.max)
	const placements = place(needsOf(venue, product, guests, span), loads)
	if (!placements) return 0
	const taken = [...loads, ...loadsOf(placements)]
	const free = (productId: string) => {
		const item = findProduct(venue, productId)
		return item ? placesLeft(venue, item, { booked: span, loads: taken, limit: guests }) : 0
	}
	return unmeetableGroups(product, guests, free).length === 0 ? guests : 0
}
