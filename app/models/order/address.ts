import type { Cart } from '#app/models/cart/cart.ts'
import { priceCart } from '#app/models/cart/price.ts'
import { cents } from '#app/models/money.ts'
import type { Instant } from '#app/models/venue/day.ts'
import { findProduct, type Venue } from '#app/models/venue/venue.ts'

/**
 * The highest total, in cents, of an invoice without a recipient (§ 33 UStDV); above it, § 14 (4) UStG asks for an
 * address.
 */
export const SMALL_AMOUNT = cents(25_000)

/**
 * True unless the cart holds gift vouchers by e-mail alone and its total is at most `SMALL_AMOUNT`: then nothing is
 * sent by post, no guest comes and the invoice needs no address.
 */
export function needsAddress(venue: Venue, cart: Cart, now: Instant): boolean {
	const isByMail = cart.lines.every(
		({ productId }) => findProduct(venue, productId)?.delivery === 'mail',
	)
	return !isByMail || priceCart(venue, cart, now).totals.total > SMALL_AMOUNT
}

/**
 * True when the cart has a postal address or needs none; after its details were typed a cart may change and need one. A
 * booking by telephone needs none: the recipient of an invoice above `SMALL_AMOUNT` is named later.
 */
export function isAddressSaid(venue: Venue, cart: Cart, now: Instant): boolean {
	if (cart.holdRule === 'desk') return true
	return Boolean(cart.person?.street) || !needsAddress(venue, cart, now)
}
