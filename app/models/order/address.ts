import type { Cart } from '#app/models/cart/cart.ts'
import { priceCart } from '#app/models/cart/price.ts'
import { cents } from '#app/models/money.ts'
import type { Instant } from '#app/models/venue/day.ts'
import { findProduct, type Venue } from '#app/models/venue/venue.ts'

/** Up to this an invoice names nobody (§ 33 UStDV); above it, its recipient with an address (§ 14 (4) UStG). */
export const SMALL_AMOUNT = cents(25_000)

/** Gift vouchers by mail of a small amount need no address: nothing is posted, nobody comes, no paper names it. */
export function needsAddress(venue: Venue, cart: Cart, now: Instant): boolean {
	const isByMail = cart.lines.every(
		({ productId }) => findProduct(venue, productId)?.delivery === 'mail',
	)
	return !isByMail || priceCart(venue, cart, now).totals.total > SMALL_AMOUNT
}

/** The cart may have changed after its details were typed. */
export function isAddressSaid(venue: Venue, cart: Cart, now: Instant): boolean {
	return Boolean(cart.person?.street) || !needsAddress(venue, cart, now)
}
