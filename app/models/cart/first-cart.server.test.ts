import { randomUUID } from 'node:crypto'

import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { allocations, cartLines, carts, sessions } from '#app/db/schema.ts'
import type { Cart, CartRef, Visitor, Wish } from '#app/models/cart/cart.ts'
import type { CartVisitor } from '#app/models/cart/write.server.ts'
import { emptyTables } from '#testing/emptied.ts'
import { openTestShop } from '#testing/test-shop.ts'
import { now, saturday as day, wish } from '#testing/wishes.ts'

let shop: Awaited<ReturnType<typeof openTestShop>>
let model: typeof import('#app/models/cart/change.server.ts') &
	typeof import('#app/models/cart/find.server.ts') &
	typeof import('#app/models/cart/join.server.ts')
let visitor: Visitor

const first = (id = randomUUID()): CartRef & { id: string } => ({
	id,
	version: 0,
	day: null,
	isNamed: true,
})

beforeAll(async () => {
	shop = await openTestShop()
	model = {
		...(await import('#app/models/cart/change.server.ts')),
		...(await import('#app/models/cart/find.server.ts')),
		...(await import('#app/models/cart/join.server.ts')),
	}
	visitor = { venue: shop.venue, now, addressHash: 'address' }
})
afterAll(() => shop.close())
beforeEach(() =>
	emptyTables(shop.admin, 'carts', 'cart_lines', 'allocations', 'days', 'redemptions'),
)

const gift: Partial<Wish> = { day: null, time: null, duration: null }

async function begin(wished: Wish, ref = first()): Promise<Cart> {
	const added = await model.addToCart(ref, wished, visitor)
	if (!added.ok) throw new Error(added.message.key)
	return added.value
}

async function rows(): Promise<{ carts: number; lines: number; held: number }> {
	const held = eq(allocations.state, 'held')
	return {
		carts: await shop.admin.$count(carts),
		lines: await shop.admin.$count(cartLines),
		held: await shop.admin.$count(allocations, held),
	}
}

test.each([
	['a room', wish('room-venus')],
	['a gift voucher, for which no day is locked', wish('gift-25-mail', gift)],
])('H7: the first add pressed five times at once makes one cart of one line: %s', async (_, it) => {
	const ref = first()
	const pressed = await Promise.all([1, 2, 3, 4, 5].map(() => model.addToCart(ref, it, visitor)))
	expect(pressed).toMatchObject(
		pressed.map(() => ({ ok: true, value: { id: ref.id, version: 1, lines: [{ quantity: 1 }] } })),
	)
	expect(await rows()).toEqual({ carts: 1, lines: 1, held: it.day ? 1 : 0 })
})

test('H7: another wish from a page that has begun a cart is refused as changed', async () => {
	const ref = first()
	await begin(wish('room-venus'), ref)
	expect(await model.addToCart(ref, wish('room-venus', { time: '16:00' }), visitor)).toMatchObject({
		message: { key: 'errors.cartChanged' },
	})
	expect(await rows()).toEqual({ carts: 1, lines: 1, held: 1 })
})

test('the session of a first cart is written with the cart once, or neither is written', async () => {
	const { beginSession } = await import('#app/models/visitor/session.server.ts')
	await emptyTables(shop.admin, 'sessions')
	const beginner: CartVisitor = {
		...visitor,
		withFirstCart: (tx, cartId) => beginSession('a token', { cartId }, tx),
	}
	const ref = first()
	const begun = await model.addToCart(ref, wish('ticket-adult'), beginner)
	expect(begun).toMatchObject({ ok: true, value: { version: 1 } })
	const later = { ...ref, version: 1, day }
	expect(await model.addToCart(later, wish('ticket-child'), beginner)).toMatchObject({ ok: true })
	const kept = await shop.admin.select({ cartId: sessions.cartId }).from(sessions)
	expect(kept).toEqual([{ cartId: ref.id }])

	const again = model.addToCart(first(), wish('room-venus'), beginner)
	await expect(again).rejects.toThrow(/duplicate key/)
	expect(await rows()).toEqual({ carts: 1, lines: 2, held: 2 })
})

test('H8: the carts that two tabs began become one cart that holds both', async () => {
	const one = await begin(wish('room-venus'))
	const other = await begin(wish('ticket-adult', { quantity: 3 }))

	expect(await model.joinCarts(shop.venue, other.id, one.id)).toEqual({ ok: true })
	const joined = await model.findCart(other.id)
	expect(joined).toMatchObject({ day, version: 2 })
	expect(joined?.lines.map((line) => line.productId).toSorted()).toEqual([
		'room-venus',
		'ticket-adult',
	])
	expect(Object.keys(joined?.given ?? {})).toHaveLength(2)
	expect(await model.findCart(one.id)).toMatchObject({ day: null, lines: [], expiresAt: null })
	const holders = await shop.admin
		.select({ cartId: allocations.cartId, ends: sql`count(distinct expires_at)`.mapWith(Number) })
		.from(allocations)
		.where(eq(allocations.state, 'held'))
		.groupBy(allocations.cartId)
	expect(holders).toEqual([{ cartId: other.id, ends: 1 }])
})

test('H8: two carts joined by five requests at once have each line once', async () => {
	const one = await begin(wish('room-venus'))
	const other = await begin(wish('ticket-adult'))
	await Promise.all([1, 2, 3, 4, 5].map(() => model.joinCarts(shop.venue, other.id, one.id)))
	expect(await model.findCart(other.id)).toMatchObject({ version: 2 })
	expect(await rows()).toEqual({ carts: 2, lines: 2, held: 2 })
})

test('H8: two tabs for different days: one cart is not joined and holds nothing', async () => {
	const one = await begin(wish('room-venus'))
	const other = await begin(wish('ticket-adult', { day: '2026-12-06' }))
	expect(await model.joinCarts(shop.venue, other.id, one.id)).toMatchObject({
		message: { key: 'errors.otherDay' },
	})
	expect(await model.findCart(other.id)).toMatchObject({ version: 1, lines: [{}] })
	expect(await rows()).toEqual({ carts: 2, lines: 1, held: 1 })
})
