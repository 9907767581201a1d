import { currentVenue } from '#app/models/venue/current.server.ts'
import { findProduct } from '#app/models/venue/venue.ts'

/**
 * Returns the address of each ordered product's picture by product id; products that are no longer sold are left out.
 */
export function picturesOf(orders: readonly { productId: string }[]): Record<string, string> {
	const venue = currentVenue()
	return Object.fromEntries(
		orders.flatMap(({ productId }) => {
			const product = findProduct(venue, productId)
			return product ? [[productId, product.picture]] : []
		}),
	)
}
