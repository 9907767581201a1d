import type { Product } from '#app/models/venue/catalogue.ts'
import { findResource, type Venue } from '#app/models/venue/venue.ts'

/** Returns the number of guests, raised or lowered to what a product takes. */
export function guestsFor({ min, max }: { min: number; max: number }, guests: number): number {
	return Math.min(Math.max(guests, min), max)
}

/** Returns the largest number of guests that a product takes; null when neither the product nor its rooms say. */
export function roomFor(venue: Venue, product: Product): number | null {
	if (product.perGuest) return product.quantity.max
	const seats = product.uses.map(({ resource }) => findResource(venue, resource ?? '')?.seats)
	const known = seats.filter((number) => number !== undefined)
	return known.length > 0 ? Math.min(...known) : null
}
