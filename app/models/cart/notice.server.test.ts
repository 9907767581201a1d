import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { raw } from '#app/db/connect.server.ts'
import type { Cart, CartRef, SeenCart, Visitor, Wish } from '#app/models/cart/cart.ts'
import type { Result } from '#app/models/result.ts'
import { instantAt } from '#app/models/venue/day.ts'
import type { Venue } from '#app/models/venue/venue.ts'
import { ada } from '#testing/ada.ts'
import { emptyTables } from '#testing/emptied.ts'
import { openTestShop } from '#testing/test-shop.ts'
import { visitDay as day, visiting as now } from '#testing/visit-day.ts'

// A change judges the notice by the database's clock; a hold that was taken in time can still be ordered (faults N17).

let shop: Awaited<ReturnType<typeof openTestShop>>
let model: typeof import('#app/models/cart/change.server.ts')
let details: typeof import('#app/models/cart/details.server.ts')
let find: typeof import('#app/models/cart/find.server.ts')
let place: typeof import('#app/models/booking/place.server.ts')

const nobody: CartRef = { id: null, version: 0, day: null }
const byPhone = { ok: false, message: { key: 'errors.onlyByPhone' } }

beforeAll(async () => {
	shop = await openTestShop()
	model = await import('#app/models/cart/change.server.ts')
	details = await import('#app/models/cart/details.server.ts')
	find = await import('#app/models/cart/find.server.ts')
	place = await import('#app/models/booking/place.server.ts')
})
afterAll(() => shop.close())
beforeEach(() =>
	emptyTables(shop.admin, 'carts', 'cart_lines', 'allocations', 'days', 'redemptions'),
)

const party: Wish = {
	productId: 'galaxie-party',
	quantity: 8,
	day,
	time: '14:00',
	duration: 150,
	parentId: null,
}
const beginsAt = instantAt(day, '14:00').getTime()

/** The venue with a notice on products that ends so many minutes from now for a start at 14:00 of the day. */
function ending(minutes: number, ...ids: string[]): Venue {
	const notice = { minutes: (beginsAt - Date.now()) / 60_000 - minutes }
	const products = shop.venue.products.map((it) => (ids.includes(it.id) ? { ...it, notice } : it))
	return { ...shop.venue, products }
}

function by(venue: Venue, at = now): Visitor {
	return { venue, now: at, addressHash: null }
}

function refTo({ id, version, day }: Cart): SeenCart & { id: string } {
	return { id, version, day }
}

function valueOf<Value>(result: Result<Value>): Value {
	if (!result.ok) throw new Error(result.message.key)
	return result.value
}

const inTime = () => ending(5, 'galaxie-party')
const tooLate = () => ending(-5, 'galaxie-party')

test('a party inside its notice is refused with the venue’s telephone number', async () => {
	const refused = await model.addToCart(nobody, party, by(tooLate()))
	expect(refused).toEqual({
		ok: false,
		message: { key: 'errors.onlyByPhone', values: { phone: shop.venue.contact.phone } },
		productId: 'galaxie-party',
	})
	expect(await model.bookInCart(nobody, party, by(tooLate()))).toMatchObject(byPhone)
	expect(await model.setInCart(nobody, { wishes: [party] }, by(tooLate()))).toMatchObject(byPhone)
	expect(await model.addToCart(nobody, party, by(inTime()))).toMatchObject({ ok: true })
})

test.each([
	['late', -3],
	['early', 3],
])('a server whose clock is hours too %s changes nothing', async (_, hours) => {
	const at = now.plus({ hours })
	expect(await model.addToCart(nobody, party, by(tooLate(), at))).toMatchObject(byPhone)
	expect(await model.addToCart(nobody, party, by(inTime(), at))).toMatchObject({ ok: true })
})

test('a hold taken in time allows other guests, extras, a renewal and the order', async () => {
	const held = valueOf(await model.bookInCart(nobody, party, by(inTime())))
	await raw(shop.admin, `update carts set held_since = now() - interval '10 minutes'`)
	// The notice of the party and its menu ended five minutes ago.
	const venue = ending(-5, 'galaxie-party', ...extrasOf(held))
	const [line] = held.lines
	const more = valueOf(
		await model.changeQuantity(refTo(held), { id: line?.id ?? '', quantity: 9 }, by(venue)),
	)
	const filled = await fill(more, venue)
	const renewed = valueOf(await model.renewHold(refTo(filled), by(venue))).cart
	const ready = await say(renewed)
	const ordering = { venue, locale: 'de-DE', provider: 'stripe', now } as const
	expect(await place.placeOrder(refTo(ready), ordering)).toMatchObject({ ok: true })
})

test('a hold that ran out inside the notice is not renewed or ordered, and refuses no other change', async () => {
	const booked = valueOf(await model.bookInCart(nobody, party, by(inTime())))
	const held = await say(await fill(booked, inTime()))
	await runOut()
	const venue = tooLate()
	const ordering = { venue, locale: 'de-DE', provider: 'stripe', now } as const
	expect(await model.renewHold(refTo(held), by(venue))).toMatchObject(byPhone)
	expect(await place.placeOrder(refTo(held), ordering)).toMatchObject(byPhone)
	const ticket = { ...party, productId: 'ticket-adult', quantity: 2, duration: 120 }
	const both = valueOf(await model.addToCart(refTo(held), ticket, by(venue)))
	expect(both.lines.map(({ productId }) => productId)).toContain('ticket-adult')
	expect(await rooms()).toBe(0)
	expect(await place.placeOrder(refTo(both), ordering)).toMatchObject(byPhone)

	expect(await model.renewHold(refTo(both), by(inTime()))).toMatchObject({ ok: true })
	expect(await rooms()).toBe(1)
})

async function runOut(): Promise<void> {
	await raw(shop.admin, `update allocations set expires_at = now() - interval '1 second'`)
	await raw(shop.admin, `update carts set expires_at = now() - interval '1 second'`)
}

async function rooms(): Promise<number> {
	const [row] = await raw(
		shop.admin,
		`select count(*)::int as rooms from allocations
		where exclusive and state = 'held' and expires_at > now()`,
	)
	return Number(row?.['rooms'])
}

test('a held party inside its notice cannot move to another time, but can change its guests', async () => {
	const held = valueOf(await model.bookInCart(nobody, party, by(inTime())))
	const venue = ending(-60, 'galaxie-party')
	const moved = await model.bookInCart(refTo(held), { ...party, time: '14:30' }, by(venue))
	expect(moved).toMatchObject(byPhone)
	expect(await find.findCart(held.id)).toMatchObject({ version: held.version })
	const same = await model.bookInCart(refTo(held), { ...party, quantity: 9 }, by(venue))
	expect(same).toMatchObject({ ok: true })
	const gone = await model.removeFromCart(
		refTo(valueOf(same)),
		valueOf(same).lines[0]?.id ?? '',
		by(venue),
	)
	expect(gone).toMatchObject({ ok: true, value: { lines: [] } })
})

test('an extra that needs no place is judged by the hold of its visit, and by the clock when it stands alone', async () => {
	const socks = { ...party, productId: 'socks', quantity: 2, time: null, duration: null }
	const venue = { early: ending(5, 'socks'), late: ending(-5, 'socks') }
	const visit = { ...party, productId: 'ticket-adult', quantity: 2, duration: 120 }
	const held = valueOf(await model.addToCart(nobody, visit, by(shop.venue)))
	expect(await model.addToCart(refTo(held), socks, by(venue.late))).toMatchObject(byPhone)
	const both = valueOf(await model.addToCart(refTo(held), socks, by(venue.early)))
	await raw(shop.admin, `update carts set held_since = now() - interval '10 minutes'`)
	const ready = await say(both)
	const ordering = { venue: venue.late, locale: 'de-DE', provider: 'stripe', now } as const
	const alone = valueOf(
		await model.removeFromCart(
			refTo(ready),
			ready.lines.find(({ productId }) => productId === 'ticket-adult')?.id ?? '',
			by(venue.late),
		),
	)
	const begins = instantAt(day, '10:00').getTime()
	const notice = { minutes: (begins - Date.now()) / 60_000 + 5 }
	const products = shop.venue.products.map((it) => (it.id === 'socks' ? { ...it, notice } : it))
	const refused = await place.placeOrder(refTo(alone), {
		...ordering,
		venue: { ...shop.venue, products },
	})
	expect(refused).toMatchObject(byPhone)
	expect(await place.placeOrder(refTo(alone), { ...ordering, venue: shop.venue })).toMatchObject({
		ok: true,
	})
})

function extrasOf({ lines }: Cart): string[] {
	const [first] = lines
	const product = shop.venue.products.find(({ id }) => id === first?.productId)
	return product?.conditions.flatMap(({ items }) => items.map((item) => item.product)) ?? []
}

/** Chooses the extras that the party still needs. */
async function fill(cart: Cart, venue: Venue): Promise<Cart> {
	const line = cart.lines.find(({ productId }) => productId === party.productId)
	const product = venue.products.find(({ id }) => id === party.productId)
	let filled = cart
	for (const group of product?.conditions ?? []) {
		if (group.rule === 'max') continue
		const each = group.perGuest ? (line?.quantity ?? 0) : 1
		const wanted = group.rule === 'all' ? group.items : group.items.slice(0, 1)
		const count = each * (group.rule === 'min' ? group.n : 1)
		const quantities = Object.fromEntries(wanted.map((item) => [item.product, count]))
		const pieces = { lineId: line?.id ?? '', quantities }
		filled = valueOf(await model.setInCart(refTo(filled), { wishes: [], pieces }, by(venue)))
	}
	return filled
}

async function say(cart: Cart): Promise<Cart> {
	const party = { type: 'birthday' as const, name: 'Ada', contactPerson: null }
	valueOf(await details.saveDetails(cart.id, { person: ada, party }))
	const said = await find.findCart(cart.id)
	if (!said) throw new Error('the cart is there')
	return said
}
