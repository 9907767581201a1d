import { currentVenue } from '#app/models/venue/current.server.ts'
import { findProduct } from '#app/models/venue/venue.ts'

/** The pictures of the ordered products by id, without those no longer sold. */
export function picturesOf(orders: readonly { productId: string }[]): Record<string, string> {
	const venue = currentVenue()
	return Object.fromEntries(
		orders.flatMap(({ productId }) => {
			const product = findProduct(venue, productId)
			return product ? [[productId, product.picture]] : []
		}),
	)
}
