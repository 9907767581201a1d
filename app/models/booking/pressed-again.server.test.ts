import { DateTime } from 'luxon'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { orders } from '#app/db/schema.ts'
import type { Asked } from '#app/models/booking/asked-lines.ts'
import { orderedPolicy } from '#testing/booked-order.ts'
import { openPayingShop } from '#testing/paying-shop.ts'

// A change whose pieces are shared out among the guests is made once, also when its form is sent twice.

let shop: Awaited<ReturnType<typeof openPayingShop>>
let carts: typeof import('#app/models/cart/change.server.ts')
let finding: typeof import('#app/models/cart/find.server.ts')
let placing: typeof import('#app/models/booking/place.server.ts')
let revising: typeof import('#app/models/booking/revise.server.ts')
let orderOf: typeof import('#app/models/order/find.server.ts')

const now = () => DateTime.utc()

beforeAll(async () => {
	shop = await openPayingShop()
	carts = await import('#app/models/cart/change.server.ts')
	finding = await import('#app/models/cart/find.server.ts')
	placing = await import('#app/models/booking/place.server.ts')
	revising = await import('#app/models/booking/revise.server.ts')
	orderOf = await import('#app/models/order/find.server.ts')
})
afterAll(() => shop.close())

/** Books a party for ten with five of two menus each, and nothing to be paid before. */
async function bookedParty(): Promise<string> {
	const ref = await shop.fillCart({ productId: 'kometen-party', quantity: 10, duration: null })
	const cart = await finding.findCart(ref.id)
	const quantities = { ...menus(5, 5), 'jug-juice': 2, 'decor-aliens': 1 }
	const pieces = { lineId: cart?.lines[0]?.id ?? '', quantities }
	const visitor = { venue: shop.venue, now: now(), addressHash: null }
	const chosen = await carts.setInCart(ref, { wishes: [], pieces }, visitor)
	if (!chosen.ok) throw new Error(chosen.message.key)
	const { id, version, day } = chosen.value
	const ordering = { venue: shop.venue, locale: 'de-DE', provider: 'stripe', now: now() } as const
	const placed = await placing.placeOrder({ id, version, day }, ordering)
	if (!placed.ok) throw new Error(placed.message.key)
	const { id: orderId } = placed.value
	await shop.admin.update(orders).set({ state: 'confirmed', policy: orderedPolicy() })
	return orderId
}

function menus(nuggets: number, pasta: number) {
	return { 'menu-nuggets': nuggets, 'menu-pasta': pasta, 'menu-veggie': 0 }
}

test('N411: six of one menu typed beside five of another count once; other numbers are refused', async () => {
	const orderId = await bookedParty()
	const press = (nuggets: number, pasta: number, revision = 1) => {
		const asked: Asked = { kind: 'change', pieces: { 1: menus(nuggets, pasta) } }
		return revising.reviseBooking(orderId, { revision, asked, actor: 'customer' }, now())
	}
	const applied = (revision: number) => ({ ok: true, value: { kind: 'applied', revision } })
	const changed = { ok: false, message: { key: 'errors.booking.changed' } }
	for (const _ of ['pressed', 'pressed again']) {
		expect(await press(6, 5)).toEqual(applied(2))
		const order = await orderOf.findOrderById(orderId)
		const menu = (id: string) => order?.lines.find(({ productId }) => productId === id)?.quantity
		expect([menu('menu-nuggets'), menu('menu-pasta')]).toEqual([6, 4])
	}
	expect(await press(5, 6)).toMatchObject(changed)
	// One more pasta, from a page that showed six and four, is a change of its own.
	expect(await press(6, 5, 2)).toEqual(applied(3))
	expect(await press(6, 5, 1)).toMatchObject(changed)
})
