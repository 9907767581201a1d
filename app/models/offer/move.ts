import { loadsOf, needsOf, assignResources } from '#app/models/capacity/claim.ts'
import type { Load } from '#app/models/capacity/peak.ts'
import { bookedSpan, type Cart, type CartLine } from '#app/models/cart/cart.ts'
import { findProduct, type Venue } from '#app/models/venue/venue.ts'

/**
 * Returns the loads on the cart's day without those of a line that is to be moved and of its extras. The places of
 * these lines are computed from the cart, so that `loads` can be those that all visitors see. A place that is not in
 * `loads` as it would be claimed today stays taken.
 */
export function loadsForMove(
	venue: Venue,
	cart: Cart,
	line: CartLine,
	loads: readonly Load[],
): Load[] {
	const left = [...loads]
	const moved = cart.lines.filter((it) => it === line || it.parentId === line.id)
	for (const own of moved.flatMap((it) => heldFor(venue, cart, it))) {
		const at = left.findIndex((load) => isPartOf(own, load))
		const load = left[at]
		if (load) left[at] = { ...load, units: load.units - own.units }
	}
	return left.filter(({ units }) => units > 0)
}

/** Computes the loads of a line as they were claimed, on the resources that the line was given. */
function heldFor(venue: Venue, cart: Cart, line: CartLine): Load[] {
	const product = findProduct(venue, line.productId)
	const booked = cart.day && bookedSpan(venue, cart.day, cart.lines, line)
	if (!product || !booked) return []
	const given = cart.given[line.id] ?? []
	const needs = needsOf(venue, product, line.quantity, booked).map((need) => ({
		...need,
		candidates: need.candidates.filter(({ id }) => given.includes(id)),
	}))
	return loadsOf(assignResources(needs, []) ?? [])
}

/** True when `load` contains `own`: loads of one resource and span are added up. */
function isPartOf(own: Load, load: Load): boolean {
	const isThen = own.from === load.from && own.until === load.until
	return own.resourceId === load.resourceId && isThen && own.units <= load.units
}
