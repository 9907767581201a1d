import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { raw } from '#app/db/connect.server.ts'
import { countRoundTrips } from '#app/db/round-trips.server.ts'
import type { Cart, CartRef, Visitor, Wish } from '#app/models/cart/cart.ts'
import { emptyTables } from '#testing/emptied.ts'
import { meetAtGate } from '#testing/gate.ts'
import { openTestShop } from '#testing/test-shop.ts'
import { now, saturday as day, sunday, wish } from '#testing/wishes.ts'

let shop: Awaited<ReturnType<typeof openTestShop>>
let model: typeof import('#app/models/cart/change.server.ts') &
	typeof import('#app/models/cart/find.server.ts')
let visitor: Visitor

const wednesday = '2026-12-09'
const nobody: CartRef = { id: null, version: 0 }

beforeAll(async () => {
	shop = await openTestShop()
	model = {
		...(await import('#app/models/cart/change.server.ts')),
		...(await import('#app/models/cart/find.server.ts')),
	}
})
afterAll(() => shop.close())
beforeEach(async () => {
	visitor = { venue: shop.venue, now, addressHash: null }
	await lowerPark(250)
	await emptyTables(shop.admin, 'carts', 'cart_lines', 'allocations', 'days', 'redemptions')
})

const refTo = ({ id, version }: Cart): CartRef => ({ id, version })

async function cartWith(wishes: Wish[], by = visitor): Promise<Cart> {
	let cart: Cart | null = null
	for (const it of wishes) {
		const added: Awaited<ReturnType<typeof model.addToCart>> = await model.addToCart(
			cart ? refTo(cart) : nobody,
			it,
			by,
		)
		if (!added.ok) throw new Error(added.message.key)
		cart = added.value
	}
	if (!cart) throw new Error('no cart')
	return cart
}

function move(cart: Cart, to: string, shown: string, by = visitor) {
	return model.moveToDay(refTo(cart), { day: to, shown }, by)
}

async function lowerPark(capacity: number): Promise<void> {
	await raw(shop.admin, `update resources set capacity = ${capacity} where id = 'park'`)
	const resources = visitor.venue.resources.map((it) =>
		it.id === 'park' ? { ...it, capacity } : it,
	)
	visitor = { ...visitor, venue: { ...visitor.venue, resources } }
}

async function held(): Promise<Record<string, number>> {
	const rows = await raw(
		shop.admin,
		`select day || ' ' || resource_id as place, sum(units)::int as units from allocations
		where state = 'held' and expires_at > now() group by 1`,
	)
	return Object.fromEntries(
		(rows as { place: string; units: number }[]).map(({ place, units }) => [place, units]),
	)
}

test('N30: a visit goes to another day with its numbers, times and extras, at that day’s prices', async () => {
	const cart = await cartWith([
		wish('ticket-adult', { quantity: 2 }),
		wish('ticket-child', { quantity: 3 }),
		wish('cake-table'),
		wish('gift-50-mail'),
	])
	const moved = await move(cart, wednesday, String(2 * 790 + 3 * 1390 + 2490))
	if (!moved.ok) throw new Error(moved.message.key)
	const written = await model.findCart(cart.id)
	expect(written).toMatchObject({ day: wednesday, version: cart.version + 1 })
	const told = written?.lines.map(({ productId, quantity, unitPrice, startsAt }) => [
		productId,
		quantity,
		unitPrice,
		startsAt?.toISOString() ?? null,
	])
	expect(told).toEqual([
		['gift-50-mail', 1, 5000, null],
		['ticket-adult', 2, 790, '2026-12-09T13:00:00.000Z'],
		['ticket-child', 3, 1390, '2026-12-09T13:00:00.000Z'],
		['cake-table', 1, 2490, '2026-12-09T13:00:00.000Z'],
	])
	expect(await held()).toEqual({ [`${wednesday} park`]: 5, [`${wednesday} cake-tables`]: 1 })
})

test('N30: a line that cannot come is released and removed with the old day', async () => {
	const cart = await cartWith([wish('ticket-adult', { quantity: 2 }), wish('room-mars')])
	await cartWith([wish('room-mars', { day: sunday })])
	const moved = await move(cart, sunday, `${2 * 890}_1`)
	expect(moved).toMatchObject({ value: { day: sunday, lines: [{ productId: 'ticket-adult' }] } })
	expect(await held()).toEqual({ [`${sunday} park`]: 2, [`${sunday} mars`]: 1 })
})

test('N30: a move is refused and changes nothing when a place has been taken since it was shown', async () => {
	const cart = await cartWith([wish('ticket-adult', { quantity: 2 }), wish('room-mars')])
	const [before, found] = [await held(), await model.findCart(cart.id)]
	await cartWith([wish('room-mars', { day: sunday, time: '15:00' })])
	expect(await move(cart, sunday, '7680')).toMatchObject({
		message: { key: 'errors.chooseOtherPeriod' },
	})
	expect(await model.findCart(cart.id)).toEqual(found)
	expect(await held()).toEqual({ ...before, [`${sunday} mars`]: 1 })
	expect(await move(cart, sunday, '1_1')).toMatchObject({ message: { key: 'errors.moveChanged' } })
})

test('N30: a move pressed twice, or in two tabs to two days, is made once', async () => {
	const cart = await cartWith([wish('ticket-adult')])
	const moves = await Promise.all([
		move(cart, sunday, '890'),
		move(cart, sunday, '890'),
		move(cart, wednesday, '790'),
	])
	expect(moves.filter(({ ok }) => ok)).toHaveLength(1)
	for (const refused of moves.filter((it) => !it.ok))
		expect(refused).toMatchObject({ message: { key: 'errors.cartChanged' } })
	expect(Object.values(await held())).toEqual([1])
})

test('N30: many carts of several days move to the last place of one at once: one gets it, the others stay where they are', async () => {
	await lowerPark(41)
	await cartWith([wish('ticket-adult', { quantity: 40, day: sunday })])
	const carts = await Promise.all(
		Array.from({ length: 32 }, (_, index) =>
			cartWith([wish('ticket-adult', { day: index % 2 ? day : wednesday })]),
		),
	)
	// Another cart moves towards the days of the others, so that days are locked in both orders.
	const leaving = await cartWith([wish('ticket-senior', { day: '2026-12-12' })])
	const moves = await Promise.all([
		...carts.map((cart) => move(cart, sunday, '890')),
		move(leaving, day, '690'),
	])
	expect(moves.at(-1)).toMatchObject({ ok: true })
	const made = moves.slice(0, -1).filter(({ ok }) => ok)
	expect(made).toHaveLength(1)
	for (const refused of moves.filter((it) => !it.ok))
		expect(refused).toMatchObject({ message: { key: 'errors.noFreePlaces' } })
	const units = await held()
	expect(units[`${sunday} park`]).toBe(41)
	expect(Object.values(units).reduce((sum, one) => sum + one, 0)).toBe(40 + 32 + 1)
})

test('N31: a move counts against the limit of its address on the new day', async () => {
	const known = { ...visitor, addressHash: 'an address' }
	const cart = await cartWith([wish('ticket-adult', { quantity: 40 })], known)
	await cartWith([wish('ticket-adult', { quantity: 40, day: sunday })], known)
	await cartWith([wish('ticket-child', { quantity: 20, day: sunday })], known)
	const amount = String(40 * 890)
	expect(await move(cart, sunday, amount, known)).toMatchObject({
		message: { key: 'errors.tooManyPlaces' },
	})
	// Holds of the address on other days do not count.
	expect(await move(cart, '2026-12-12', amount, known)).toMatchObject({ ok: true })
})

test('a move takes three round trips: a look, the locks with a second look, and the writing', async () => {
	const known = { ...visitor, addressHash: 'an address' }
	const cart = await cartWith([wish('ticket-adult'), wish('cake-table')], known)
	const { roundTrips } = await countRoundTrips(() => move(cart, sunday, '3380', known))
	expect(roundTrips).toBe(3)
})

test('N30: negative control: without the lock of the day and the guards of the database, moves oversell', async () => {
	await raw(
		shop.admin,
		`create function no_row() returns trigger language plpgsql as 'begin return null; end'`,
	)
	await raw(
		shop.admin,
		`create trigger no_days before insert on days for each row execute function no_row()`,
	)
	await raw(shop.admin, 'drop trigger allocations_zone_peak_insert on allocations')
	await raw(shop.admin, 'drop trigger allocations_zone_peak_update on allocations')
	await lowerPark(41)
	await raw(
		shop.admin,
		`insert into allocations (resource_id, day, during, blocked, units, exclusive, state)
		values ('park', '${sunday}', '[2026-12-06T09:00Z,2026-12-06T19:00Z)', '[2026-12-06T09:00Z,2026-12-06T19:00Z)', 40, false, 'confirmed')`,
	)
	const carts = [
		await cartWith([wish('ticket-adult')]),
		await cartWith([wish('ticket-adult', { day: wednesday })]),
	]
	// Both moves have looked before one is written.
	const beforeWriting = { before: 'insert on allocations for each row', many: 2 }
	const moves = await meetAtGate(beforeWriting, () =>
		Promise.all(carts.map((cart) => move(cart, sunday, '890'))),
	)
	expect(moves.filter(({ ok }) => ok)).toHaveLength(2)
	expect((await held())[`${sunday} park`]).toBe(2)
})
