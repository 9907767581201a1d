import { isUnheld, type Cart } from '#app/models/cart/cart.ts'
import { checkTime } from '#app/models/cart/line.ts'
import { checkNotice } from '#app/models/cart/notice.ts'
import { repriced } from '#app/models/cart/price.ts'
import type { Violation } from '#app/models/product/conditions.ts'
import type { Instant } from '#app/models/venue/day.ts'
import type { Venue } from '#app/models/venue/venue.ts'

/**
 * The state of a cart's hold. `lost`: a line that needs a place has none any more. `priceChanged`, `productGone`: the
 * venue sells a line at another price today, or not at all. In all three a renewal helps. `none`: there is nothing to
 * renew.
 */
export type HoldState = 'none' | 'held' | 'lost' | 'priceChanged' | 'productGone'

/** Decides the state of a cart's hold, by the database's clock and today's prices. */
export function holdState(venue: Venue, cart: Cart): HoldState {
	if (isUnheld(venue, cart)) return 'lost'
	const outdated = repriced(venue, cart)
	if (outdated.some(({ unitPrice }) => unitPrice === undefined)) return 'productGone'
	if (outdated.length > 0) return 'priceChanged'
	return holdsAny(cart) ? 'held' : 'none'
}

/**
 * Returns the moment until which all lines that need a place have one; null when no line needs one, or one has lost it.
 */
export function holdEnd(venue: Venue, cart: Cart): Date | null {
	return holdsAny(cart) && !isUnheld(venue, cart) ? cart.expiresAt : null
}

/**
 * Lists the lines that can no longer take place, and those that are booked by telephone alone by now; an extra is not
 * listed for the time of its package. Empty for a cart with a running order, which was placed in time.
 */
export function lateLines(venue: Venue, cart: Cart, now: Instant): Violation[] {
	return (cart.orderId === null ? cart.lines : []).flatMap((line) => {
		const isOwn = line.parentId === null || line.startsAt !== null
		const late = isOwn ? checkTime(venue, cart.day, line, now) : undefined
		const { message } = late ?? checkNotice(venue, { ...cart, cart }, line, now) ?? {}
		const { id: lineId, productId } = line
		return message ? { lineId, productId, groupId: null, otherIds: [], message } : []
	})
}

function holdsAny(cart: Cart): boolean {
	return Object.keys(cart.given).length > 0
}
