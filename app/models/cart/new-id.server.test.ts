import { randomUUID } from 'node:crypto'

import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import {
	accounts,
	allocations,
	carts,
	redemptions,
	sessions,
	voucherEntries,
	vouchers,
} from '#app/db/schema.ts'
import type { Cart, Visitor } from '#app/models/cart/cart.ts'
import { cents } from '#app/models/money.ts'
import { sha256 } from '#app/models/token.server.ts'
import { emptyTables } from '#testing/emptied.ts'
import { sampleOrder } from '#testing/sample-order.ts'
import { openTestShop } from '#testing/test-shop.ts'
import { now, saturday as day, wish } from '#testing/wishes.ts'

let shop: Awaited<ReturnType<typeof openTestShop>>
let model: typeof import('#app/models/cart/new-id.server.ts') &
	typeof import('#app/models/cart/change.server.ts') &
	typeof import('#app/models/cart/details.server.ts') &
	typeof import('#app/models/cart/find.server.ts') &
	typeof import('#app/models/cart/redeem.server.ts') &
	typeof import('#app/models/visitor/session-cart.server.ts') &
	typeof import('#app/models/visitor/session.server.ts')
let visitor: Visitor

const details = { person: sampleOrder.person, party: null }

beforeAll(async () => {
	shop = await openTestShop()
	model = {
		...(await import('#app/models/cart/new-id.server.ts')),
		...(await import('#app/models/cart/change.server.ts')),
		...(await import('#app/models/cart/details.server.ts')),
		...(await import('#app/models/cart/find.server.ts')),
		...(await import('#app/models/cart/redeem.server.ts')),
		...(await import('#app/models/visitor/session-cart.server.ts')),
		...(await import('#app/models/visitor/session.server.ts')),
	}
	visitor = { venue: shop.venue, now, addressHash: null }
})
afterAll(() => shop?.close())
beforeEach(() =>
	emptyTables(
		shop.admin,
		'carts',
		'cart_lines',
		'allocations',
		'days',
		'accounts',
		'sessions',
		'vouchers',
		'attempts',
	),
)

async function begin(productId = 'ticket-adult'): Promise<Cart> {
	const ref = { id: randomUUID(), version: 0, day: null, isNamed: true }
	const added = await model.addToCart(ref, wish(productId), visitor)
	if (!added.ok) throw new Error(added.message.key)
	return added.value
}

async function guest(cartId: string | null = null): Promise<string> {
	return sha256(await model.openSession(cartId === null ? {} : { cartId }))
}

async function account(cartId: string | null = null): Promise<string> {
	const { email: _, ...person } = sampleOrder.person
	const [row] = await shop.db
		.insert(accounts)
		.values({
			username: 'ada@example.org',
			usernameKey: `${randomUUID()}@example.org`,
			passwordHash: '-',
			locale: 'de-DE',
			person,
			cartId,
		})
		.returning({ id: accounts.id })
	return row?.id ?? ''
}

async function signedIn(accountId: string, cartId: string): Promise<string> {
	const id = await guest(cartId)
	await shop.db.update(sessions).set({ accountId }).where(eq(sessions.id, id))
	return id
}

/** The cart id of each session. */
async function cartsOf(...ids: string[]): Promise<(string | null)[]> {
	const rows = await shop.db.select({ id: sessions.id, cartId: sessions.cartId }).from(sessions)
	return ids.map((id) => rows.find((row) => row.id === id)?.cartId ?? null)
}

async function withVoucher(cart: Cart): Promise<Cart> {
	const [voucher] = await shop.admin
		.insert(vouchers)
		.values({ code: 'OURS', kind: 'value', amount: cents(5000) })
		.returning()
	const issued = { voucherId: voucher?.id ?? '', sequence: 1, kind: 'issued' as const }
	const worth = { amount: cents(5000), balance: cents(5000) }
	await shop.admin.insert(voucherEntries).values({ ...issued, ...worth })
	const { id, version } = cart
	const redeemed = await model.redeemVoucher({ id, version, day }, 'OURS', visitor)
	if (!redeemed.ok) throw new Error(redeemed.message.key)
	return redeemed.value
}

test('M1: a cart keeps all it has under its new id, and no row names the old id', async () => {
	const { id } = await withVoucher(await begin('room-venus'))
	await model.saveDetails(id, { ...details, answers: { cake: 'Mia' } })
	const before = await model.findCart(id)
	const fresh = await model.giveNewId(id, { sessionId: null, accountId: null })
	const lines = before?.lines.map((line) => ({ ...line, cartId: fresh }))
	expect(await model.findCart(fresh ?? '')).toEqual({ ...before, id: fresh, lines })
	expect(await model.findCart(id)).toBeNull()
	const named = await Promise.all([
		shop.db.$count(allocations, eq(allocations.cartId, id)),
		shop.db.$count(redemptions, eq(redemptions.cartId, id)),
		shop.db.$count(allocations, eq(allocations.cartId, fresh ?? '')),
		shop.db.$count(redemptions, eq(redemptions.cartId, fresh ?? '')),
	])
	expect(named).toEqual([0, 0, 1, 1])
})

test('M1: the keeping session and account go on with the cart, all others lose it', async () => {
	const { id } = await begin()
	const [own, other] = [await guest(id), await guest(id)]
	const [hers, his] = [await account(id), await account(id)]
	const [phone, foreign] = [await signedIn(hers, id), await signedIn(his, id)]
	const fresh = await model.giveNewId(id, { sessionId: own, accountId: hers })
	expect(await cartsOf(own, phone, other, foreign)).toEqual([fresh, fresh, null, null])
	const kept = await shop.db.select({ id: accounts.id, cartId: accounts.cartId }).from(accounts)
	expect(kept).toEqual(
		expect.arrayContaining([
			{ id: hers, cartId: fresh },
			{ id: his, cartId: null },
		]),
	)
	expect(await model.giveNewId(id, { sessionId: own, accountId: hers })).toBeNull()
})

test('M1: a cart whose order runs keeps its id, and other sessions still lose it', async () => {
	const { id } = await begin()
	const [own, other] = [await guest(id), await guest(id)]
	await shop.db.update(carts).set({ orderId: randomUUID() }).where(eq(carts.id, id))
	expect(await model.giveNewId(id, { sessionId: own, accountId: null })).toBe(id)
	expect(await cartsOf(own, other)).toEqual([id, null])
})

test.each([
	['121 seconds old', { createdAt: sql`now() - interval '121 seconds'` }],
	['with a person', { person: sampleOrder.person }],
	['with a party', { party: sampleOrder.party }],
	['with answers', { answers: { cake: 'Mia' } }],
	['whose order runs', { orderId: randomUUID() }],
])('M1: a cart %s is not found, taken or joined by its name', async (_, set) => {
	const { joinBegunCart } = await import('#app/models/cart/join.server.ts')
	const [{ id }, own] = [await begin(), await begin()]
	expect(await model.findBegunCart(id, null)).toMatchObject({ id })
	await shop.db.update(carts).set(set).where(eq(carts.id, id))

	expect(await model.findBegunCart(id, null)).toBeNull()
	expect(await model.isNameTaken(id, null)).toBe(true)
	const thief = await guest()
	expect(await model.takeBegunCart(thief, id)).toBe(true)
	expect(await cartsOf(thief)).toEqual([null])
	await joinBegunCart(shop.venue, own.id, { id, accountId: null })
	expect(await model.findCart(own.id)).toMatchObject({ lines: [{}] })
	expect(await model.findCart(id)).toMatchObject({ lines: [{}] })
})

test('M1: a cart of an account is taken by its name only in a session of that account', async () => {
	const [{ id }, { id: waiting }] = [await begin(), await begin()]
	const [hers, his] = [await account(waiting), await account()]
	await signedIn(hers, id)
	for (const name of [id, waiting]) {
		for (const who of [null, his]) {
			expect(await model.findBegunCart(name, who)).toBeNull()
			expect(await model.isNameTaken(name, who)).toBe(true)
		}
		expect(await model.findBegunCart(name, hers)).toMatchObject({ id: name })
	}
})

test('M1: the id of a deleted cart that a session still names is not used for a new cart', async () => {
	const { id } = await begin()
	await guest(id)
	await shop.db.delete(carts).where(eq(carts.id, id))
	const ref = { id, version: 0, day: null, isNamed: true }
	const added = await model.addToCart(ref, wish('ticket-adult'), visitor)
	expect(added).toMatchObject({ ok: true })
	expect(added.ok && added.value.id).not.toBe(id)
})

test('a change whose cart got another id while it waited makes a cart with an id of its own', async () => {
	const { id } = await begin()
	const own = await guest(id)
	await model.giveNewId(id, { sessionId: own, accountId: null })
	const added = await model.addToCart({ id, version: 0, day: null }, wish('ticket-child'), visitor)
	expect(added).toMatchObject({ ok: true, value: { lines: [{ productId: 'ticket-child' }] } })
	expect(added.ok && added.value.id, 'else its session would not be given it').not.toBe(id)
})

type Take = (sessionId: string, cartId: string) => Promise<boolean>

/**
 * Saves the visitor's address while five other sessions take the cart by its name, at once or right after. Returns
 * how many of them then have a cart with a person.
 */
async function race(take: Take, when: 'beside' | 'after'): Promise<number> {
	const { id } = await begin()
	const own = await guest(id)
	const others = await Promise.all(Array.from({ length: 5 }, () => guest()))
	const saving = model.saveDetails(id, details, own)
	const taking = others.map(async (other) => {
		if (when === 'after') await saving
		return take(other, id)
	})
	const [saved] = await Promise.all([saving, ...taking])
	expect(saved.ok).toBe(true)
	const [mine, ...theirs] = await cartsOf(own, ...others)
	expect(await model.findCart(mine ?? '')).toMatchObject({ person: details.person })
	const found = await Promise.all(theirs.map((it) => (it === null ? null : model.findCart(it))))
	return found.filter((cart) => cart?.person).length
}

test('M1: no session takes a cart by its name while or after its visitor’s details are saved', async () => {
	for (let round = 0; round < 20; round += 1)
		expect(await race(model.takeBegunCart, round % 2 === 0 ? 'beside' : 'after')).toBe(0)
	expect(await race(model.putCart, 'after'), 'who does not look has it').toBe(5)
})
