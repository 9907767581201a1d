import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { raw } from '#app/db/connect.server.ts'
import type { Cart, CartRef, Visitor } from '#app/models/cart/cart.ts'
import { cents } from '#app/models/money.ts'
import { eachOf } from '#app/models/visitor/session.ts'
import type { Change } from '#app/routes/cart/intents.server.ts'
import { emptyTables } from '#testing/emptied.ts'
import { openTestShop } from '#testing/test-shop.ts'
import { now, saturday as day } from '#testing/wishes.ts'

let shop: Awaited<ReturnType<typeof openTestShop>>
let route: typeof import('#app/routes/cart/intents.server.ts')
let carts: typeof import('#app/models/cart/find.server.ts')
let visitor: Visitor

const nobody: CartRef = { id: null, version: 0 }

beforeAll(async () => {
	shop = await openTestShop()
	route = await import('#app/routes/cart/intents.server.ts')
	carts = await import('#app/models/cart/find.server.ts')
	visitor = { venue: shop.venue, now, addressHash: null }
})
afterAll(() => shop.close())
beforeEach(() => emptyTables(shop.admin, 'carts', 'allocations', 'days', 'redemptions'))

const add = (product: string) =>
	({ intent: 'add', product, quantity: 1, day, time: '14:00', duration: 120 }) as const

async function changed(
	change: Omit<Extract<Change, { intent: 'add' | 'renew' }>, 'version'>,
	ref = nobody,
	by = visitor,
) {
	const done = await route.perform(ref, { ...change, version: ref.version } as Change, by)
	if (!done.ok) throw new Error(done.message.key)
	const cart = await carts.findCart(done.value.cartId ?? '')
	if (!cart) throw new Error('no cart')
	return { cart, renewal: done.value.renewal }
}

const refTo = ({ id, version }: Cart): CartRef => ({ id, version })

test('A8: a renewal that has lost one thing says of another that it became dearer', async () => {
	const { cart } = await changed(add('ticket-adult'))
	const both = await changed(add('room-venus'), refTo(cart))
	const past = `set expires_at = now() - interval '1 second'`
	await raw(shop.admin, `update allocations ${past}`)
	await raw(shop.admin, `update carts ${past}`)
	await changed(add('room-venus'))
	const prices = { weekday: { 120: cents(9900) }, weekend: { 120: cents(9900) } }
	const products = shop.venue.products.map((it) =>
		it.id === 'ticket-adult' || it.id === 'room-venus' ? { ...it, prices } : it,
	)
	const venue = { ...shop.venue, products }

	const { renewal } = await changed({ intent: 'renew' }, refTo(both.cart), { ...visitor, venue })
	const notice = route.renewalNotice(renewal, venue, 'de-DE')
	expect(notice && eachOf(notice)).toEqual([
		{ key: 'cart.gone', values: { products: 'Partyraum Venus' }, kind: 'warning' },
		{ key: 'cart.repriced', values: { products: 'Erwachsenenticket' }, kind: 'warning' },
	])
})

test.each([
	['yesterday', '2026-11-20', 'dayInPast'],
	['a rest day', '2026-11-30', 'restDay'],
	['a day too far ahead', '2027-12-04', 'beyondHorizon'],
])('no cart is cleared for %s', async (_, to, key) => {
	const { cart } = await changed(add('ticket-adult'))
	const change = { intent: 'changeDay', version: cart.version, day: to } as const
	expect(await route.perform(refTo(cart), change, visitor)).toMatchObject({
		ok: false,
		message: { key: `errors.${key}` },
	})
	expect(await carts.findCart(cart.id)).toEqual(cart)
})

test('a cart is cleared for a day that can be booked', async () => {
	const { cart } = await changed(add('ticket-adult'))
	const change = { intent: 'changeDay', version: cart.version, day: '2026-12-06' } as const
	expect(await route.perform(refTo(cart), change, visitor)).toMatchObject({ ok: true })
	expect(await carts.findCart(cart.id)).toMatchObject({ day: null, lines: [] })
})
