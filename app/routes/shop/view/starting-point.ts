import type { Cart, CartLine } from '#app/models/cart/cart.ts'
import { kindOf, type Kind } from '#app/models/offer/search.ts'
import { isBookable } from '#app/models/venue/calendar.ts'
import { timeAt, type Instant } from '#app/models/venue/day.ts'
import { findProduct, type Venue } from '#app/models/venue/venue.ts'

/**
 * The address, with what the cart already says about day, time and guests where it names no other day. A cart
 * may have become older than its day: then it is no answer to what nobody asked.
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
	// An extra has the time of a visit, not its length.
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

/** What lies in the cart of what one comes for, with a time of its own. */
export function bookedFor(venue: Venue, cart: Cart | null, kind: Kind): CartLine | undefined {
	return cart?.lines.find(({ productId, parentId }) => {
		const product = findProduct(venue, productId)
		return product?.duration !== undefined && parentId === null && kindOf(product.kind) === kind
	})
}
