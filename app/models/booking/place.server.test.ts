import { randomUUID } from 'node:crypto'

import { eq, sql } from 'drizzle-orm'
import { DateTime } from 'luxon'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { raw } from '#app/db/connect.server.ts'
import { countRoundTrips } from '#app/db/round-trips.server.ts'
import { orders, payments, redemptions, voucherEntries, vouchers } from '#app/db/schema.ts'
import type { PlacedOrder } from '#app/models/booking/place.server.ts'
import type { SeenCart, Visitor, Cart, Wish } from '#app/models/cart/cart.ts'
import { priceCart } from '#app/models/cart/price.ts'
import { refuse } from '#app/models/result.ts'
import { sha256 } from '#app/models/token.server.ts'
import { addDays } from '#app/models/venue/day.ts'
import type { Venue } from '#app/models/venue/venue.ts'
import type { OrderedParty } from '#app/models/visitor/party.ts'
import { normaliseCode } from '#app/models/voucher/voucher.ts'
import { startSandbox } from '#sandbox/server.ts'
import { ada } from '#testing/ada.ts'
import { emptyTables } from '#testing/emptied.ts'
import { losing } from '#testing/losing.ts'
import { importPayments } from '#testing/payments.ts'
import { openTestShop } from '#testing/test-shop.ts'
import { visitDay, visiting } from '#testing/visit-day.ts'

let shop: Awaited<ReturnType<typeof openTestShop>>
let sandbox: Awaited<ReturnType<typeof startSandbox>>
let carts: typeof import('#app/models/cart/change.server.ts') &
	typeof import('#app/models/cart/find.server.ts') &
	typeof import('#app/models/cart/details.server.ts')
let checkout: typeof import('#app/models/booking/place.server.ts')
let pay: Awaited<ReturnType<typeof importPayments>>
let order: typeof import('#app/models/order/find.server.ts') &
	typeof import('#app/models/order/abandon.server.ts')
let db: typeof import('#app/db/client.server.ts').db
let voucher: typeof import('#app/models/cart/redeem.server.ts')
let visitor: Visitor

const day = visitDay
const now = visiting
const nobody: SeenCart = { id: null, version: 0, day: null }
beforeAll(async () => {
	sandbox = await startSandbox({ webhookSecret: process.env['STRIPE_WEBHOOK_SECRET'] ?? '' })
	process.env['STRIPE_API_URL'] = sandbox.url
	process.env['STRIPE_SECRET_KEY'] = 'sk_test_sandbox'
	process.env['PAYMENT_SANDBOX'] = '1'
	shop = await openTestShop()
	carts = {
		...(await import('#app/models/cart/change.server.ts')),
		...(await import('#app/models/cart/find.server.ts')),
		...(await import('#app/models/cart/details.server.ts')),
	}
	checkout = await import('#app/models/booking/place.server.ts')
	pay = await importPayments()
	order = {
		...(await import('#app/models/order/find.server.ts')),
		...(await import('#app/models/order/abandon.server.ts')),
	}
	;({ db } = await import('#app/db/client.server.ts'))
	voucher = await import('#app/models/cart/redeem.server.ts')
	visitor = { venue: shop.venue, now, addressHash: null }
})
afterAll(async () => {
	await shop.close()
	await sandbox.close()
})
beforeEach(() =>
	emptyTables(
		shop.admin,
		'carts',
		'allocations',
		'days',
		'orders',
		'payments',
		'refunds',
		'webhook_events',
		'redemptions',
		'pgboss.job',
	),
)
afterEach(() => sandbox.clearFaults())

const ticket = (quantity: number, time = '14:00'): Wish => ({
	productId: 'ticket-adult',
	quantity,
	day,
	time,
	duration: 120,
	parentId: null,
})
const gifts = (quantity: number): Wish => ({
	productId: 'gift-50-post',
	quantity,
	day: null,
	time: null,
	duration: null,
	parentId: null,
})
const refTo = (cart: Cart) => ({ id: cart.id, version: cart.version, day: cart.day })
const placing = () => ({
	venue: shop.venue,
	locale: 'de-DE' as const,
	provider: 'stripe' as const,
	now: currentTime(),
})
/** The real clock: Stripe's sessions live by it, so payments start by it too. */
const currentTime = () => DateTime.utc()

async function filledCart(quantity = 2): Promise<Cart> {
	const added = await carts.addToCart(nobody, ticket(quantity), visitor)
	if (!added.ok) throw new Error(added.message.key)
	return withDetails(added.value)
}

async function withDetails(cart: Cart, party: OrderedParty | null = null): Promise<Cart> {
	const saved = await carts.saveDetails(cart.id, { person: ada, party })
	if (!saved.ok) throw new Error(saved.message.key)
	return { ...cart, version: saved.value.version }
}

async function filledRoom(): Promise<Cart> {
	const wish = { ...ticket(1), productId: 'room-venus' }
	const added = await carts.addToCart(nobody, wish, visitor)
	if (!added.ok) throw new Error(added.message.key)
	const party = { type: 'company' as const, name: 'Analytical Engines', contactPerson: null }
	return withDetails(added.value, party)
}

async function place(cart: Cart): Promise<PlacedOrder> {
	const placed = await checkout.placeOrder(refTo(cart), placing())
	if (!placed.ok) throw new Error(placed.message.key)
	return placed.value
}

/** Goes on to the provider's page; returns our payment and the provider's session. */
async function leave(placed: PlacedOrder): Promise<{ paymentId: string; sessionId: string }> {
	const started = await pay.goOnPaying(placed.paymentToken ?? '', currentTime())
	if (typeof started === 'string' || !('redirectUrl' in started)) throw new Error('not started')
	const [row] = await shop.admin.select().from(payments).where(eq(payments.orderId, placed.id))
	return { paymentId: row?.id ?? '', sessionId: row?.providerId ?? '' }
}

async function post(path: string, body: object = {}): Promise<void> {
	const response = await fetch(sandbox.url + path, {
		method: 'POST',
		body: JSON.stringify(body),
		headers: { 'Content-Type': 'application/json' },
	})
	if (!response.ok) throw new Error(`${path}: ${response.status}`)
}

async function allocationsIn(state: string): Promise<number> {
	const [row] = await raw(
		shop.admin,
		`select coalesce(sum(units), 0)::int as units from allocations where state = $1`,
		[state],
	)
	return Number(row?.['units'])
}

async function jobs(name: string): Promise<number> {
	const [row] = await raw(
		shop.admin,
		`select count(*)::int as jobs from pgboss.job where name = $1`,
		[name],
	)
	return Number(row?.['jobs'])
}

test('an order is frozen, paid and confirmed: its places are for good, one mail goes out', async () => {
	const cart = await filledCart()
	const placed = await place(cart)
	expect(await allocationsIn('pending')).toBe(2)
	const { paymentId, sessionId } = await leave(placed)
	await post(`/test/sessions/${sessionId}/pay`)

	expect(await pay.settlePayment(paymentId, currentTime())).toMatchObject({ state: 'paid' })
	const confirmed = await order.findOrder(placed.publicId)
	expect(confirmed).toMatchObject({
		state: 'confirmed',
		number: expect.stringMatching(/^\d{4}-\d{6}$/),
	})
	expect(confirmed?.total).toBe((confirmed?.online ?? 0) + (confirmed?.onSite ?? 0))
	expect(await pay.paidFor(placed.id)).toBe(confirmed?.online)
	expect(await allocationsIn('confirmed')).toBe(2)
	expect(await jobs('mailConfirmation')).toBe(1)
	expect(await carts.findCart(cart.id)).toMatchObject({ lines: [], orderId: null, day: null })
})

test('B29: return page, webhook, job and visitor settle at once: one effect', async () => {
	const placed = await place(await filledCart())
	const { paymentId, sessionId } = await leave(placed)
	await post(`/test/sessions/${sessionId}/pay`)
	const all = await Promise.all(
		Array.from({ length: 12 }, () => pay.settlePayment(paymentId, currentTime())),
	)
	expect(new Set(all.map((standing) => standing?.state))).toEqual(new Set(['paid']))
	expect(await jobs('mailConfirmation')).toBe(1)
	expect(await allocationsIn('confirmed')).toBe(2)
})

test('B19: pressed twice at once, the order button makes one order', async () => {
	const cart = await filledCart()
	const both = await Promise.all([
		checkout.placeOrder(refTo(cart), placing()),
		checkout.placeOrder(refTo(cart), placing()),
	])
	const ids = both.map((placed) => placed.ok && placed.value.id)
	expect(ids[0]).toBe(ids[1])
	expect(both.every((placed) => placed.ok && placed.value.paymentToken)).toBe(true)
	expect(await shop.admin.$count(orders)).toBe(1)
	expect(await shop.admin.$count(payments)).toBe(1)
})

test('a cart that was ordered and is forgotten since begins anew, as a cart and as an order of its own', async () => {
	const first = await place(await filledCart())
	const { paymentId, sessionId } = await leave(first)
	await post(`/test/sessions/${sessionId}/pay`)
	await pay.settlePayment(paymentId, currentTime())
	const [ordered] = await shop.admin.select().from(orders).where(eq(orders.id, first.id))
	await raw(shop.admin, 'delete from carts')

	const known = { id: ordered?.cartId ?? '', version: 0, day: null, isNamed: true }
	const again = await carts.addToCart(known, ticket(3), visitor)
	if (!again.ok) throw new Error(again.message.key)
	const second = await place(await withDetails(again.value))
	expect(second.publicId).not.toBe(first.publicId)
	expect(await allocationsIn('pending')).toBe(3)
})

test('H10: an order of an overview that showed other details is refused; the same ones change nothing', async () => {
	const seen = await filledCart()
	expect(await withDetails(seen)).toEqual(seen)
	const grace = { ...ada, firstName: 'Grace' }
	const saved = await carts.saveDetails(seen.id, { person: grace, party: null })
	expect(saved).toEqual({ ok: true, value: { version: seen.version + 1 } })
	expect(await checkout.placeOrder(refTo(seen), placing())).toMatchObject({
		ok: false,
		message: { key: 'errors.cartChanged' },
	})
	const placed = await place({ ...seen, version: seen.version + 1 })
	expect(await order.findOrder(placed.publicId)).toMatchObject({ person: { firstName: 'Grace' } })
	expect(await carts.saveDetails(seen.id, { person: ada, party: null })).toMatchObject({
		ok: false,
		message: { key: 'errors.orderRunning' },
	})
})

test('N104: an order keeps the policy it accepted, with its deposits and its sentences', async () => {
	const cart = await filledCart()
	const { policy, depositShare } = shop.venue
	const placed = await place(cart)
	const kept = (await order.findOrder(placed.publicId))?.policy
	const { totals } = priceCart(shop.venue, cart, placing().now)
	expect(kept).toMatchObject({
		version: 1,
		rules: [{ products: null, policy, deposit: totals.online }],
		locale: placing().locale,
	})
	expect(kept?.sentences.join(' ')).toMatch(
		/Gäste und Extras ändern Sie bis .* Kostenfrei stornieren Sie bis .* Stornieren Sie später, behalten wir /,
	)
	expect(depositShare).toBeLessThan(100)
})

test('N104: a product with rules of its own keeps them beside those of the venue', async () => {
	const cart = await filledCart()
	const own = { late: { percent: 100, of: 'total' as const } }
	const products = shop.venue.products.map((product) =>
		product.id === 'ticket-adult' ? { ...product, policy: own } : product,
	)
	const placed = await checkout.placeOrder(refTo(cart), {
		...placing(),
		venue: { ...shop.venue, products },
	})
	if (!placed.ok) throw new Error(placed.message.key)
	const { online } = priceCart(shop.venue, cart, placing().now).totals
	expect((await order.findOrder(placed.value.publicId))?.policy?.rules).toEqual([
		{ products: ['ticket-adult'], policy: { ...shop.venue.policy, ...own }, deposit: online },
		{ products: null, policy: shop.venue.policy, deposit: 0 },
	])
})

test('an order at other sums or terms than were shown above its button is refused', async () => {
	const cart = await filledCart()
	const { total, online, onSite } = priceCart(shop.venue, cart, placing().now).totals
	const shown = { total, online, onSite, termsVersion: shop.venue.termsVersion }
	const press = (changed: Partial<Venue>) =>
		checkout.placeOrder(
			{ ...refTo(cart), shown },
			{ ...placing(), venue: { ...shop.venue, ...changed } },
		)
	const depositShare = shop.venue.depositShare + 10
	expect(await press({ depositShare })).toEqual(refuse('priceChanged'))
	expect(await press({ termsVersion: 'another' })).toEqual(refuse('termsChanged'))
	expect(await shop.admin.$count(orders)).toBe(0)
	expect(await press({})).toMatchObject({ ok: true })
})

test('a cart is frozen while its order runs', async () => {
	const cart = await filledCart()
	await place(cart)
	expect(await carts.addToCart(refTo(cart), ticket(1), visitor)).toMatchObject({
		ok: false,
		message: { key: 'errors.orderRunning' },
	})
	expect(await carts.removeFromCart(refTo(cart), cart.lines[0]?.id ?? '', visitor)).toMatchObject({
		ok: false,
	})
})

test('B20: turning back at the provider leaves the cart as it was, held, and no way to pay', async () => {
	const cart = await filledCart()
	const placed = await place(cart)
	const { paymentId, sessionId } = await leave(placed)
	expect(await pay.closePayment(paymentId, currentTime())).toMatchObject({ state: 'cancelled' })
	expect(await carts.findCart(cart.id)).toMatchObject({
		orderId: null,
		lines: [{ quantity: 2 }],
		version: cart.version + 1,
	})
	expect(await allocationsIn('held')).toBe(2)
	await expect(post(`/test/sessions/${sessionId}/pay`)).rejects.toThrow()
	expect(await pay.goOnPaying(placed.paymentToken ?? '', currentTime())).toBe('gone')

	const again = await carts.findCart(cart.id)
	if (!again) throw new Error('no cart')
	await place(again)
	expect(await shop.admin.$count(orders)).toBe(2)
})

test('a visitor who pays in the moment of turning back has paid', async () => {
	const placed = await place(await filledCart())
	const { paymentId, sessionId } = await leave(placed)
	await post(`/test/sessions/${sessionId}/pay`)
	expect(await pay.closePayment(paymentId, currentTime())).toMatchObject({ state: 'paid' })
	expect(await order.findOrder(placed.publicId)).toMatchObject({ state: 'confirmed' })
})

test('B9: another amount than agreed confirms nothing and is given back', async () => {
	const placed = await place(await filledCart())
	const { paymentId, sessionId } = await leave(placed)
	await post(`/test/sessions/${sessionId}/pay`, { amount: 51 })
	expect(await pay.settlePayment(paymentId, currentTime())).toMatchObject({ state: 'needsReview' })
	expect(await order.findOrder(placed.publicId)).toMatchObject({ state: 'cancelled' })
	expect(await jobs('refundPayment')).toBe(1)
	expect(await jobs('mailConfirmation')).toBe(0)
})

test('B4: nobody comes back: the job settles what was paid, and closes what was not', async () => {
	const paid = await place(await filledCart())
	const { sessionId } = await leave(paid)
	await post(`/test/sessions/${sessionId}/pay`)
	const unpaid = await place(await filledCart())
	await leave(unpaid)
	const never = await place(await filledCart())
	await raw(shop.admin, `update payments set created_at = now() - interval '5 minutes'`)
	await pay.sweepPayments(currentTime())
	expect(await order.findOrder(paid.publicId)).toMatchObject({ state: 'confirmed' })
	expect(await order.findOrder(unpaid.publicId)).toMatchObject({ state: 'pendingPayment' })

	await raw(shop.admin, `update payments set expires_at = now() - interval '1 minute'`)
	await pay.sweepPayments(currentTime())
	expect(await order.findOrder(unpaid.publicId)).toMatchObject({ state: 'expired' })
	expect(await order.findOrder(never.publicId)).toMatchObject({ state: 'expired' })
})

test('B17: money that comes after the order was given up buys the places back while they are free', async () => {
	const placed = await place(await filledCart())
	const { paymentId, sessionId } = await leave(placed)
	await raw(shop.admin, `update payments set state = 'expired'`)
	await raw(shop.admin, `update orders set state = 'expired'`)
	await raw(shop.admin, `update allocations set state = 'released'`)
	await post(`/test/sessions/${sessionId}/pay`)
	expect(await pay.settlePayment(paymentId, currentTime())).toMatchObject({ state: 'paid' })
	expect(await order.findOrder(placed.publicId)).toMatchObject({ state: 'confirmed' })
	expect(await allocationsIn('confirmed')).toBe(2)
})

test('B18: late money is given back, with an honest mail, when the places are gone', async () => {
	const placed = await place(await filledCart(3))
	const { paymentId, sessionId } = await leave(placed)
	await raw(shop.admin, `update payments set state = 'expired'`)
	await raw(shop.admin, `update orders set state = 'expired'`)
	await raw(shop.admin, `update allocations set state = 'released'`)
	for (let left = 250; left > 0; left -= 10) await filledCart(10)
	await post(`/test/sessions/${sessionId}/pay`)
	await pay.settlePayment(paymentId, currentTime())
	expect(await order.findOrder(placed.publicId)).toMatchObject({ state: 'expired' })
	expect(await jobs('paymentTooLate')).toBe(1)

	const [refund] = await raw(shop.admin, 'select id from refunds')
	await Promise.all([1, 2, 3].map(() => pay.refundPayment(String(refund?.['id']), currentTime())))
	expect(sandbox.ledger().refunds).toHaveLength(1)
})

test('money that comes late does not push out what the same cart has ordered since', async () => {
	const first = await place(await filledRoom())
	const { paymentId, sessionId } = await leave(first)
	await raw(shop.admin, `update payments set state = 'cancelled'`)
	await db.transaction((tx) => order.abandonOrder(tx, first.id, 'cancelled'))
	const [row] = await raw(shop.admin, 'select id, version, day::text from carts')
	const again = await checkout.placeOrder(row as SeenCart & { id: string }, placing())
	expect(again).toMatchObject({ ok: true })
	await post(`/test/sessions/${sessionId}/pay`)
	expect(await pay.settlePayment(paymentId, currentTime())).toMatchObject({ state: 'paid' })
	expect(await order.findOrder(first.publicId)).toMatchObject({ state: 'cancelled' })
	expect(await allocationsIn('pending')).toBe(1)
	expect(await jobs('refundPayment')).toBe(1)
})

test('money that comes late neither waits for nor releases what the same cart holds for another day by now', async () => {
	const placed = await place(await filledCart())
	const { paymentId, sessionId } = await leave(placed)
	await raw(shop.admin, `update payments set state = 'cancelled'`)
	await db.transaction((tx) => order.abandonOrder(tx, placed.id, 'cancelled'))
	const [row] = await raw(shop.admin, 'select id, version, day::text from carts')
	const other = { ...ticket(3), day: addDays(day, 1) }
	const cleared = await carts.clearDay(row as SeenCart, other.day, visitor)
	if (!cleared.ok) throw new Error(cleared.message.key)
	const added = await carts.addToCart(refTo(cleared.value), other, visitor)
	if (!added.ok) throw new Error(added.message.key)

	await post(`/test/sessions/${sessionId}/pay`)
	await shop.admin.transaction(async (tx) => {
		await raw(tx, 'select from days where day = $1 for update', [other.day])
		expect(await pay.settlePayment(paymentId, currentTime())).toMatchObject({ state: 'paid' })
	})
	expect(await order.findOrder(placed.publicId)).toMatchObject({ state: 'confirmed' })
	expect(await allocationsIn('confirmed')).toBe(2)
	expect(await allocationsIn('held')).toBe(3)
})

test('turning back gives the places to the cart, also where the venue has become too small for them', async () => {
	const placed = await place(await filledCart(12))
	const { paymentId } = await leave(placed)
	await raw(shop.admin, `update resources set capacity = 10 where id = 'park'`)
	expect(await pay.closePayment(paymentId, currentTime())).toMatchObject({ state: 'cancelled' })
	expect(await allocationsIn('held')).toBe(12)
	await raw(shop.admin, `update resources set capacity = 250 where id = 'park'`)
})

test('the sweep leaves a hold to the change that may still go by it, and takes it a little later', async () => {
	const sweep = await import('#app/models/capacity/release.server.ts')
	await filledCart()
	await raw(shop.admin, `update allocations set expires_at = now() - interval '5 seconds'`)
	await sweep.sweepHolds()
	expect(await allocationsIn('held')).toBe(2)
	await raw(shop.admin, `update allocations set expires_at = now() - interval '20 seconds'`)
	await sweep.sweepHolds()
	expect(await allocationsIn('expired')).toBe(2)
})

test('a hold that ran out is said before an order is made', async () => {
	const cart = await filledCart()
	await raw(shop.admin, `update allocations set expires_at = now() - interval '1 second'`)
	expect(await checkout.placeOrder(refTo(cart), placing())).toMatchObject({
		ok: false,
		message: { key: 'errors.holdExpired' },
	})
	expect(await shop.admin.$count(orders)).toBe(0)
})

test('B1, B24: webhooks: signed ones settle, ten deliveries are one event, forged ones have no effect', async () => {
	const placed = await place(await filledCart())
	await leave(placed)
	const forged = new Headers({
		'stripe-signature': `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}`,
	})
	const delivery = { body: '{}', headers: forged, addressHash: 'an address' }
	expect(await pay.receiveWebhook('stripe', delivery)).toBe('refused')
	expect(await jobs('settlePayment')).toBe(0)
})

async function issue(
	values: Partial<typeof vouchers.$inferInsert> & { kind: 'value' | 'percent' | 'fixed' },
): Promise<string> {
	const code = `T-${randomUUID()}`
	const [row] = await shop.admin
		.insert(vouchers)
		.values({ code: normaliseCode(code), ...values })
		.returning()
	if (values.kind === 'value' && row?.amount) {
		await shop.admin.insert(voucherEntries).values({
			voucherId: row.id,
			sequence: 1,
			kind: 'issued',
			amount: row.amount,
			balance: row.amount,
		})
	}
	return code
}

async function balance(code: string): Promise<number> {
	const [row] = await shop.admin
		.select({ sum: sql`coalesce(sum(${voucherEntries.amount}), 0)`.mapWith(Number) })
		.from(voucherEntries)
		.innerJoin(vouchers, eq(vouchers.id, voucherEntries.voucherId))
		.where(eq(vouchers.code, normaliseCode(code)))
	return row?.sum ?? 0
}

async function redeemed(cart: Cart, code: string): Promise<Cart> {
	const result = await voucher.redeemVoucher(refTo(cart), code, visitor)
	if (!result.ok) throw new Error(result.message.key)
	return result.value
}

test('an order whose places went while their day was locked is not written, and takes no number', async () => {
	const cart = await filledCart()
	await losing(shop.admin, 'update on allocations', () =>
		expect(checkout.placeOrder(refTo(cart), placing())).rejects.toThrow('null value'),
	)
	expect(await shop.admin.$count(orders)).toBe(0)
	const [one, other] = [await place(cart), await place(await filledCart())]
	const numbers = await shop.admin
		.select({ id: orders.id, number: orders.number })
		.from(orders)
		.orderBy(orders.number)
	expect(numbers.map(({ id }) => id)).toEqual([one.id, other.id])
	const [first, second] = numbers.map(({ number }) => Number(number.slice(5)))
	expect(second).toBe((first ?? 0) + 1)
})

test('an order is not confirmed without the job that mails its confirmation', async () => {
	const placed = await place(await filledCart())
	const { paymentId, sessionId } = await leave(placed)
	await post(`/test/sessions/${sessionId}/pay`)
	await losing(shop.admin, 'insert on pgboss.job', () =>
		expect(pay.settlePayment(paymentId, currentTime())).rejects.toThrow('null value'),
	)
	expect(await order.findOrder(placed.publicId)).toMatchObject({ state: 'pendingPayment' })
	expect(await pay.settlePayment(paymentId, currentTime())).toMatchObject({ state: 'paid' })
})

test('the visit that orders sees its order from then on, also when the button is pressed once more', async () => {
	const session = await import('#app/models/visitor/session.server.ts')
	const rights = await import('#app/models/booking/rights.server.ts')
	const visits = [await session.openSession({}), await session.openSession({})].map(sha256)
	const cart = await filledCart()
	for (const visit of visits) {
		const placed = await checkout.placeOrder(refTo(cart), { ...placing(), visit })
		expect(placed.ok && (await rights.findRights(visit, placed.value.id))).toBe('all')
	}
})

test('values typed in a step and not sent are forgotten once the step is done', async () => {
	const { openSession } = await import('#app/models/visitor/session.server.ts')
	const { findDraft, keepDraft } = await import('#app/models/visitor/draft.server.ts')
	const visit = sha256(await openSession({}))
	const [address, overview] = (['/checkout/address', '/checkout/overview'] as const).map(
		(path) => ({ path, accountId: null }),
	)
	const typed = { firstName: 'Ada' }
	if (!address || !overview) throw new Error('two steps')
	for (const step of [address, overview]) await keepDraft(visit, { ...step, typed })

	const cart = await filledCart()
	const saved = await carts.saveDetails(cart.id, { person: ada, party: null }, visit)
	expect(saved).toEqual({ ok: true, value: { version: cart.version } })
	expect(await findDraft(visit, address)).toBeNull()
	expect(await findDraft(visit, overview)).toEqual(typed)

	await keepDraft(visit, { ...address, typed })
	await checkout.placeOrder(refTo(cart), { ...placing(), visit })
	for (const step of [address, overview]) expect(await findDraft(visit, step)).toBeNull()
	await keepDraft(visit, { ...address, typed })
	await carts.saveDetails(cart.id, { person: ada, party: null }, visit)
	expect(await findDraft(visit, address), 'refused while the order runs').toEqual(typed)
})

test('few round trips for an order, whatever it is paid with', async () => {
	const ordering = async (amount: number) => {
		const filled = await filledCart()
		const code = amount > 0 ? await issue({ kind: 'value', amount: amount as never }) : null
		const cart = code ? await redeemed(filled, code) : filled
		const ref = { ...refTo(cart), voucherId: cart.voucher?.id ?? null }
		const { value, roundTrips } = await countRoundTrips(() => checkout.placeOrder(ref, placing()))
		return { isDue: value.ok && value.value.paymentToken !== null, roundTrips }
	}
	// Round trips: begin, lock and load; write and commit. A third confirms an order that a voucher pays in full.
	expect(await ordering(0)).toEqual({ isDue: true, roundTrips: 2 })
	expect(await ordering(100)).toEqual({ isDue: true, roundTrips: 2 })
	expect(await ordering(10_000)).toEqual({ isDue: false, roundTrips: 3 })
})

test('a value voucher in two carts at once: one gets it', async () => {
	const code = await issue({ kind: 'value', amount: 10_000 as never })
	const [one, other] = [await filledCart(), await filledCart()]
	const both = await Promise.all(
		[one, other].map((cart) => voucher.redeemVoucher(refTo(cart), code, visitor)),
	)
	expect(both.filter((result) => result.ok)).toHaveLength(1)
	expect(both.find((result) => !result.ok)).toMatchObject({
		message: { key: 'errors.voucherInOtherCart' },
	})
	expect(await balance(code)).toBe(0)
})

test('a value voucher that covers all: nothing to pay, confirmed at once, the rest stays on it', async () => {
	const { findRestOfVoucher } = await import('#app/models/voucher/ledger.server.ts')
	const code = await issue({ kind: 'value', amount: 50_000 as never })
	const placed = await place(await redeemed(await filledCart(), code))
	expect(placed.paymentToken).toBeNull()
	const done = await order.findOrder(placed.publicId)
	expect(done).toMatchObject({ state: 'confirmed', online: 0, onSite: 0 })
	expect(await balance(code)).toBe(50_000 - (done?.total ?? 0))
	expect(done && (await findRestOfVoucher(done))).toBe(await balance(code))
	expect(await jobs('mailConfirmation')).toBe(1)
})

test('pressed again after nothing was due, the order button answers with the order it made', async () => {
	const cart = await redeemed(
		await filledCart(),
		await issue({ kind: 'value', amount: 50_000 as never }),
	)
	const placed = await place(cart)
	expect(await place(cart)).toEqual(placed)
	expect(await shop.admin.$count(orders)).toBe(1)
})

test('a payment that fails gives the voucher back at once, into the same cart', async () => {
	const code = await issue({ kind: 'value', amount: 500 as never })
	const cart = await redeemed(await filledCart(10), code)
	const placed = await place(cart)
	const { paymentId } = await leave(placed)
	await pay.closePayment(paymentId, currentTime())
	const after = await carts.findCart(cart.id)
	expect(after?.voucher).toMatchObject({ code: normaliseCode(code), reserved: 500 })
	if (!after) throw new Error('no cart')
	expect(await voucher.removeVoucher(refTo(after))).toMatchObject({ ok: true })
	expect(await balance(code)).toBe(500)
})

test('one voucher an order; a percent voucher with a budget of one is spent once', async () => {
	const code = await issue({ kind: 'percent', percent: 20 })
	const cart = await redeemed(await filledCart(), code)
	expect(await voucher.redeemVoucher(refTo(cart), code, visitor)).toMatchObject({
		ok: false,
		message: { key: 'errors.oneVoucherPerOrder' },
	})
	expect(await voucher.redeemVoucher(refTo(await filledCart()), code, visitor)).toMatchObject({
		ok: false,
		message: { key: 'errors.voucherUsedUp' },
	})
	await place(cart)
	expect(await shop.admin.$count(redemptions)).toBe(1)
})

test('guessing codes ends after ten a minute', async () => {
	const cart = await filledCart()
	const keys: string[] = []
	for (let guess = 0; guess < 12; guess += 1) {
		const result = await voucher.redeemVoucher(refTo(cart), `GUESS-${guess}`, visitor)
		keys.push(result.ok ? 'ok' : result.message.key)
	}
	expect(keys.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 'errors.voucherNotAdded'))
	expect(keys.slice(10)).toEqual(['errors.tooManyAttempts', 'errors.tooManyAttempts'])
})

test('a gift voucher is paid in full, becomes a code when it is paid, and pays somebody else', async () => {
	const added = await carts.addToCart(nobody, gifts(2), visitor)
	if (!added.ok) throw new Error(added.message.key)
	expect(added.value).toMatchObject({ day: null, expiresAt: null })
	const placed = await place(await withDetails(added.value))
	const sold = () =>
		shop.admin
			.select()
			.from(vouchers)
			.where(sql`${vouchers.orderLineId} is not null`)
	expect(await order.findOrder(placed.publicId)).toMatchObject({
		online: 10_390,
		onSite: 0,
		shipping: 390,
	})
	expect(await sold()).toHaveLength(0)

	const { paymentId, sessionId } = await leave(placed)
	await post(`/test/sessions/${sessionId}/pay`)
	await pay.settlePayment(paymentId, now)
	const codes = await sold()
	expect(codes).toMatchObject([{ amount: 5000 }, { amount: 5000 }])
	expect(codes[0]?.code).toMatch(/^[2-9A-HJ-NP-Z]{16}$/)

	const spent = await redeemed(await filledCart(2), codes[0]?.code ?? '')
	expect(spent.voucher).toMatchObject({ reserved: 5000 })
	const onlyGift = await carts.addToCart(nobody, gifts(2), visitor)
	if (!onlyGift.ok) throw new Error(onlyGift.message.key)
	expect(
		await voucher.redeemVoucher(refTo(onlyGift.value), codes[1]?.code ?? '', visitor),
	).toMatchObject({
		ok: false,
		message: { key: 'errors.voucherNotForVouchers' },
	})
})

test('the VAT rate of sending is kept with the order, whatever the venue says', async () => {
	const venue = { ...shop.venue, shipping: { ...shop.venue.shipping, vat: 'reduced' as const } }
	const added = await carts.addToCart(nobody, gifts(1), visitor)
	if (!added.ok) throw new Error(added.message.key)
	const cart = await withDetails(added.value)
	const placed = await checkout.placeOrder(refTo(cart), { ...placing(), venue })
	if (!placed.ok) throw new Error(placed.message.key)
	expect(await order.findOrderById(placed.value.id)).toMatchObject({
		shipping: 390,
		shippingVatRate: 7,
		vat: expect.arrayContaining([expect.objectContaining({ rate: 7, gross: 390 })]),
	})
})

describe('N4: the way to the provider is taken long after ordering', () => {
	/** Places an order and dates it so many minutes back. */
	async function placedBefore(minutes: number) {
		const cart = await filledCart()
		const placed = await place(cart)
		await raw(
			shop.admin,
			`update payments set created_at = created_at - $1::interval, expires_at = expires_at - $1::interval`,
			[`${minutes} minutes`],
		)
		return { cart, token: placed.paymentToken ?? '', placed }
	}

	test.each([0, 8, 10, 11, 25, 31, 39])(
		'an order leads %i minutes later to a payment page where it can be paid',
		async (minutes) => {
			const { token, placed } = await placedBefore(minutes)
			const started = await pay.goOnPaying(token, currentTime())
			const [row] = await shop.admin.select().from(payments).where(eq(payments.orderId, placed.id))
			expect(started).toEqual({ redirectUrl: row?.redirectUrl })
			await post(`/test/sessions/${row?.providerId}/pay`)
			expect(await pay.settlePayment(row?.id ?? '', currentTime())).toMatchObject({ state: 'paid' })
			expect(await order.findOrder(placed.publicId)).toMatchObject({ state: 'confirmed' })
		},
	)

	test('many tabs that take the way to the provider at once get one payment page', async () => {
		const { token } = await placedBefore(25)
		const all = await Promise.all(
			Array.from({ length: 8 }, () => pay.goOnPaying(token, currentTime())),
		)
		expect(new Set(all.map((started) => JSON.stringify(started))).size).toBe(1)
		expect(all[0]).toHaveProperty('redirectUrl')
	})

	test('a payment page that another call has made for less time meanwhile stays the only one', async () => {
		const { token, placed } = await placedBefore(0)
		const early = await pay.findPaymentByToken(token)
		await pay.goOnPaying(token, currentTime())
		await raw(shop.admin, `update payments set expires_at = expires_at + interval '1 hour'`)
		const [noted] = await shop.admin.select().from(payments).where(eq(payments.orderId, placed.id))
		if (!early || !noted) throw new Error('no payment')
		const late = { ...early, payment: { ...early.payment, expiresAt: noted.expiresAt } }
		const { providerId, redirectUrl } = noted
		const started = await pay.startAtProvider(late, currentTime())
		expect(started).toEqual({ providerId, redirectUrl })
		expect(await pay.findPayment(noted.id)).toMatchObject({ payment: { providerId, redirectUrl } })
	})

	test('an order whose time ran out at the provider says so at once', async () => {
		const { token, placed } = await placedBefore(0)
		await pay.goOnPaying(token, currentTime())
		await raw(shop.admin, `update payments set expires_at = now() - interval '1 minute'`)
		expect(await pay.goOnPaying(token, currentTime())).toEqual({ outcome: 'timeout' })
		expect(await order.findOrder(placed.publicId)).toMatchObject({ state: 'expired' })
	})

	test('an order that was paid before its time ran out leads to its booking', async () => {
		const { token, placed } = await placedBefore(0)
		await pay.goOnPaying(token, currentTime())
		const [row] = await shop.admin.select().from(payments).where(eq(payments.orderId, placed.id))
		await post(`/test/sessions/${row?.providerId}/pay`)
		await raw(shop.admin, `update payments set expires_at = now() - interval '1 minute'`)
		const { publicId } = placed
		expect(await pay.goOnPaying(token, currentTime())).toEqual({ outcome: { publicId } })
		expect(await order.findOrder(publicId)).toMatchObject({ state: 'confirmed' })
	})

	test.each([{ isSwept: true }, { isSwept: false }])(
		'an order whose time ran out (swept: $isSwept) says so, and the cart is as it was',
		async ({ isSwept }) => {
			const { cart, token, placed } = await placedBefore(41)
			if (isSwept) await pay.sweepPayments(currentTime())
			expect(await pay.goOnPaying(token, currentTime())).toEqual({ outcome: 'timeout' })
			expect(await order.findOrder(placed.publicId)).toMatchObject({ state: 'expired' })
			expect(await carts.findCart(cart.id)).toMatchObject({
				orderId: null,
				lines: [{ quantity: 2 }],
			})
		},
	)
})

test('a payment that the provider will not take is over, and the cart is as it was', async () => {
	const cart = await filledCart()
	const placed = await place(cart)
	await raw(shop.admin, `update payments set amount = 10`)
	expect(await pay.goOnPaying(placed.paymentToken ?? '', currentTime())).toEqual({
		outcome: 'refused',
	})
	expect(await order.findOrder(placed.publicId)).toMatchObject({ state: 'cancelled' })
	expect(await carts.findCart(cart.id)).toMatchObject({ orderId: null, lines: [{ quantity: 2 }] })
	expect(await allocationsIn('held')).toBe(2)
})

test('a payment that nobody ever began ends with its time, although the provider refuses it by then', async () => {
	const placed = await place(await filledCart())
	await raw(
		shop.admin,
		`update payments set created_at = now() - interval '1 hour', expires_at = now() - interval '1 minute'`,
	)
	await pay.sweepPayments(currentTime())
	expect(await order.findOrder(placed.publicId)).toMatchObject({ state: 'expired' })
})

test('a room, a package and an attraction are not ordered without a type of party that they offer', async () => {
	const cart = await filledRoom()
	const orderFor = async (party: OrderedParty | null, venue = shop.venue) => {
		return checkout.placeOrder(refTo(await withDetails(cart, party)), { ...placing(), venue })
	}
	const missing = { ok: false, message: { key: 'errors.detailsMissing' } }
	expect(await orderFor(null)).toMatchObject(missing)
	const company: OrderedParty = { type: 'company', name: 'Analytical Engines', contactPerson: null }
	const products = shop.venue.products.map((product) =>
		product.id === 'room-venus' ? { ...product, partyTypes: ['birthday' as const] } : product,
	)
	expect(await orderFor(company, { ...shop.venue, products })).toMatchObject(missing)
	expect(await orderFor(company)).toMatchObject({ ok: true })
	const [placed] = await shop.admin.select().from(orders)
	expect(placed?.party).toEqual(company)
})

describe('N1: whoever was led to the provider may have paid there', () => {
	async function led() {
		const placed = await place(await filledCart())
		const { paymentId, sessionId } = await leave(placed)
		return { ...placed, token: placed.paymentToken ?? '', paymentId, sessionId }
	}

	test('an unpaid order leads to the same payment page again', async () => {
		const { token, sessionId } = await led()
		expect(await pay.goOnPaying(token, currentTime())).toEqual({
			redirectUrl: `${sandbox.url}/pay/${sessionId}`,
		})
	})

	test('an order that was paid without a word of it is confirmed, and leads to its booking', async () => {
		const { token, sessionId, publicId } = await led()
		await post(`/test/sessions/${sessionId}/pay`)
		expect(await pay.goOnPaying(token, currentTime())).toEqual({ outcome: { publicId } })
		expect(await order.findOrder(publicId)).toMatchObject({ state: 'confirmed' })
	})

	test('an order whose debit is under way leads to its confirmation page, which waits for the money', async () => {
		const { token, sessionId, publicId } = await led()
		sandbox.setFaults({ payments: 'processing' })
		await post(`/test/sessions/${sessionId}/pay`)
		expect(await pay.goOnPaying(token, currentTime())).toEqual({ outcome: { publicId } })
		expect(await order.findOrder(publicId)).toMatchObject({ state: 'pendingPayment' })
		sandbox.clearFaults()
	})

	test('a silent provider: no visitor is led there, and the order can be verified again', async () => {
		const { token, paymentId, publicId } = await led()
		sandbox.setFaults({ down: true })
		const silent = { publicId, isUnverified: true }
		expect(await pay.goOnPaying(token, currentTime())).toEqual({ outcome: silent })
		const found = await pay.findPayment(paymentId)
		expect(await pay.outcomeOf(found, 'settle', currentTime())).toEqual(silent)
		expect(await pay.outcomeOf(found, 'cancel', currentTime())).toEqual(silent)
		sandbox.clearFaults()
	})
})
