import type { Cart, CartLine, Wish } from '#app/models/cart/cart.ts'
import type { NewLineContext } from '#app/models/cart/change.ts'
import { book } from '#app/models/cart/set.ts'
import { excludeEachOther } from '#app/models/product/conditions.ts'
import { refuse, type Result } from '#app/models/result.ts'
import { findProduct, type Venue } from '#app/models/venue/venue.ts'

/**
 * A wish that may replace a line; `instead` is the id of the line, whose product and that of the wish exclude each
 * other.
 */
export type BookedWish = Wish & { instead?: string | null }

/**
 * Books a wish as `book` does, after removing the line `instead` and its extras. Refused when the two products do not
 * exclude each other.
 */
export function bookInstead(
	venue: Venue,
	cart: Cart,
	{ instead = null, ...wish }: BookedWish,
	making: NewLineContext,
): Result<CartLine[]> {
	if (instead === null) return book(venue, cart, wish, making)
	const product = findProduct(venue, wish.productId)
	const old = cart.lines.find(({ id }) => id === instead)
	if (!product || !old || !excludeEachOther(venue, product, old.productId))
		return refuse('productGone')
	const lines = cart.lines.filter((line) => line !== old && line.parentId !== old.id)
	return book(venue, { ...cart, lines }, wish, making)
}
