import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { countRoundTrips } from '#app/db/round-trips.server.ts'
import type { Cart, Visitor, Wish } from '#app/models/cart/cart.ts'
import { loadsForMove } from '#app/models/offer/move.ts'
import { emptyTables } from '#testing/emptied.ts'
import { openTestShop } from '#testing/test-shop.ts'
import { noCart, now, saturday as day, wish } from '#testing/wishes.ts'

let shop: Awaited<ReturnType<typeof openTestShop>>
let change: typeof import('#app/models/cart/change.server.ts')
let carts: typeof import('#app/models/cart/find.server.ts')
let loads: typeof import('#app/models/capacity/loads.server.ts')
let visitor: Visitor

beforeAll(async () => {
	shop = await openTestShop()
	change = await import('#app/models/cart/change.server.ts')
	carts = await import('#app/models/cart/find.server.ts')
	loads = await import('#app/models/capacity/loads.server.ts')
	visitor = { venue: shop.venue, now, addressHash: null }
})
afterAll(() => shop.close())
beforeEach(() =>
	emptyTables(shop.admin, 'carts', 'cart_lines', 'allocations', 'days', 'redemptions'),
)

const thing = (productId: string, quantity: number, duration: Wish['duration'] = null) =>
	wish(productId, { quantity, duration })

async function booked(wish: Wish): Promise<Cart> {
	const result = await change.bookInCart(noCart, wish, visitor)
	if (!result.ok) throw new Error(result.message.key)
	return result.value
}

const sorted = (taken: readonly object[]) => taken.map((load) => JSON.stringify(load)).toSorted()

test.each([
	['a party, in a room of a group', thing('kometen-party', 10)],
	['a party with its table and its show', thing('supernova-party', 12)],
	['a room for three hours', thing('room-mars', 1, 180)],
	['an attraction', thing('escape-capsule', 1)],
	['places in a zone that other visitors use too', thing('laser-round', 4)],
])('the loads of a line are computed from the cart without a query: %s', async (_, wish) => {
	await booked(thing('kometen-party', 8))
	await booked(thing('laser-round', 3))
	const before = (await loads.listLoadsByDay(day, day)).byDay.get(day) ?? []
	const { id } = await booked(wish)

	const { value, roundTrips } = await countRoundTrips(async () => {
		const cart = await carts.findCart(id)
		const { byDay } = await loads.listLoadsByDay(day, day)
		return { cart, taken: byDay.get(day) ?? [] }
	})
	const { cart, taken } = value
	if (!cart?.lines[0]) throw new Error('no line')
	expect(roundTrips).toBe(2)
	expect(sorted(taken)).not.toEqual(sorted(before))
	expect(sorted(loadsForMove(shop.venue, cart, cart.lines[0], taken))).toEqual(sorted(before))
})
