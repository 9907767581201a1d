import { isExclusive } from '#app/models/capacity/free.ts'
import type { Claim, OtherCarts, FoundCart } from '#app/models/cart/found-cart.ts'
import { refuse, type Refused } from '#app/models/result.ts'
import { findResource, type Venue } from '#app/models/venue/venue.ts'

/**
 * Refuses a claim beyond the limits before paying: a cart may hold as many rooms and attractions as a party needs, an
 * address as many carts, rooms and places as a school class (faults A18, H9). Taking less is never refused, and neither
 * is a cart of the desk, on which staff have decided. Undefined when nothing is refused.
 */
export function overLimit(venue: Venue, found: FoundCart, claim: Claim): Refused | undefined {
	if (found.cart.holdRule === 'desk') return undefined
	const had = count(
		venue,
		found.own.map(({ load }) => load),
	)
	const has = count(venue, [
		...claim.kept.map(({ load }) => load),
		...claim.claimed.map(({ placement }) => placement),
	])
	const { exclusivePerCart, exclusivePerAddress, placesPerAddress } = venue.hold
	if (has.exclusive > had.exclusive && has.exclusive > exclusivePerCart)
		return refuse('tooManyExclusive', { count: exclusivePerCart })
	if (!found.others) return undefined

	// The limits of an address are for each day; on a day that is new to the cart, the cart had nothing.
	const { day } = claim
	const hadThen = found.cart.day === day ? had : nothing
	const theirs = count(
		venue,
		found.others.taken.filter((taken) => taken.day === day),
	)
	if (has.exclusive > hadThen.exclusive && has.exclusive + theirs.exclusive > exclusivePerAddress)
		return refuse('tooManyHolds')
	if (has.places > hadThen.places && has.places + theirs.places > placesPerAddress)
		return refuse('tooManyPlaces', { count: placesPerAddress })
	return tooManyCarts(venue, found, found.others, claim)
}

const nothing = { exclusive: 0, places: 0 }

function tooManyCarts(
	{ hold }: Venue,
	{ cart, own }: FoundCart,
	others: OtherCarts,
	{ claimed }: Claim,
): Refused | undefined {
	const isOneMore = claimed.length > 0 && own.length === 0
	if (isOneMore && others.holding >= hold.cartsPerAddress) return refuse('tooManyHolds')
	const isNew = cart.version === 0
	return isNew && others.begun >= hold.newCartsPerAddress ? refuse('tooManyCarts') : undefined
}

/** Counts units: `exclusive` of rooms and attractions, `places` of the zone that the venue's entry counts. */
function count(venue: Venue, taken: readonly { resourceId: string; units: number }[]) {
	const exclusive = taken.filter(({ resourceId }) => {
		const resource = findResource(venue, resourceId)
		return resource !== undefined && isExclusive(resource)
	})
	const places = taken.filter(({ resourceId }) => resourceId === venue.entry.resource)
	return { exclusive: unitsOf(exclusive), places: unitsOf(places) }
}

function unitsOf(taken: readonly { units: number }[]): number {
	return taken.reduce((sum, { units }) => sum + units, 0)
}
