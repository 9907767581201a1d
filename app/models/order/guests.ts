import type { OrderLine } from '#app/models/order/order.ts'
import { findProduct, type Venue } from '#app/models/venue/venue.ts'

/**
 * Counts the guests of an order: the quantities of its lines that are counted per guest and of its tickets; 0 without
 * such lines.
 */
export function guestsOf(
	venue: Venue,
	{ lines }: { lines: readonly Pick<OrderLine, 'productId' | 'quantity'>[] },
): number {
	return lines
		.filter(({ productId }) => {
			const product = findProduct(venue, productId)
			return product !== undefined && (product.perGuest || product.kind === 'ticket')
		})
		.reduce((sum, { quantity }) => sum + quantity, 0)
}
