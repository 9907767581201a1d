import type { Cart } from '#app/models/cart/cart.ts'
import { priceCart } from '#app/models/cart/price.ts'
import { cents } from '#app/models/money.ts'
import type { Instant } from '#app/models/venue/day.ts'
import { findProduct, type Venue } from '#app/models/venue/venue.ts'

/** The highest total of an invoice without a recipient (§ 33 UStDV); above it, § 14 (4) UStG asks for an address. */
export const SMALL_AMOUNT = cents(25_000)

/**
 * False when all that is in the cart are gift vouchers by mail whose sum needs no address on an invoice: nothing is
 * sent by post, and no guest comes.
 */
export function needsAddress(venue: Venue, cart: Cart, now: Instant): boolean {
	const isByMail = cart.lines.every(
		({ productId }) => findProduct(venue, productId)?.delivery === 'mail',
	)
	return !isByMail || priceCart(venue, cart, now).totals.total > SMALL_AMOUNT
}

/** True when the cart has the address it needs; a cart may change after its details were typed. */
export function isAddressSaid(venue: Venue, cart: Cart, now: Instant): boolean {
	return Boolean(cart.person?.street) || !needsAddress(venue, cart, now)
}
