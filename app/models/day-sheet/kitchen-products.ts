import type { OrderLine } from '#app/models/order/order.ts'
import { findProduct, type Venue } from '#app/models/venue/venue.ts'

/**
 * True for the line of an extra that the kitchen prepares: food, by its VAT class, and every other extra under the
 * heading of any food in the shop, such as drinks.
 */
export function isOfKitchen(venue: Venue, { productId }: Pick<OrderLine, 'productId'>): boolean {
	const product = findProduct(venue, productId)
	if (product?.kind !== 'addon') return false
	return product.vat === 'reduced' || headingsOfFood(venue).has(product.section?.de)
}

function headingsOfFood({ products }: Venue): Set<string | undefined> {
	const food = products.filter(({ kind, vat }) => kind === 'addon' && vat === 'reduced')
	return new Set(food.flatMap(({ section }) => section?.de ?? []))
}
