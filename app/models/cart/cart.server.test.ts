import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { raw } from '#app/db/connect.server.ts'
import { countRoundTrips } from '#app/db/round-trips.server.ts'
import { allocations, carts } from '#app/db/schema.ts'
import type { CartRef, Visitor, Cart, Wish } from '#app/models/cart/cart.ts'
import { emptyTables } from '#testing/emptied.ts'
import { openTestShop } from '#testing/test-shop.ts'
import { noCart, now, refTo, saturday as day, wish } from '#testing/wishes.ts'

let shop: Awaited<ReturnType<typeof openTestShop>>
let model: typeof import('#app/models/cart/change.server.ts')
let visitor: Visitor

beforeAll(async () => {
	shop = await openTestShop()
	model = await import('#app/models/cart/change.server.ts')
	visitor = { venue: shop.venue, now, addressHash: null }
})
afterAll(() => shop.close())
beforeEach(() =>
	emptyTables(shop.admin, 'carts', 'cart_lines', 'allocations', 'days', 'redemptions'),
)

const ticket = (quantity: number, time = '14:00') => wish('ticket-adult', { quantity, time })
const room = (time: string): Wish => ({ ...ticket(1, time), productId: 'room-venus' })

async function added(wish: Wish, ref = noCart, by = visitor): Promise<Cart> {
	const result = await model.addToCart(ref, wish, by)
	if (!result.ok) throw new Error(result.message.key)
	return result.value
}

async function taken(resource = 'park'): Promise<number> {
	const rows = await shop.admin
		.select({ units: sql`coalesce(sum(${allocations.units}), 0)`.mapWith(Number) })
		.from(allocations)
		.where(
			sql`${allocations.resourceId} = ${resource} and ${allocations.state} = 'held' and ${allocations.expiresAt} > now()`,
		)
	return rows[0]?.units ?? 0
}

async function lowerPark(capacity: number): Promise<void> {
	const park = visitor.venue.resources.find((resource) => resource.id === 'park')
	if (!park) throw new Error('no park')
	await raw(shop.admin, `update resources set capacity = ${capacity} where id = 'park'`)
	visitor = {
		...visitor,
		venue: {
			...visitor.venue,
			resources: visitor.venue.resources.map((it) => (it === park ? { ...park, capacity } : it)),
		},
	}
}

test('a place is held for a quarter of an hour', async () => {
	const cart = await added(ticket(3))
	expect(cart).toMatchObject({
		version: 1,
		day,
		lines: [{ productId: 'ticket-adult', quantity: 3 }],
	})
	const [row] = await shop.admin
		.select({
			minutes: sql`round(extract(epoch from ${carts.expiresAt} - now()) / 60)`.mapWith(Number),
		})
		.from(carts)
		.where(eq(carts.id, cart.id))
	expect(row?.minutes).toBe(visitor.venue.hold.minutes)
	expect(await taken()).toBe(3)
})

test('a second wish for one product and time raises the quantity of its line', async () => {
	const first = await added(ticket(2))
	const second = await added(ticket(1), refTo(first))
	expect(second.lines).toMatchObject([{ quantity: 3 }])
	expect(await taken()).toBe(3)
})

test('a form made for an older cart is refused and changes nothing', async () => {
	const first = await added(ticket(2))
	await added(ticket(1), refTo(first))
	const stale = await model.addToCart(refTo(first), ticket(1), visitor)
	expect(stale).toMatchObject({ ok: false, message: { key: 'errors.cartChanged' } })
	expect(await taken()).toBe(3)
})

test('removing gives the places back', async () => {
	const cart = await added(ticket(3))
	const removed = await model.removeFromCart(refTo(cart), cart.lines[0]?.id ?? '', visitor)
	expect(removed).toMatchObject({ ok: true, value: { lines: [], day: null, expiresAt: null } })
	expect(await taken()).toBe(0)
})

test('G7: a hold that ran out frees its places for others, and its owner may claim them again', async () => {
	const cart = await added(room('14:00'))
	await raw(shop.admin, `update allocations set expires_at = now() - interval '1 second'`)
	await raw(shop.admin, `update carts set expires_at = now() - interval '1 second'`)
	const other = await added(room('14:00'))
	expect(await taken('venus')).toBe(1)

	const late = await model.renewHold(refTo(cart), visitor)
	expect(late).toMatchObject({
		ok: true,
		value: { gone: [{ productId: 'room-venus' }], cart: { lines: [] } },
	})
	await model.removeFromCart(refTo(other), other.lines[0]?.id ?? '', visitor)
	expect(await taken('venus')).toBe(0)
})

test('a renewal slides the hold, but never past an hour after it began', async () => {
	const cart = await added(ticket(1))
	await raw(shop.admin, `update carts set held_since = now() - interval '50 minutes'`)
	const renewed = await model.renewHold(refTo(cart), visitor)
	if (!renewed.ok) throw new Error(renewed.message.key)
	const left = (renewed.value.cart.expiresAt?.getTime() ?? 0) - Date.now()
	expect(Math.round(left / 60_000)).toBe(10)
})

test('a room is booked twice back to back, but not overlapping', async () => {
	await added(room('10:00'))
	const overlapping = await model.addToCart(noCart, room('11:00'), visitor)
	expect(overlapping).toMatchObject({ ok: false, message: { key: 'errors.chooseOtherPeriod' } })
	await added(room('13:00'))
})

test('an extra that takes up room keeps the time it was chosen for when its visit is removed', async () => {
	const visit = await added(ticket(4, '14:00'))
	const withTable = await added({ ...ticket(1), productId: 'cake-table' }, refTo(visit))
	const [first, table] = withTable.lines
	expect(table).toMatchObject({ startsAt: first?.startsAt, endsAt: first?.endsAt, duration: null })

	const later = await added(ticket(4, '17:00'), refTo(withTable))
	const left = await model.removeFromCart(refTo(later), first?.id ?? '', visitor)
	expect(left.ok && left.value.lines).toContainEqual(
		expect.objectContaining({ productId: 'cake-table', startsAt: first?.startsAt }),
	)
	const held = await raw(
		shop.admin,
		`select during = tstzrange('${day} 14:00 Europe/Berlin', '${day} 16:00 Europe/Berlin') as "isThen"
		from allocations where resource_id = 'cake-tables' and state = 'held'`,
	)
	expect(held).toEqual([{ isThen: true }])
})

test('64 at once for the last place: one gets it', async () => {
	const before = visitor
	await lowerPark(41)
	await added(ticket(40))
	const results = await Promise.all(
		Array.from({ length: 64 }, () => model.addToCart(noCart, ticket(1), visitor)),
	)
	expect(results.filter((result) => result.ok)).toHaveLength(1)
	expect(await taken()).toBe(41)
	await lowerPark(250)
	visitor = before
})

test('the database refuses a zone beyond its capacity and a room booked twice', async () => {
	await added(ticket(2))
	const insert = (units: number, exclusive: boolean, resource: string) =>
		raw(
			shop.admin,
			`insert into allocations (resource_id, day, during, blocked, units, exclusive, state)
			values ($1, '${day}', '[2026-12-05T13:00Z,2026-12-05T15:00Z)', '[2026-12-05T13:00Z,2026-12-05T15:00Z)', $2, $3, 'confirmed')`,
			[resource, units, exclusive],
		)
	await expect(insert(249, false, 'park')).rejects.toThrow(/would hold 251 of 250/)
	await insert(1, true, 'mars')
	await expect(insert(1, true, 'mars')).rejects.toThrow(/allocations_exclusive/)
})

test('two changes of one cart at once, on two days: one is made, the other is refused', async () => {
	const first = await added(ticket(1))
	const emptied = await model.removeFromCart(refTo(first), first.lines[0]?.id ?? '', visitor)
	if (!emptied.ok) throw new Error(emptied.message.key)
	const wishes = [ticket(1), { ...ticket(1), day: '2026-12-06' }]
	const both = await Promise.all(
		wishes.map((wish) => model.addToCart(refTo(emptied.value), wish, visitor)),
	)
	expect(both.filter((result) => result.ok)).toHaveLength(1)
	expect(both.find((result) => !result.ok)).toMatchObject({
		message: { key: 'errors.cartChanged' },
	})
	expect(await taken()).toBe(1)
})

test('a change of a cart takes two round trips, or three when it names no day', async () => {
	const known = { ...visitor, addressHash: 'an address' }
	const add = (wish: Wish, ref = noCart) => countRoundTrips(() => added(wish, ref, known))
	const figures = async () => {
		const first = await add(ticket(1))
		const next = await add({ ...ticket(1), productId: 'ticket-senior' }, refTo(first.value))
		const more = await add(ticket(1), refTo(next.value))
		const line = more.value.lines[0]?.id ?? ''
		const fewer = await countRoundTrips(() =>
			model.changeQuantity(refTo(more.value), { id: line, quantity: 1 }, known),
		)
		return [first, next, more, fewer].map(({ roundTrips, statements }) => [roundTrips, statements])
	}
	const onNewDay = await figures()
	expect(onNewDay[0]).toEqual([2, 7])
	// First round trip: begin, locks of day, cart and address, look. Second: cart, line, holds, places, commit. A
	// change that names no day looks before.
	expect(await figures()).toEqual([
		[2, 7],
		[2, 8],
		[2, 8],
		[3, 9],
	])
})

const children = (quantity: number): Wish => ({ ...ticket(quantity), productId: 'ticket-child' })
const extra = (productId: string, quantity: number): Wish => ({
	...ticket(quantity),
	productId,
	time: null,
	duration: null,
})

async function set(wishes: readonly Wish[], ref = noCart): Promise<Cart> {
	const result = await model.setInCart(ref, { wishes }, visitor)
	if (!result.ok) throw new Error(result.message.key)
	return result.value
}

function numbers(cart: Cart): string[] {
	return cart.lines.map(({ productId, quantity }) => `${quantity} ${productId}`)
}

test('several numbers at once are one change of the cart, and change nothing when they are sent again', async () => {
	const cart = await set([ticket(2), children(3), extra('cake', 1), extra('candles', 1)])
	expect(cart.version).toBe(1)
	expect(numbers(cart)).toEqual(['2 ticket-adult', '3 ticket-child', '1 cake', '1 candles'])
	expect(await taken()).toBe(5)

	const fewer = await set([ticket(1), children(0), extra('cake', 1)], refTo(cart))
	expect(fewer.version).toBe(2)
	expect(numbers(fewer)).toEqual(['1 ticket-adult', '1 cake', '1 candles'])
	expect(await taken()).toBe(1)
	const ids = (of: Cart) => of.lines.map(({ id }) => id)
	expect(ids(fewer)).toEqual(ids(cart).filter((_, index) => index !== 1))

	expect(numbers(await set([ticket(1)], refTo(fewer)))).toEqual(numbers(fewer))
})

test('the number of a ticket is set for its time alone', async () => {
	const cart = await set([ticket(2)])
	const both = await set([ticket(3, '15:00')], refTo(cart))
	expect(numbers(both)).toEqual(['2 ticket-adult', '3 ticket-adult'])
	const one = await set([ticket(0)], refTo(both))
	expect(numbers(one)).toEqual(['3 ticket-adult'])
})

const lengths = (cart: Cart) =>
	cart.lines.map(({ productId, quantity, duration }) => `${quantity} ${productId} ${duration}`)

test.each([
	['longer', 180],
	['to the end of the day', 'day'],
	['less long', 90],
] as const)(
	'another duration changes the lines of the visit and adds none: %s',
	async (_, other) => {
		const cart = await set([ticket(1), children(2)])
		const wishes = [ticket(1), children(3)].map((wish) => ({ ...wish, duration: other }))
		const changed = await set(wishes, refTo(cart))
		expect(lengths(changed)).toEqual([`1 ticket-adult ${other}`, `3 ticket-child ${other}`])
		expect(changed.lines[0]?.unitPrice).not.toBe(cart.lines[0]?.unitPrice)
		expect(await taken()).toBe(4)
		const { endsAt } = changed.lines[0] ?? {}
		const held = await raw(
			shop.admin,
			`select bool_and(upper(during) = $1) as "isThen" from allocations where state = 'held'`,
			[endsAt],
		)
		expect(held).toEqual([{ isThen: true }])
		const again = await set(wishes, refTo(changed))
		expect(lengths(again)).toEqual(lengths(changed))

		const none = await set([ticket(0), children(0)], refTo(again))
		expect(none).toMatchObject({ lines: [], day: null })
		expect(await taken()).toBe(0)
	},
)

test('a longer duration without free places leaves the visit as it was', async () => {
	const cart = await set([ticket(2), extra('cake', 1)])
	const before = visitor
	await lowerPark(3)
	await added(ticket(2, '16:00'))
	const longer = { ...ticket(2), duration: 180 }
	expect(await model.setInCart(refTo(cart), { wishes: [longer] }, visitor)).toMatchObject({
		message: { key: 'errors.noFreePlaces' },
	})
	const same = await set([ticket(2)], refTo(cart))
	expect(lengths(same)).toEqual(lengths(cart))
	expect(same.lines[0]?.id).toBe(cart.lines[0]?.id)
	expect(await taken()).toBe(4)
	await lowerPark(250)
	visitor = before
})

test('tickets of two durations from one time stay two lines, and an extra keeps to its line', async () => {
	const short = await added(children(2))
	const both = await added({ ...children(1), duration: 180 }, refTo(short))
	const more = await set([{ ...children(3), duration: 180 }], refTo(both))
	expect(lengths(more)).toEqual(['2 ticket-child 120', '3 ticket-child 180'])

	const crew = { ...ticket(10, '16:00'), productId: 'ticket-group' }
	const group = await added(crew, refTo(more))
	const lineId = group.lines.at(-1)?.id ?? ''
	const pieces = { lineId, quantities: { 'jug-juice': 1 } }
	const chosen = await model.setInCart(refTo(group), { wishes: [], pieces }, visitor)
	if (!chosen.ok) throw new Error(chosen.message.key)
	const longer = await set([{ ...crew, duration: 180 }], refTo(chosen.value))
	const { id } = longer.lines.find(({ productId }) => productId === 'ticket-group') ?? {}
	expect(id).not.toBe(lineId)
	expect(longer.lines.at(-1)).toMatchObject({ productId: 'jug-juice', quantity: 1, parentId: id })
})

test('one number that is refused refuses all of them', async () => {
	const before = visitor
	await lowerPark(4)
	expect(
		await model.setInCart(noCart, { wishes: [ticket(2), children(3)] }, visitor),
	).toMatchObject({
		ok: false,
		message: { key: 'errors.noFreePlaces' },
	})
	expect(await taken()).toBe(0)
	await lowerPark(250)
	visitor = before
	expect(
		await model.setInCart(noCart, { wishes: [ticket(2), extra('candles', 1)] }, visitor),
	).toMatchObject({
		message: { key: 'errors.requiresOther' },
	})
	expect(await model.setInCart(noCart, { wishes: [ticket(0)] }, visitor)).toMatchObject({
		message: { key: 'errors.nothingChosen' },
	})
})

test('H7: numbers sent twice at once are in the cart once', async () => {
	const ref: CartRef = {
		id: '7b0f2a52-3c1e-4f6a-9c68-3b3d1f6c9a11',
		version: 0,
		day: null,
		isNamed: true,
	}
	const wishes = [ticket(2), children(1)]
	const [one, other] = await Promise.all([
		model.setInCart(ref, { wishes }, visitor),
		model.setInCart(ref, { wishes }, visitor),
	])
	expect([one.ok, other.ok]).toEqual([true, true])
	expect(await taken()).toBe(3)
	expect(await model.setInCart(ref, { wishes: [ticket(1)] }, visitor)).toMatchObject({
		message: { key: 'errors.cartChanged' },
	})
})

test('N26: a number sent twice from one page counts once, another number from an older page is refused', async () => {
	const gift = (quantity: number): Wish => ({ ...extra('gift-50-mail', quantity) })
	const first = await set([gift(1)])
	const seen = refTo(first)
	for (const _ of ['pressed', 'pressed again'])
		expect(numbers(await set([gift(2)], seen))).toEqual(['2 gift-50-mail'])
	const older = await model.setInCart(seen, { wishes: [gift(3)] }, visitor)
	expect(older).toMatchObject({ message: { key: 'errors.cartChanged' } })
})

const party = (guests: number, time = '14:00', on = day): Wish => ({
	...ticket(guests, time),
	productId: 'kometen-party',
	day: on,
	duration: null,
})

async function booked(wish: Wish, ref = noCart): Promise<Cart> {
	const result = await model.bookInCart(ref, wish, visitor)
	if (!result.ok) throw new Error(result.message.key)
	return result.value
}

test('a party brings the extras that it includes without a choice, and all its groups are set in one change', async () => {
	const cart = await booked(party(10))
	expect(numbers(cart)).toEqual(['10 kometen-party', '2 jug-juice'])
	const [line] = cart.lines
	const chosen = await model.setInCart(
		refTo(cart),
		{
			wishes: [extra('cake', 1)],
			pieces: {
				lineId: line?.id ?? '',
				quantities: {
					'menu-nuggets': 6,
					'menu-pasta': 4,
					'jug-juice': 2,
					'jug-lemonade': 0,
					'decor-aliens': 1,
				},
			},
		},
		visitor,
	)
	if (!chosen.ok) throw new Error(chosen.message.key)
	expect(chosen.value.version).toBe(2)
	expect(numbers(chosen.value).toSorted()).toEqual([
		'1 cake',
		'1 decor-aliens',
		'10 kometen-party',
		'2 jug-juice',
		'4 menu-pasta',
		'6 menu-nuggets',
	])
})

test('N411: menus that were shared out among the guests count once, also when their form is sent twice', async () => {
	const cart = await booked(party(10))
	const lineId = cart.lines[0]?.id ?? ''
	const menus = (ref: CartRef, nuggets: number, pasta: number) => {
		const quantities = { 'menu-nuggets': nuggets, 'menu-pasta': pasta, 'menu-veggie': 0 }
		return model.setInCart(ref, { wishes: [], pieces: { lineId, quantities } }, visitor)
	}
	const even = await menus(refTo(cart), 5, 5)
	if (!even.ok) throw new Error(even.message.key)
	const seen = refTo(even.value)
	for (const _ of ['pressed', 'pressed again']) {
		const set = await menus(seen, 6, 5)
		expect(set.ok && numbers(set.value)).toEqual(
			expect.arrayContaining(['6 menu-nuggets', '4 menu-pasta']),
		)
	}
	const changed = { ok: false, message: { key: 'errors.cartChanged' } }
	expect(await menus(seen, 7, 5)).toMatchObject(changed)
	expect(await menus(seen, 5, 6)).toMatchObject(changed)
	const later = { ...seen, version: seen.version + 1 }
	for (const _ of ['pressed', 'pressed again']) {
		const all = await menus(later, 10, 4)
		expect(all.ok && numbers(all.value)).toContain('10 menu-nuggets')
	}
})

test('an extra chosen with a party belongs to it, moves and goes with it, and has one line', async () => {
	const cart = await booked(party(10))
	const chosenWith = async (wishes: Wish[], ref: CartRef, lineId: string) => {
		const pieces = { lineId, quantities: {} }
		const result = await model.setInCart(ref, { wishes, pieces }, visitor)
		if (!result.ok) throw new Error(result.message.key)
		return result.value
	}
	const [line] = cart.lines
	const chosen = await chosenWith([extra('cake', 1)], refTo(cart), line?.id ?? '')
	const cake = (of: Cart) => of.lines.filter(({ productId }) => productId === 'cake')
	expect(cake(chosen)).toMatchObject([{ quantity: 1, parentId: line?.id }])

	const two = await set([ticket(2), extra('cake', 2)], refTo(chosen))
	expect(cake(two)).toMatchObject([{ quantity: 2, parentId: line?.id }])

	const later = await booked(party(10, '15:00'), refTo(two))
	const moved = later.lines.find(({ productId }) => productId === 'kometen-party')
	expect(cake(later)).toMatchObject([{ quantity: 2, parentId: moved?.id }])

	const without = await model.removeFromCart(refTo(later), moved?.id ?? '', visitor)
	expect(without.ok && numbers(without.value)).toEqual(['2 ticket-adult'])
})

test('an extra that lay in the cart before the party stays a line of its own, and has one line', async () => {
	const cart = await set([ticket(2), extra('cake', 1)])
	const both = await booked(party(10), refTo(cart))
	const line = both.lines.find(({ productId }) => productId === 'kometen-party')
	const pieces = { lineId: line?.id ?? '', quantities: {} }
	const result = await model.setInCart(refTo(both), { wishes: [extra('cake', 2)], pieces }, visitor)
	expect(
		result.ok && result.value.lines.filter(({ productId }) => productId === 'cake'),
	).toMatchObject([{ quantity: 2, parentId: null }])
})

test('a party booked at another time moves with its extras, also to another day', async () => {
	const cart = await booked(party(10))
	const later = await booked(party(10, '15:00'), refTo(cart))
	expect(numbers(later)).toEqual(['10 kometen-party', '2 jug-juice'])
	expect(later.lines[0]?.startsAt?.toISOString()).toBe('2026-12-05T14:00:00.000Z')
	expect(later.lines[1]?.parentId).toBe(later.lines[0]?.id)
	expect(await taken()).toBe(10)

	const more = await booked(party(8, '15:00'), refTo(later))
	expect(numbers(more)).toEqual(['8 kometen-party', '2 jug-juice'])
	expect(more.lines[0]?.id).toBe(later.lines[0]?.id)
	const weekday = await booked(party(8, '15:00', '2026-12-09'), refTo(more))
	expect(weekday.day).toBe('2026-12-09')
	expect(weekday.lines[0]?.unitPrice).toBeLessThan(more.lines[0]?.unitPrice ?? 0)
	expect(await taken()).toBe(8)

	const withTickets = await set([{ ...ticket(1), day: '2026-12-09' }], refTo(weekday))
	expect(await model.bookInCart(refTo(withTickets), party(8, '15:00', day), visitor)).toMatchObject(
		{ message: { key: 'errors.otherDay' } },
	)
})
