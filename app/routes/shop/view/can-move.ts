import { isDayBound } from '#app/models/product/kind.ts'
import type { ThingView } from '#app/routes/shop/view/thing-view.ts'
import type { CartView } from '#app/ui/order/cart-view.ts'

/**
 * True when every line for the cart's day belongs to the chosen party or room, or to the party that it replaces, so
 * that booking it may change the day.
 */
export function canMove(cart: CartView | null, thing: ThingView | null): boolean {
	const goes = thing?.offer.chosen?.id ?? thing?.offer.instead?.lineId
	return (
		cart?.lines.every((line) => !isDayBound(line) || line.id === goes || line.parentId === goes) ??
		false
	)
}
