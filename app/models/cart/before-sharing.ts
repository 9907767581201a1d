import type { Cart, CartLine } from '#app/models/cart/cart.ts'
import type { Pieces } from '#app/models/cart/set.ts'
import { zero } from '#app/models/money.ts'
import { isSharedOut } from '#app/models/product/groups.ts'
import { findProduct, type Venue } from '#app/models/venue/venue.ts'

/**
 * Makes the cart from which a form with these quantities may have made `cart`, to find out whether the form was sent
 * twice. In a group of one piece for each guest, pieces are shared out: a product with fewer pieces now than wanted had
 * all of the wanted pieces before, and every other product of the group had none. Deciding the form for the returned
 * cart gives the lines of `cart`, if that form made them.
 */
export function beforeSharing(venue: Venue, cart: Cart, { lineId, quantities }: Pieces): Cart {
	const parent = cart.lines.find(({ id }) => id === lineId)
	const groups = findProduct(venue, parent?.productId ?? '')?.conditions.filter(isSharedOut) ?? []
	const shared = groups.flatMap(({ items }) => items.map(({ product }) => product))
	const isPiece = (line: CartLine, product: string) =>
		line.parentId === lineId && line.productId === product
	const before = shared.map((productId): CartLine => {
		const line = cart.lines.find((it) => isPiece(it, productId))
		const wanted = quantities[productId] ?? 0
		const quantity = (line?.quantity ?? 0) < wanted ? wanted : 0
		const added = { id: `was-${productId}`, parentId: lineId, productId, unitPrice: zero }
		const noTime = { startsAt: null, endsAt: null, duration: null }
		return { ...(line ?? { ...added, ...noTime }), quantity }
	})
	const others = cart.lines.filter((line) => !shared.some((product) => isPiece(line, product)))
	return { ...cart, lines: [...others, ...before] }
}
