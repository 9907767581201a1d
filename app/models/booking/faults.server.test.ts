import { DateTime } from 'luxon'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { audit } from '#app/db/audit.server.ts'
import { raw } from '#app/db/connect.server.ts'
import { voucherEntries, vouchers } from '#app/db/schema.ts'
import {
	type CartRef,
	type Visitor,
	isUnheld,
	type Cart,
	type Wish,
} from '#app/models/cart/cart.ts'
import { cents } from '#app/models/money.ts'
import { offersOf } from '#app/models/offer/offers.ts'
import type { Result } from '#app/models/result.ts'
import type { Venue } from '#app/models/venue/venue.ts'
import { normaliseCode } from '#app/models/voucher/voucher.ts'
import { viewCart } from '#app/ui/order/cart-view.ts'
import { emptyTables } from '#testing/emptied.ts'
import { sampleOrder } from '#testing/sample-order.ts'
import { openTestShop } from '#testing/test-shop.ts'
import { noCart, now, refTo, saturday as day, sunday as otherDay, wish } from '#testing/wishes.ts'

// Section A of the faults, but for the rows that e2e/http/contention.spec.ts runs over HTTP (A1-A4, A6).

let shop: Awaited<ReturnType<typeof openTestShop>>
let carts: typeof import('#app/models/cart/change.server.ts') &
	typeof import('#app/models/cart/find.server.ts') &
	typeof import('#app/models/cart/details.server.ts')
let capacity: typeof import('#app/models/capacity/loads.server.ts') &
	typeof import('#app/models/capacity/release.server.ts')
let checkout: typeof import('#app/models/booking/place.server.ts')
let money: typeof import('#app/models/cart/redeem.server.ts')
let visitor: Visitor

beforeAll(async () => {
	shop = await openTestShop()
	carts = {
		...(await import('#app/models/cart/change.server.ts')),
		...(await import('#app/models/cart/find.server.ts')),
		...(await import('#app/models/cart/details.server.ts')),
	}
	capacity = {
		...(await import('#app/models/capacity/loads.server.ts')),
		...(await import('#app/models/capacity/release.server.ts')),
	}
	checkout = await import('#app/models/booking/place.server.ts')
	money = await import('#app/models/cart/redeem.server.ts')
	visitor = { venue: shop.venue, now, addressHash: null }
})
afterAll(async () => {
	expect((await audit(shop.admin)).filter(({ broken }) => broken.length > 0)).toEqual([])
	await shop.close()
})
beforeEach(() =>
	emptyTables(
		shop.admin,
		'carts',
		'allocations',
		'days',
		'orders',
		'payments',
		'redemptions',
		'attempts',
		'counters',
		'pgboss.job',
	),
)

const gift = wish('gift-25-mail', { day: null, time: null, duration: null })
const refusal = (key: string, values?: Record<string, number>) => ({
	ok: false,
	message: { key: `errors.${key}`, ...(values && { values }) },
})
const accepted = { ok: true }

function add(wanted: Wish, ref: CartRef = noCart, venue = visitor.venue) {
	return carts.addToCart(ref, wanted, { ...visitor, venue })
}

async function added(...parameters: Parameters<typeof add>): Promise<Cart> {
	return valueOf(await add(...parameters))
}

function valueOf<T>(result: Result<T>): T {
	if (!result.ok) throw new Error(result.message.key)
	return result.value
}

async function taken(resource: string): Promise<number> {
	const [row] = await raw(
		shop.admin,
		`select coalesce(sum(units), 0)::int as units from allocations
		where resource_id = $1 and state in ('held', 'pending', 'confirmed') and (expires_at is null or expires_at > now())`,
		[resource],
	)
	return Number(row?.['units'])
}

async function letHoldsRunOut(): Promise<void> {
	const past = `set expires_at = now() - interval '1 second'`
	await raw(shop.admin, `update allocations ${past} where state = 'held'`)
	await raw(shop.admin, `update carts ${past} where expires_at is not null`)
}

async function ready(cart: Cart): Promise<Cart> {
	const { person, party } = sampleOrder
	const { version } = valueOf(await carts.saveDetails(cart.id, { person, party }))
	return { ...cart, version }
}

function order(cart: Cart, venue = visitor.venue, at: DateTime = now) {
	const provider = 'stripe' as const
	return checkout.placeOrder(refTo(cart), { venue, locale: 'de-DE', provider, now: at })
}

/** The venue with one of its products changed. */
function withProduct(id: string, change: Partial<Venue['products'][number]>): Venue {
	const products = shop.venue.products.map((product) =>
		product.id === id ? { ...product, ...change } : product,
	)
	return { ...shop.venue, products }
}

function withoutProduct(id: string): Venue {
	return { ...shop.venue, products: shop.venue.products.filter((product) => product.id !== id) }
}

test('N85: a package is ordered with the VAT parts that its price had then', async () => {
	const vatParts = {
		food: cents(890),
		drinks: cents(350),
		foodAndDrinks: cents(0),
		play: cents(1550),
	}
	const venue = withProduct('kometen-party', { conditions: [], vatParts, vatBasis: 'StB Stern' })
	const cart = await ready(await added(wish('kometen-party', { quantity: 8 }), noCart, venue))
	const { id } = valueOf(await order(cart, venue))
	const { findOrderById } = await import('#app/models/order/find.server.ts')
	const placed = await findOrderById(id)
	// 20,720 cents in the proportion 890 : 350 : 1550; the odd cent is the food's.
	expect(placed?.lines).toMatchObject([
		{
			amount: 20_720,
			vatParts: [
				{ part: 'food', vatClass: 'reduced', vatRate: 7, amount: 6610 },
				{ part: 'drinks', vatClass: 'standard', vatRate: 19, amount: 2599 },
				{ part: 'play', vatClass: 'standard', vatRate: 19, amount: 11_511 },
			],
		},
	])
	expect(placed?.vat).toMatchObject([
		{ rate: 19, gross: 14_110 },
		{ rate: 7, gross: 6610 },
	])
})

describe('overbooking', () => {
	test('A5: one room is sold from 14 to 16 and again from 16 on where nothing is cleaned between', async () => {
		const venue = {
			...shop.venue,
			resources: shop.venue.resources.map(({ bufferAfter: _buffer, ...resource }) => resource),
		}
		await added(wish('room-venus', { time: '14:00' }), noCart, venue)
		await added(wish('room-venus', { time: '16:00' }), noCart, venue)
		expect(await taken('venus')).toBe(2)
	})

	test('A6: a party that finds its room taken holds no place in the park either', async () => {
		for (const room of ['mercury', 'venus', 'mars', 'saturn', 'jupiter']) {
			await added(wish(`room-${room}`))
		}
		expect(await add(wish('kometen-party', { quantity: 8 }))).toMatchObject(refusal('noFreePlaces'))
		expect(await taken('park')).toBe(0)
	})

	test('A15: a rest day, a closed day, a past day, a past slot and no slot, posted by hand, are refused', async () => {
		const table: [Partial<Wish>, string][] = [
			[{ day: '2026-11-30' }, 'restDay'],
			[{ day: '2026-11-20' }, 'dayInPast'],
			[{ day: '2025-02-28' }, 'dayInPast'],
			[{ day: '2027-12-04' }, 'beyondHorizon'],
			[{ time: '14:07' }, 'chooseOtherPeriod'],
			[{ time: '19:00' }, 'chooseOtherPeriod'],
			[{ time: null }, 'slotNeeded'],
			[{ day: null }, 'dayNeeded'],
		]
		for (const [more, key] of table) {
			expect(await add(wish('ticket-adult', more))).toMatchObject(refusal(key))
		}
		const closed = { day, label: { de: 'Umbau', en: 'Rebuilding' }, hours: null }
		const calendar = { ...shop.venue.calendar, overrides: [closed] }
		const rebuilding = { ...visitor, venue: { ...shop.venue, calendar } }
		const onClosedDay = await carts.addToCart(noCart, wish('ticket-adult'), rebuilding)
		expect(onClosedDay).toMatchObject(refusal('closed'))
		// 12:00 at the venue on the day itself: the slot of 11:30 has begun, that of 12:00 begins.
		const noon = { ...visitor, now: DateTime.fromISO(`${day}T11:00:00Z`) }
		const begun = wish('ticket-adult', { time: '11:30' })
		expect(await carts.addToCart(noCart, begun, noon)).toMatchObject(refusal('slotBegun'))
		const begins = wish('ticket-adult', { time: '12:00' })
		expect(await carts.addToCart(noCart, begins, noon)).toMatchObject(accepted)
		expect(await taken('park')).toBe(1)
	})

	test('A15: a cart that has become older than its day or time is not reserved again, and says why', async () => {
		const cart = await ready(await added(wish('ticket-adult'), refTo(await added(gift))))
		const [, line] = cart.lines
		const closed = { day, label: { de: 'Umbau', en: 'Rebuilding' }, hours: null }
		const calendar = { ...shop.venue.calendar, overrides: [closed] }
		const table: [Partial<Visitor>, string][] = [
			[{ now: DateTime.fromISO('2026-12-06T08:00:00Z') }, 'dayInPast'],
			[{ now: DateTime.fromISO(`${day}T14:00:00Z`) }, 'slotBegun'],
			[{ venue: { ...shop.venue, calendar } }, 'closed'],
		]
		await letHoldsRunOut()
		for (const [when, key] of table) {
			const late = { ...visitor, ...when }
			const { message } = refusal(key)
			expect(viewCart(late.venue, cart, { locale: 'de-DE', now: late.now })).toMatchObject({
				hold: 'none',
				isReady: false,
				obstacles: [{ lineId: line?.id, message }],
			})
			expect(await carts.renewHold(refTo(cart), late)).toMatchObject(refusal(key))
			expect(
				await carts.changeQuantity(refTo(cart), { id: line?.id ?? '', quantity: 2 }, late),
			).toMatchObject(refusal(key))
			expect(await order(cart, late.venue, late.now)).toMatchObject(refusal(key))
		}
		const [late] = table.map(([when]) => ({ ...visitor, ...when }))
		const more = valueOf(await carts.addToCart(refTo(cart), gift, late ?? visitor))
		expect(more.lines).toMatchObject([{ quantity: 2 }, { productId: 'ticket-adult' }])
		expect(await taken('park')).toBe(0)
		const left = await carts.removeFromCart(refTo(more), line?.id ?? '', late ?? visitor)
		expect(viewCart(shop.venue, valueOf(left), { locale: 'de-DE', now }).isReady).toBe(true)
	})

	test('A15: a choice for a party whose day is over is refused, and the party moves with its choices to another day', async () => {
		const cart = await added(wish('kometen-party', { quantity: 8 }))
		await letHoldsRunOut()
		const late = { ...visitor, now: DateTime.fromISO('2026-12-06T08:00:00Z') }
		const [party] = cart.lines
		const pieces = { lineId: party?.id ?? '', quantities: { 'menu-pasta': 8 } }
		expect(await carts.setInCart(refTo(cart), { wishes: [], pieces }, late)).toMatchObject(
			refusal('dayInPast'),
		)
		expect(await taken('park')).toBe(0)
		const later = wish('kometen-party', { quantity: 8, day: '2026-12-12' })
		expect(valueOf(await carts.bookInCart(refTo(cart), later, late)).day).toBe(later.day)
		expect(await taken('park')).toBe(8)
	})

	test('A16: a venue made smaller than what is taken keeps its bookings and offers nothing, never less', async () => {
		await added(wish('ticket-adult', { quantity: 40 }))
		const smaller: Venue = {
			...shop.venue,
			resources: shop.venue.resources.map((it) =>
				it.id === 'park' ? { ...it, capacity: 30 } : it,
			),
		}
		expect(await add(wish('ticket-adult'), noCart, smaller)).toMatchObject(refusal('noFreePlaces'))
		const loads = await capacity.listLoads(shop.admin, [day], null)
		const search = {
			kind: 'play' as const,
			day,
			guests: 2,
			duration: 120 as const,
			time: '14:00',
			month: null,
			product: null,
			occasion: null,
			take: null,
		}
		const offer = offersOf(smaller, search, { loads, now }).find(
			({ product }) => product.id === 'ticket-adult',
		)
		expect(offer?.left).toBe(0)
		expect(await taken('park')).toBe(40)
	})

	test('A17: rules that no form lets through are refused by hand too, and looked at again when ordering', async () => {
		const party = await added(wish('kometen-party', { quantity: 8 }))
		const parentId = party.lines[0]?.id ?? ''
		const inParty = (id: string, quantity: number) => ({ ...wish(id, { quantity }), parentId })
		expect(await add(wish('kometen-party', { quantity: 11 }))).toMatchObject({ ok: false })
		expect(await add(wish('galaxie-party', { quantity: 6 }), refTo(party))).toMatchObject(
			refusal('deselectOther'),
		)
		expect(await add(inParty('menu-pasta', 9), refTo(party))).toMatchObject({ ok: false })
		expect(await add(wish('candles'))).toMatchObject(refusal('requiresOther'))
		expect(await add(inParty('menu-pasta', 1), noCart)).toMatchObject(refusal('productGone'))

		const withExtra = await ready(await added(inParty('menu-pasta', 1), refTo(party)))
		const extra = withExtra.lines[1]?.id ?? ''
		// An extra belongs to a package, never to another extra.
		expect(await add({ ...wish('pizza'), parentId: extra }, refTo(withExtra))).toMatchObject(
			refusal('productGone'),
		)
		expect(await order(withExtra)).toMatchObject({ ok: false })
		expect(await carts.removeFromCart(refTo(withExtra), parentId, visitor)).toMatchObject({
			ok: true,
			value: { lines: [] },
		})
	})
})

describe('holds', () => {
	test('A7: a hold that ran out is said, and one click takes it again', async () => {
		const cart = await ready(await added(wish('ticket-adult', { quantity: 3 })))
		await letHoldsRunOut()
		const later = await carts.findCart(cart.id)
		expect(later && isUnheld(shop.venue, later)).toBe(true)
		expect(await order(cart)).toMatchObject(refusal('holdExpired'))

		const { cart: renewed, gone } = valueOf(await carts.renewHold(refTo(cart), visitor))
		expect(gone).toEqual([])
		expect(renewed.person).toEqual(sampleOrder.person)
		expect(await taken('park')).toBe(3)
		expect(await order(renewed)).toMatchObject(accepted)
	})

	test('A8: taken again after the price has changed, it costs the new price, and nobody orders before that', async () => {
		const cart = await ready(await added(wish('room-venus')))
		const dearer = withProduct('room-venus', {
			prices: { weekday: { 120: cents(9900) }, weekend: { 120: cents(9900) } },
		})
		expect(await order(cart, dearer)).toMatchObject(refusal('priceChanged'))
		await letHoldsRunOut()
		expect(await order(cart, dearer)).toMatchObject({ ok: false })

		const renewed = valueOf(await carts.renewHold(refTo(cart), { ...visitor, venue: dearer }))
		expect(renewed.repriced).toMatchObject([{ productId: 'room-venus', unitPrice: 5500 }])
		expect(renewed.cart.lines).toMatchObject([{ unitPrice: 9900 }])
		expect(await order(renewed.cart, dearer)).toMatchObject(accepted)
	})

	test('A8: more of the same after the price has changed: all of it costs the new price', async () => {
		const cart = await added(gift)
		const dearer = withProduct('gift-25-mail', {
			prices: { weekday: cents(2600), weekend: cents(2600) },
		})
		expect(viewCart(dearer, cart, { locale: 'de-DE', now })).toMatchObject({
			hold: 'priceChanged',
			isReady: false,
		})
		const both = await added(gift, refTo(cart), dearer)
		expect(both.lines).toMatchObject([{ quantity: 2, unitPrice: 2600 }])

		const again = valueOf(await carts.renewHold(refTo(both), visitor))
		expect(again).toMatchObject({
			repriced: [{ unitPrice: 2600 }],
			cart: { lines: [{ unitPrice: 2500 }] },
		})
		expect(viewCart(shop.venue, again.cart, { locale: 'de-DE', now })).toMatchObject({
			hold: 'none',
			isReady: true,
		})
	})

	test('A8: a product that the venue no longer sells goes with the next change and locks nothing', async () => {
		const party = await added(wish('kometen-party', { quantity: 8 }), refTo(await added(gift)))
		const parentId = party.lines[1]?.id ?? ''
		const full = await added({ ...wish('menu-pasta'), parentId }, refTo(party))

		const withoutGift = withoutProduct('gift-25-mail')
		expect(viewCart(withoutGift, full, { locale: 'de-DE', now })).toMatchObject({
			hold: 'productGone',
			isReady: false,
		})
		const more = await added(wish('socks'), refTo(full), withoutGift)
		expect(more.lines.map((line) => line.productId)).toEqual([
			'kometen-party',
			'menu-pasta',
			'socks',
		])
		expect(viewCart(withoutGift, more, { locale: 'de-DE', now }).hold).not.toBe('productGone')

		// Faults N20: an extra that the package's price included costs nothing by itself meanwhile.
		const withoutParty = { ...visitor, venue: withoutProduct('kometen-party') }
		const shown = viewCart(withoutParty.venue, more, { locale: 'de-DE', now })
		expect(shown.lines.map((line) => line.productId)).toEqual(['socks'])
		expect(shown.totals.total).toBe(more.lines[2]?.unitPrice)

		// Its places are free at once, its extras are gone too, and another day may be chosen.
		const socks = more.lines[2]?.id ?? ''
		const left = valueOf(await carts.removeFromCart(refTo(more), socks, withoutParty))
		expect(left).toMatchObject({ day: null, lines: [] })
		expect(await taken('park')).toBe(0)
	})

	test('A8: a product no longer sold goes too when the hold has run out, is renewed, or the visit is on another day', async () => {
		const gone = { ...visitor, venue: withoutProduct('ticket-adult') }
		const [one, other] = [await added(wish('ticket-adult')), await added(wish('ticket-adult'))]
		const both = await added(wish('ticket-child'), refTo(other))
		await letHoldsRunOut()
		const moved = wish('ticket-child', { day: otherDay })
		expect(valueOf(await carts.addToCart(refTo(one), moved, gone))).toMatchObject({
			day: otherDay,
			lines: [{ productId: 'ticket-child' }],
		})
		expect(valueOf(await carts.renewHold(refTo(both), gone))).toMatchObject({
			gone: [{ productId: 'ticket-adult' }],
			cart: { day, lines: [{ productId: 'ticket-child' }] },
		})
		expect(await taken('park')).toBe(2)
	})

	test('A9: the places of an order do not run out while it is being paid', async () => {
		const cart = await ready(await added(wish('room-venus')))
		valueOf(await order(cart))
		await raw(shop.admin, `update carts set expires_at = now() - interval '2 hours'`)
		await capacity.sweepHolds()
		expect(await taken('venus')).toBe(1)
		expect(await add(wish('room-venus'))).toMatchObject(refusal('chooseOtherPeriod'))
	})

	test('A10: the hold runs out in the moment of ordering: an order with its places, or none and no places', async () => {
		for (let round = 0; round < 20; round += 1) {
			const cart = await ready(await added(wish('ticket-adult', { quantity: 2 })))
			await raw(
				shop.admin,
				`update allocations set expires_at = now() + interval '${round} milliseconds' where cart_id = $1`,
				[cart.id],
			)
			const [placed] = await Promise.all([order(cart), capacity.sweepHolds()])
			const [row] = await raw(
				shop.admin,
				`select coalesce(sum(units) filter (where state = 'pending'), 0)::int as pending,
					(select count(*)::int from orders where cart_id = $1) as orders
				from allocations where cart_id = $1`,
				[cart.id],
			)
			expect(row).toEqual(placed.ok ? { pending: 2, orders: 1 } : { pending: 0, orders: 0 })
			if (!placed.ok) expect(placed).toMatchObject(refusal('holdExpired'))
		}
	})

	test('A18: one address holds no more carts than the venue allows, whichever way it comes by them', async () => {
		const hold = { ...shop.venue.hold, cartsPerAddress: 3 }
		const few: Visitor = { ...visitor, venue: { ...shop.venue, hold }, addressHash: 'an address' }
		const put = (wanted: Wish, ref = noCart) => carts.addToCart(ref, wanted, few)
		// Empty carts are not limited until they hold something.
		const empty: Cart[] = []
		for (let index = 0; index < 5; index += 1) empty.push(valueOf(await put(gift)))
		const results: unknown[] = []
		for (const cart of empty) results.push(await put(wish('ticket-adult'), refTo(cart)))
		expect(results).toMatchObject([
			...[1, 2, 3].map(() => accepted),
			...[1, 2].map(() => refusal('tooManyHolds')),
		])
		expect(await put(wish('ticket-adult'))).toMatchObject(refusal('tooManyHolds'))
		expect(await taken('park')).toBe(3)
	})

	test('A18: an address that orders and does not pay holds as many as one that does not order', async () => {
		const hold = { ...shop.venue.hold, cartsPerAddress: 2 }
		const few: Visitor = { ...visitor, venue: { ...shop.venue, hold }, addressHash: 'an address' }
		const put = (wanted: Wish) => carts.addToCart(noCart, wanted, few)
		for (const wanted of [wish('ticket-adult'), gift, wish('ticket-adult')]) {
			valueOf(await order(await ready(valueOf(await put(wanted)))))
		}
		await raw(
			shop.admin,
			`update carts set expires_at = now() - interval '1 hour' where day is not null`,
		)
		expect(await put(wish('ticket-adult'))).toMatchObject(refusal('tooManyHolds'))
	})

	test('A18: an address that comes on many days at once holds no more than one after another', async () => {
		const hold = { ...shop.venue.hold, cartsPerAddress: 3 }
		const few: Visitor = { ...visitor, venue: { ...shop.venue, hold }, addressHash: 'an address' }
		const days = ['05', '06', '08', '09', '10', '11', '12', '13'].map((date) => `2026-12-${date}`)
		const results = await Promise.all(
			days.map((day) => carts.addToCart(noCart, wish('ticket-adult', { day, time: '15:00' }), few)),
		)
		expect(results.filter(({ ok }) => ok)).toHaveLength(3)
		expect(results.filter(({ ok }) => !ok)).toMatchObject(
			[1, 2, 3, 4, 5].map(() => refusal('tooManyHolds')),
		)
	})

	test('A18: one address begins no more carts a day than the venue allows, also of goods that hold nothing', async () => {
		const hold = { ...shop.venue.hold, newCartsPerAddress: 3 }
		const few: Visitor = { ...visitor, venue: { ...shop.venue, hold }, addressHash: 'an address' }
		const results = await Promise.all(
			[1, 2, 3, 4, 5, 6].map(() => carts.addToCart(noCart, gift, few)),
		)
		expect(results.filter(({ ok }) => ok)).toHaveLength(3)
		expect(results.filter(({ ok }) => !ok)).toMatchObject(
			[1, 2, 3].map(() => refusal('tooManyCarts')),
		)
		// A cart that exists goes on; another address begins one; this address begins one the next day.
		const begun = results.find((result) => result.ok)
		const again = begun && (await carts.addToCart(refTo(valueOf(begun)), gift, few))
		expect(again).toMatchObject(accepted)
		const other = { ...few, addressHash: 'another address' }
		expect(await carts.addToCart(noCart, gift, other)).toMatchObject(accepted)
		await raw(shop.admin, `update carts set created_at = now() - interval '25 hours'`)
		expect(await carts.addToCart(noCart, gift, few)).toMatchObject(accepted)
	})

	test('H9: one cart takes no more rooms and attractions than the venue allows', async () => {
		let cart = valueOf(await carts.addToCart(noCart, wish('room-venus'), visitor))
		for (const productId of ['room-mars', 'room-saturn'])
			cart = valueOf(await carts.addToCart(refTo(cart), wish(productId), visitor))
		const more = refusal('tooManyExclusive', { count: 3 })
		for (const wanted of [wish('room-jupiter'), wish('room-venus', { time: '17:00' })])
			expect(await carts.addToCart(refTo(cart), wanted, visitor)).toMatchObject(more)
		// Everything else still goes in, and so does one of the rooms in place of another.
		cart = valueOf(await carts.addToCart(refTo(cart), wish('ticket-adult'), visitor))
		const [line] = cart.lines
		cart = valueOf(await carts.removeFromCart(refTo(cart), line?.id ?? '', visitor))
		expect(await carts.addToCart(refTo(cart), wish('room-jupiter'), visitor)).toMatchObject(
			accepted,
		)
	})

	test('H9: one address takes no more rooms of a day in all its carts, however many come at once', async () => {
		const hold = { ...shop.venue.hold, exclusivePerAddress: 2 }
		const few: Visitor = { ...visitor, venue: { ...shop.venue, hold }, addressHash: 'an address' }
		const rooms = ['venus', 'mars', 'saturn', 'jupiter'].map((name) => wish(`room-${name}`))
		const results = await Promise.all(rooms.map((room) => carts.addToCart(noCart, room, few)))
		expect(results.filter(({ ok }) => ok)).toHaveLength(2)
		expect(results.filter(({ ok }) => !ok)).toMatchObject([1, 2].map(() => refusal('tooManyHolds')))
		const elsewhere = { ...few, addressHash: 'another address' }
		const free = rooms.find((_, index) => !results[index]?.ok)
		if (!free) throw new Error('all rooms were given')
		expect(await carts.addToCart(noCart, free, elsewhere)).toMatchObject(accepted)
	})

	test('H9: one address takes no more places of a day than a school class needs, until they are paid', async () => {
		const address: Visitor = { ...visitor, addressHash: 'an address' }
		const put = (quantity: number, over: Partial<Wish> = {}) =>
			carts.addToCart(noCart, wish('ticket-adult', { quantity, ...over }), address)
		const results = await Promise.all([30, 30, 30, 30].map((quantity) => put(quantity)))
		const places = refusal('tooManyPlaces', { count: 80 })
		expect(results.filter(({ ok }) => ok)).toHaveLength(2)
		expect(results.filter(({ ok }) => !ok)).toMatchObject([places, places])

		let cart = valueOf(await put(20))
		expect(await put(1, { time: '17:00' })).toMatchObject(places)
		expect(await put(1, { day: '2026-12-06' })).toMatchObject(accepted)
		const quantity = (to: number) =>
			carts.changeQuantity(refTo(cart), { id: cart.lines[0]?.id ?? '', quantity: to }, address)
		expect(await quantity(21)).toMatchObject(places)
		cart = valueOf(await quantity(19))
		expect(await put(1)).toMatchObject(accepted)
	})

	test('A18: one cart takes no more of a zone at a time than the largest group, in however many lines', async () => {
		const tooMany = {
			ok: false,
			message: { key: 'conditions.guestsAtMost', values: { count: 60 } },
		}
		const group = (quantity: number, more: Partial<Wish> = {}) =>
			wish('ticket-group', { quantity, ...more })
		const first = await added(group(50))
		const second = await added(group(10, { duration: 'day' }), refTo(first))
		expect(await add(group(10, { duration: 180 }), refTo(second))).toMatchObject(tooMany)
		expect(await add(wish('ticket-child'), refTo(second))).toMatchObject(tooMany)
		// The first group has left by 16:00.
		const later = await added(group(30, { time: '16:00' }), refTo(second))
		const [, whole] = later.lines
		const grown = { id: whole?.id ?? '', quantity: 11 }
		expect(await carts.changeQuantity(refTo(later), grown, visitor)).toMatchObject(tooMany)

		// A line above the venue's new maximum may shrink step by step, and be removed.
		const smaller = {
			...visitor,
			venue: withProduct('ticket-group', { quantity: { min: 10, max: 50 } }),
		}
		const [one] = later.lines
		const less = { id: one?.id ?? '', quantity: 49 }
		const lessened = valueOf(await carts.changeQuantity(refTo(later), less, smaller))
		const more = { id: one?.id ?? '', quantity: 50 }
		expect(await carts.changeQuantity(refTo(lessened), more, smaller)).toMatchObject({ ok: false })
		expect(await carts.removeFromCart(refTo(lessened), one?.id ?? '', smaller)).toMatchObject(
			accepted,
		)
	})

	test('A19: a cart whose visitor is gone frees its places by itself', async () => {
		await added(wish('room-venus'))
		expect(await add(wish('room-venus'))).toMatchObject(refusal('chooseOtherPeriod'))
		await letHoldsRunOut()
		await added(wish('room-venus'))
	})
})

describe('two tabs', () => {
	test('A11: two tabs that add the same product at once put it into the cart once, and the other tab is told', async () => {
		const cart = await added(wish('ticket-adult'))
		const both = await Promise.all([
			add(wish('ticket-adult'), refTo(cart)),
			add(wish('ticket-adult'), refTo(cart)),
		])
		expect(both.filter(({ ok }) => ok)).toHaveLength(1)
		expect(both.find(({ ok }) => !ok)).toMatchObject(refusal('cartChanged'))
		expect(await taken('park')).toBe(2)
	})

	test('A11: two tabs change a cart with gift vouchers alone, where no day is locked: one change counts', async () => {
		for (let round = 0; round < 10; round += 1) {
			const cart = await added(gift)
			const line = { id: cart.lines[0]?.id ?? '', quantity: 2 }
			const both = await Promise.all([
				carts.changeQuantity(refTo(cart), line, visitor),
				add(wish('ticket-adult'), refTo(cart)),
			])
			expect(both.filter(({ ok }) => ok)).toHaveLength(1)
			const after = await carts.findCart(cart.id)
			expect(after?.day).toBe(after?.lines.length === 2 ? day : null)
		}
	})

	test('A11: a gift voucher added while looking at another day leaves the cart on its own day', async () => {
		const cart = await added(wish('ticket-adult'))
		const both = await added({ ...gift, day: otherDay }, refTo(cart))
		expect(both).toMatchObject({ day, lines: [{ productId: 'ticket-adult' }, {}] })
		await letHoldsRunOut()
		valueOf(await carts.renewHold(refTo(both), visitor))
		const rows = await raw(shop.admin, `select day::text from allocations where state = 'held'`)
		expect(rows).toEqual([{ day }])
	})

	test('A12: one pays, the other changes the cart: an order is running', async () => {
		const cart = await ready(await added(wish('ticket-adult')))
		const [placed, change] = await Promise.all([
			order(cart),
			add(wish('ticket-adult'), refTo(cart)),
		])
		expect([placed.ok, change.ok].toSorted()).toEqual([false, true])
		if (placed.ok) expect(change).toMatchObject(refusal('orderRunning'))
		else expect(placed).toMatchObject(refusal('cartChanged'))
	})

	test('A12: a request for another day leaves the day of a cart whose order runs', async () => {
		const cart = await ready(await added(wish('ticket-adult')))
		valueOf(await order(cart))
		for (const to of [otherDay, '2026-11-20'])
			expect(await carts.clearDay(refTo(cart), to, visitor)).toMatchObject(refusal('orderRunning'))
	})

	test('A12: the order button pressed twice on gift vouchers alone: one order', async () => {
		const cart = await ready(await added(gift))
		const both = await Promise.all([order(cart), order(cart)])
		const [one, other] = both.map((placed) => valueOf(placed).id)
		expect(one).toBe(other)
	})

	test('A13: changing the day releases and clears all of the old one, and nothing else', async () => {
		const cart = await added(gift, refTo(await added(wish('kometen-party', { quantity: 8 }))))
		expect(await add(wish('ticket-adult', { day: otherDay }), refTo(cart))).toMatchObject(
			refusal('otherDay'),
		)
		const cleared = valueOf(await carts.clearDay(refTo(cart), otherDay, visitor))
		expect(cleared).toMatchObject({ day: null, lines: [{ productId: gift.productId }] })
		expect(await taken('park')).toBe(0)
		const moved = await added(wish('ticket-adult', { day: otherDay }), refTo(cleared))
		expect(moved.day).toBe(otherDay)
	})

	test('A14: the day changed in both tabs: nothing of either is left behind', async () => {
		const cart = await added(wish('ticket-adult', { quantity: 5 }))
		const both = await Promise.all([
			carts.clearDay(refTo(cart), otherDay, visitor),
			carts.clearDay(refTo(cart), otherDay, visitor),
		])
		expect(both.filter(({ ok }) => ok)).toHaveLength(1)
		expect(await taken('park')).toBe(0)
	})
})

describe('vouchers', () => {
	async function issue(amount: number): Promise<string> {
		const code = `T${Math.random()}`.replace('0.', '')
		const [row] = await shop.admin
			.insert(vouchers)
			.values({ code: normaliseCode(code), kind: 'value', amount: cents(amount) })
			.returning()
		if (!row) throw new Error('no voucher')
		const entry = { voucherId: row.id, sequence: 1, kind: 'issued' as const }
		await shop.admin
			.insert(voucherEntries)
			.values({ ...entry, amount: cents(amount), balance: cents(amount) })
		return code
	}

	test('A12: a voucher that an order took along is not said to be taken out; one that is out already is', async () => {
		const code = await issue(100)
		const cart = await ready(await added(wish('ticket-adult')))
		const one = valueOf(await money.redeemVoucher(refTo(cart), code, visitor))
		for (const press of ['once', 'twice'])
			expect(await money.removeVoucher(refTo(one)), press).toMatchObject(accepted)
		const again = { ...refTo(one), version: one.version + 1 }
		const ordered = valueOf(await money.redeemVoucher(again, code, visitor))
		valueOf(await order(ordered))
		expect(await money.removeVoucher(refTo(ordered))).toMatchObject(refusal('orderRunning'))
	})

	test('A20: one voucher in two carts at once: one gets it', async () => {
		const code = await issue(5000)
		const two = [await added(wish('ticket-adult')), await added(wish('ticket-adult'))]
		const both = await Promise.all(
			two.map((cart) => money.redeemVoucher(refTo(cart), code, visitor)),
		)
		expect(both.filter(({ ok }) => ok)).toHaveLength(1)
		expect(both.find(({ ok }) => !ok)).toMatchObject({ ok: false })
	})

	test('A20: a visitor whose voucher another has taken meanwhile orders nothing at a price never seen', async () => {
		for (let round = 0; round < 10; round += 1) {
			const code = await issue(300)
			const first = await ready(await added(wish('ticket-adult')))
			const second = await added(wish('ticket-adult'))
			const seen = valueOf(await money.redeemVoucher(refTo(first), code, visitor))
			await raw(
				shop.admin,
				`update redemptions set expires_at = now() - interval '1 second' where cart_id = $1`,
				[first.id],
			)
			const takes = () => money.redeemVoucher(refTo(second), code, visitor)
			// Round 0 runs them one after the other, later rounds both at once.
			const redeemed = await (round === 0 ? takes() : null)
			const [placed, taken] = await Promise.all([order(seen), redeemed ?? takes()])
			if (round === 0) expect(placed).toMatchObject(refusal('cartChanged'))
			expect(placed.ok).toBe(!taken.ok)
			const [row] = await raw(shop.admin, `select voucher from orders where cart_id = $1`, [
				first.id,
			])
			expect(row).toEqual(placed.ok ? { voucher: 300 } : undefined)
		}
	})

	test('A21: a second voucher is refused with its sentence, and the first one stays', async () => {
		const [first, second] = [await issue(300), await issue(300)]
		const cart = await added(wish('ticket-adult'))
		const with1 = valueOf(await money.redeemVoucher(refTo(cart), first, visitor))
		expect(await money.redeemVoucher(refTo(with1), second, visitor)).toMatchObject(
			refusal('oneVoucherPerOrder'),
		)
		expect((await carts.findCart(cart.id))?.voucher?.code).toBe(normaliseCode(first))
	})

	test.each([
		{ what: 'exactly what is due', value: 890, left: 0 },
		{ what: 'more than that', value: 5000, left: 4110 },
	])(
		'A22: an order that a voucher of $what pays is confirmed at once, without a provider',
		async ({ value, left }) => {
			const code = await issue(value)
			const cart = await ready(await added(wish('ticket-adult')))
			const redeemed = valueOf(await money.redeemVoucher(refTo(cart), code, visitor))
			expect(valueOf(await order(redeemed)).paymentToken).toBe(null)
			const [row] = await raw(
				shop.admin,
				`select state, online, on_site, voucher, (select count(*)::int from payments) as payments,
				(select sum(e.amount)::int from voucher_entries e join vouchers v on v.id = e.voucher_id
				where v.code = $1) as left
			from orders`,
				[normaliseCode(code)],
			)
			expect(row).toEqual({
				state: 'confirmed',
				online: 0,
				on_site: 0,
				voucher: 890,
				payments: 0,
				left,
			})
		},
	)
})
