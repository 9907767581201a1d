import { isDayBound } from '#app/models/product/kind.ts'
import type { ThingView } from '#app/routes/shop/view/thing-view.ts'
import type { CartView } from '#app/ui/order/cart-view.ts'

/** True when no other line of the cart than this thing, or the one that it replaces, is for the cart's day. */
export function canMove(cart: CartView | null, thing: ThingView | null): boolean {
	const goes = thing?.offer.chosen?.id ?? thing?.offer.instead?.lineId
	return (
		cart?.lines.every((line) => !isDayBound(line) || line.id === goes || line.parentId === goes) ??
		false
	)
}
