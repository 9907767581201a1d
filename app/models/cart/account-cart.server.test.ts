import { eq, isNull, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { raw } from '#app/db/connect.server.ts'
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
import { adaOfAccount } from '#testing/ada.ts'
import { emptyTables } from '#testing/emptied.ts'
import { sampleOrder } from '#testing/sample-order.ts'
import { openTestShop } from '#testing/test-shop.ts'
import {
	noCart as none,
	now,
	refTo,
	saturday as day,
	sunday as otherDay,
	wish,
} from '#testing/wishes.ts'

let shop: Awaited<ReturnType<typeof openTestShop>>
let change: typeof import('#app/models/cart/change.server.ts')
let model: typeof import('#app/models/cart/account-cart.server.ts')
let find: typeof import('#app/models/cart/find.server.ts')
let voucher: typeof import('#app/models/cart/redeem.server.ts')
let sessionCart: typeof import('#app/models/visitor/session-cart.server.ts')
let visitor: Visitor

beforeAll(async () => {
	shop = await openTestShop()
	change = await import('#app/models/cart/change.server.ts')
	model = await import('#app/models/cart/account-cart.server.ts')
	find = await import('#app/models/cart/find.server.ts')
	voucher = await import('#app/models/cart/redeem.server.ts')
	sessionCart = await import('#app/models/visitor/session-cart.server.ts')
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
		'vouchers',
		'attempts',
	),
)

async function cartWith(quantity: number, on = day): Promise<Cart> {
	const added = await change.addToCart(none, wish('ticket-adult', { quantity, day: on }), visitor)
	if (!added.ok) throw new Error(added.message.key)
	return added.value
}

async function account(
	cartId: string | null = null,
	username = 'ada@example.org',
): Promise<string> {
	const [row] = await shop.db
		.insert(accounts)
		.values({
			username,
			usernameKey: username,
			passwordHash: '-',
			locale: 'de-DE',
			person: adaOfAccount,
			cartId,
		})
		.returning({ id: accounts.id })
	return row?.id ?? ''
}

async function cartOf(accountId: string): Promise<string | null> {
	const [row] = await shop.db
		.select({ cartId: accounts.cartId })
		.from(accounts)
		.where(eq(accounts.id, accountId))
	return row?.cartId ?? null
}

/** The places in the park that a cart holds. */
async function held(cartId: string): Promise<number> {
	const [row] = await shop.admin
		.select({ units: sql`coalesce(sum(${allocations.units}), 0)`.mapWith(Number) })
		.from(allocations)
		.where(
			sql`${allocations.cartId} = ${cartId} and ${allocations.resourceId} = 'park'
				and ${allocations.state} = 'held' and ${allocations.expiresAt} > now()`,
		)
	return row?.units ?? 0
}

/** A voucher of 50 euros that stays usable, or one of 20 percent that is used once. */
async function issue(kind: 'value' | 'percent', code: string): Promise<string> {
	const worth = kind === 'value' ? { amount: cents(5000) } : { percent: 20 }
	const [row] = await shop.admin
		.insert(vouchers)
		.values({ code, kind, ...worth })
		.returning()
	if (kind === 'value' && row) {
		const issued = { voucherId: row.id, sequence: 1, kind: 'issued' as const }
		await shop.admin
			.insert(voucherEntries)
			.values({ ...issued, amount: cents(5000), balance: cents(5000) })
	}
	return code
}

async function redeemed(cart: Cart, code: string): Promise<Cart> {
	const result = await voucher.redeemVoucher(refTo(cart), code, visitor)
	if (!result.ok) throw new Error(result.message.key)
	return result.value
}

/** The sum of the ledger of all vouchers. */
async function balance(): Promise<number> {
	const [row] = await shop.admin
		.select({ sum: sql`coalesce(sum(${voucherEntries.amount}), 0)`.mapWith(Number) })
		.from(voucherEntries)
	return row?.sum ?? 0
}

function signedIn(cartId: string | null, accountId: string, id: string = crypto.randomUUID()) {
	const hour = sql`now() + interval '1 hour'`
	return shop.db.insert(sessions).values({ id, cartId, accountId, expiresAt: hour })
}

describe('on sign-in', () => {
	test('the cart of the visit becomes the account’s', async () => {
		const [id, visited] = [await account(), await cartWith(2)]
		expect(await model.bringCart(shop.venue, id, visited.id)).toEqual({
			cartId: visited.id,
			isShort: false,
		})
		expect(await cartOf(id)).toBe(visited.id)
		expect(await held(visited.id)).toBe(2)
	})

	test('the account’s cart joins that of the visit, with its lines and places', async () => {
		const [kept, visited] = [await cartWith(3), await cartWith(2)]
		const id = await account(kept.id)
		expect(await model.bringCart(shop.venue, id, visited.id)).toEqual({
			cartId: visited.id,
			isShort: false,
		})
		const joined = await find.findCart(visited.id)
		expect(joined?.lines.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(5)
		expect([await held(visited.id), await held(kept.id)]).toEqual([5, 0])
	})

	test('a visit without a cart, or with an empty one, goes on with the account’s', async () => {
		const kept = await cartWith(3)
		const id = await account(kept.id)
		const first = await model.bringCart(shop.venue, id, null)
		expect(first).toEqual({ cartId: await cartOf(id), isShort: false })
		const visited = await cartWith(1)
		const ref = { id: visited.id, version: visited.version, day: visited.day }
		await change.removeFromCart(ref, visited.lines[0]?.id ?? '', visitor)
		const { cartId } = await model.bringCart(shop.venue, id, visited.id)
		expect(cartId, 'M1: another id at every sign-in').toBe(await cartOf(id))
		expect(new Set([kept.id, first.cartId, cartId]).size).toBe(3)
		expect([await held(kept.id), await held(cartId ?? '')]).toEqual([0, 3])
	})

	test('the visit’s cart stays when the carts are for different days, and the other holds nothing', async () => {
		const [kept, visited] = [await cartWith(3, otherDay), await cartWith(2)]
		const id = await account(kept.id)
		expect(await model.bringCart(shop.venue, id, visited.id)).toEqual({
			cartId: visited.id,
			isShort: true,
		})
		expect(await find.findCart(kept.id)).toMatchObject({ lines: [] })
		expect([await held(visited.id), await held(kept.id)]).toEqual([2, 0])
	})

	test('a cart of the account whose order runs keeps its lines and places', async () => {
		const [kept, visited] = [await cartWith(3), await cartWith(2)]
		await shop.db.update(carts).set({ orderId: crypto.randomUUID() }).where(eq(carts.id, kept.id))
		const id = await account(kept.id)
		await model.bringCart(shop.venue, id, visited.id)
		expect(await find.findCart(kept.id)).toMatchObject({ lines: [{ quantity: 3 }] })
		expect(await held(kept.id)).toBe(3)
	})
})

describe('with several devices (M16)', () => {
	async function device(accountId: string, cartId: string | null = null): Promise<string> {
		const id = crypto.randomUUID()
		await signedIn(cartId, accountId, id)
		return id
	}

	async function cartsOf(...ids: string[]): Promise<(string | null)[]> {
		const rows = await shop.db.select({ id: sessions.id, cartId: sessions.cartId }).from(sessions)
		return ids.map((id) => rows.find((row) => row.id === id)?.cartId ?? null)
	}

	test('the first cart of one device is taken by the account’s devices without a cart', async () => {
		const id = await account()
		const [laptop, phone, stranger] = [
			await device(id),
			await device(id),
			await device(await account(null, 'eva@example.org')),
		]
		const begun = await cartWith(1)
		await sessionCart.putCart(laptop, begun.id)
		expect(await cartsOf(laptop, phone, stranger)).toEqual([begun.id, begun.id, null])
	})

	test('a device that had the emptied cart gets the joined one, and the emptied cart names no person', async () => {
		const [kept, visited] = [await cartWith(3), await cartWith(2)]
		const id = await account(kept.id)
		const laptop = await device(id, kept.id)
		await shop.db.update(carts).set({ person: sampleOrder.person }).where(eq(carts.id, kept.id))
		await model.bringCart(shop.venue, id, visited.id)
		expect(await cartsOf(laptop)).toEqual([visited.id])
		expect(await find.findCart(kept.id)).toMatchObject({ lines: [], person: null, party: null })
	})

	test('a device whose cart has a running order keeps that cart', async () => {
		const [kept, visited] = [await cartWith(3), await cartWith(2)]
		const id = await account(kept.id)
		const laptop = await device(id, kept.id)
		await shop.db.update(carts).set({ orderId: crypto.randomUUID() }).where(eq(carts.id, kept.id))
		await model.bringCart(shop.venue, id, visited.id)
		expect([await cartsOf(laptop), await cartOf(id)]).toEqual([[kept.id], visited.id])
	})

	test('a visit without a cart takes the account’s empty cart', async () => {
		const kept = await cartWith(1)
		const id = await account(kept.id)
		const laptop = await device(id, kept.id)
		await change.removeFromCart(refTo(kept), kept.lines[0]?.id ?? '', visitor)
		const { cartId } = await model.bringCart(shop.venue, id, null)
		expect(cartId).not.toBeNull()
		expect([await cartsOf(laptop), await cartOf(id)]).toEqual([[cartId], cartId])
	})
})

test('a hold of the visit that ran out is not revived by the holds of the account’s cart', async () => {
	const [kept, visited] = [await cartWith(3), await cartWith(2)]
	await raw(
		shop.admin,
		`update allocations set expires_at = now() - interval '1 minute' where cart_id = $1`,
		[visited.id],
	)
	await model.bringCart(shop.venue, await account(kept.id), visited.id)
	expect(await held(visited.id)).toBe(3)
})

describe('on sign-in the voucher in the account’s cart', () => {
	test.each(['value', 'percent'] as const)('comes along: %s', async (kind) => {
		const code = await issue(kind, 'OURS')
		const [kept, visited] = [await redeemed(await cartWith(1), code), await cartWith(2)]
		await model.bringCart(shop.venue, await account(kept.id), visited.id)
		const [joined, emptied] = [await find.findCart(visited.id), await find.findCart(kept.id)]
		expect(joined?.voucher).toMatchObject({ code, reserved: kept.voucher?.reserved })
		expect(emptied?.voucher).toBeNull()
		expect(await balance()).toBe(0)

		if (!joined) throw new Error('no cart')
		expect(await voucher.removeVoucher(refTo(joined))).toMatchObject({ ok: true })
		expect((await redeemed(await cartWith(1), code)).voucher).toMatchObject({ code })
	})

	test('comes along from a cart without lines', async () => {
		const code = await issue('value', 'OURS')
		const bought = await redeemed(await cartWith(1), code)
		await change.removeFromCart(refTo(bought), bought.lines[0]?.id ?? '', visitor)
		const [id, visited] = [await account(bought.id), await cartWith(2)]
		expect((await model.bringCart(shop.venue, id, null)).cartId).not.toBeNull()
		await model.bringCart(shop.venue, id, visited.id)
		expect(await find.findCart(visited.id)).toMatchObject({ voucher: { code }, lines: [{}] })
	})

	test('is free for others when the visit’s cart has a voucher of its own', async () => {
		const [ours, own] = [await issue('percent', 'OURS'), await issue('value', 'OWN')]
		const kept = await redeemed(await cartWith(1), ours)
		const visited = await redeemed(await cartWith(2), own)
		await model.bringCart(shop.venue, await account(kept.id), visited.id)
		expect((await find.findCart(visited.id))?.voucher).toMatchObject({ code: own, reserved: 5000 })
		expect((await redeemed(await cartWith(1), ours)).voucher).toMatchObject({ code: ours })
	})

	test('is free at once when the two carts do not go together', async () => {
		const code = await issue('value', 'OURS')
		const kept = await redeemed(await cartWith(3, otherDay), code)
		const visited = await cartWith(2)
		const id = await account(kept.id)
		expect(await model.bringCart(shop.venue, id, visited.id)).toMatchObject({ isShort: true })
		expect(await balance()).toBe(5000)
		expect((await redeemed(visited, code)).voucher).toMatchObject({ code, reserved: 5000 })
	})

	test('is in the other cart alone when its reservation has run out and another cart redeems it at once', async () => {
		const code = await issue('value', 'OURS')
		for (let round = 0; round < 10; round += 1) {
			const [kept, visited] = [await redeemed(await cartWith(1), code), await cartWith(1)]
			const other = await cartWith(1)
			await raw(shop.admin, `update redemptions set expires_at = now() - interval '1 second'`)
			const id = await account(kept.id)
			await Promise.all([
				model.bringCart(shop.venue, id, visited.id),
				redeemed(other, code),
				model.bringCart(shop.venue, id, visited.id),
			])
			const live = await shop.admin
				.select({ cartId: redemptions.cartId })
				.from(redemptions)
				.where(isNull(redemptions.releasedAt))
			expect(live).toEqual([{ cartId: other.id }])
			expect(await balance()).toBe(0)
			await emptyTables(shop.admin, 'carts', 'accounts', 'attempts')
			await raw(shop.admin, `update redemptions set expires_at = now() - interval '1 second'`)
		}
	})
})

test('answers to the products of the account’s cart come along on sign-in', async () => {
	const [kept, visited] = [await cartWith(1), await cartWith(2)]
	const write = (cart: Cart, answers: Record<string, string>) =>
		shop.db.update(carts).set({ answers }).where(eq(carts.id, cart.id))
	await write(kept, { cake: 'Mia, 7', giftFor: 'Oma' })
	await write(visited, { giftFor: 'Opa', cake: '' })
	await model.bringCart(shop.venue, await account(kept.id), visited.id)
	const answers = { cake: 'Mia, 7', giftFor: 'Opa' }
	expect(await find.findCart(visited.id)).toMatchObject({ answers })
	expect(await find.findCart(kept.id)).toMatchObject({ answers: {} })
})

describe('on sign-out', () => {
	test('the cart’s places are free for others at once, and its lines stay', async () => {
		const cart = await cartWith(4)
		await model.leaveCart(cart.id)
		expect(await held(cart.id)).toBe(0)
		expect(await find.findCart(cart.id)).toMatchObject({
			lines: [{ quantity: 4 }],
			version: cart.version + 1,
		})
	})

	test('the places stay held while another session of the account uses the cart', async () => {
		const cart = await cartWith(4)
		await signedIn(cart.id, await account(cart.id))
		await model.leaveCart(cart.id)
		expect(await held(cart.id)).toBe(4)
	})

	test('the places stay held while the cart’s order waits for its payment', async () => {
		const cart = await cartWith(4)
		await shop.db.update(carts).set({ orderId: crypto.randomUUID() }).where(eq(carts.id, cart.id))
		await model.leaveCart(cart.id)
		expect(await held(cart.id)).toBe(4)
	})
})
