import type { Cart, CartLine } from '#app/models/cart/cart.ts'
import { kindOf, type Kind } from '#app/models/offer/search.ts'
import { isBookable } from '#app/models/venue/calendar.ts'
import { timeAt, type Instant } from '#app/models/venue/day.ts'
import { findProduct, type Venue } from '#app/models/venue/venue.ts'

/**
 * Returns the search parameters of the address, with the cart's day, time, duration and guests added where they name no
 * other day. Ignores a cart whose day can no longer be booked.
 */
export function startingPoint(
	venue: Venue,
	params: URLSearchParams,
	cart: Cart | null,
	now: Instant,
): URLSearchParams {
	if (!cart?.day || (params.get('day') ?? cart.day) !== cart.day) return params
	if (!isBookable(venue.calendar, cart.day, now).ok) return params
	const timed = cart.lines.filter((line) => line.startsAt !== null)
	// Extras have the visit's time but no duration.
	const line = timed.find(({ duration }) => duration !== null) ?? timed[0]
	const isParty = line && findProduct(venue, line.productId)?.perGuest
	const known = {
		day: cart.day,
		time: line?.startsAt ? timeAt(line.startsAt) : null,
		duration: line?.duration ?? null,
		guests: isParty ? String(line.quantity) : null,
	}
	const point = new URLSearchParams(params)
	for (const [name, value] of Object.entries(known)) {
		if (value !== null && !params.has(name)) point.set(name, value)
	}
	return point
}

/** Returns the cart's line of this kind that has a time of its own; undefined without one. */
export function bookedFor(venue: Venue, cart: Cart | null, kind: Kind): CartLine | undefined {
	return cart?.lines.find(({ productId, parentId }) => {
		const product = findProduct(venue, productId)
		return product?.duration !== undefined && parentId === null && kindOf(product.kind) === kind
	})
}
