import { currentVenue } from '#app/models/venue/current.server.ts'
import { findProduct } from '#app/models/venue/venue.ts'

/** The pictures of what was ordered, by product; one that is no longer sold has none. */
export function picturesOf(orders: readonly { productId: string }[]): Record<string, string> {
	const venue = currentVenue()
	return Object.fromEntries(
		orders.flatMap(({ productId }) => {
			const product = findProduct(venue, productId)
			return product ? [[productId, product.picture]] : []
		}),
	)
}
