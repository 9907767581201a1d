import { eq } from 'drizzle-orm'
import { DateTime } from 'luxon'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { audit } from '#app/db/audit.server.ts'
import { raw } from '#app/db/connect.server.ts'
import { allocations, orders, payments, refunds } from '#app/db/schema.ts'
import type { AgreedPayment } from '#app/models/booking/place.server.ts'
import type { CartRef, Visitor, Wish } from '#app/models/cart/cart.ts'
import { NO_EMAIL } from '#app/models/order/order.ts'
import type { ProviderName } from '#app/models/provider.ts'
import { ok, refuse } from '#app/models/result.ts'
import { emptyTables } from '#testing/emptied.ts'
import { openPayingShop } from '#testing/paying-shop.ts'
import { sampleOrder } from '#testing/sample-order.ts'
import { visitDay, visiting } from '#testing/visit-day.ts'

// Bookings by telephone: the hold of the desk, orders without a mail address, and the link that is read out.

let shop: Awaited<ReturnType<typeof openPayingShop>>
let carts: typeof import('#app/models/cart/change.server.ts') &
	typeof import('#app/models/cart/find.server.ts') &
	typeof import('#app/models/cart/details.server.ts')
let booking: typeof import('#app/models/booking/place.server.ts') &
	typeof import('#app/models/booking/unpaid.server.ts') &
	typeof import('#app/models/booking/correct-person.server.ts')
let codes: typeof import('#app/models/payment/pay-code.server.ts')
let found: typeof import('#app/models/order/find.server.ts')
let mails: typeof import('#app/jobs/order-mail.server.ts') &
	typeof import('#app/jobs/pay-link-mail.server.ts') &
	typeof import('#app/jobs/unbooked-mail.server.ts')

const now = () => DateTime.utc()
const nobody: CartRef = { id: null, version: 0, day: null }
const actor = 'staff:2f1c'
const person = { ...sampleOrder.person, email: NO_EMAIL, street: '', postcode: '', city: '' }
const party = { type: 'birthday' as const, name: 'Theo', contactPerson: null, age: 8 }

beforeAll(async () => {
	shop = await openPayingShop()
	carts = {
		...(await import('#app/models/cart/change.server.ts')),
		...(await import('#app/models/cart/find.server.ts')),
		...(await import('#app/models/cart/details.server.ts')),
	}
	booking = {
		...(await import('#app/models/booking/place.server.ts')),
		...(await import('#app/models/booking/unpaid.server.ts')),
		...(await import('#app/models/booking/correct-person.server.ts')),
	}
	codes = await import('#app/models/payment/pay-code.server.ts')
	found = await import('#app/models/order/find.server.ts')
	mails = {
		...(await import('#app/jobs/order-mail.server.ts')),
		...(await import('#app/jobs/pay-link-mail.server.ts')),
		...(await import('#app/jobs/unbooked-mail.server.ts')),
	}
})
afterAll(() => shop.close())
beforeEach(clear)

async function clear(): Promise<void> {
	await emptyTables(shop.admin, 'attempts', 'counters', 'invoices')
	await shop.clear()
}

const visitor = (): Visitor => ({ venue: shop.venue, now: visiting, addressHash: 'an address' })
const desk = (): Visitor => ({ ...visitor(), addressHash: null, holdRule: 'desk' })
const room = (productId: string): Wish => ({
	productId,
	quantity: 1,
	day: visitDay,
	time: '14:00',
	duration: 120,
	parentId: null,
})

async function calling(productId = 'room-venus') {
	const added = await carts.addToCart(nobody, room(productId), desk())
	if (!added.ok) throw new Error(added.message.key)
	return added.value
}

async function placed(agreed: AgreedPayment, more: object = {}, productId = 'room-venus') {
	const cart = await calling(productId)
	const saved = await carts.saveDetails(cart.id, { person: { ...person, ...more }, party })
	if (!saved.ok) throw new Error(saved.message.key)
	const order = await booking.placeOrder(
		{ id: cart.id, version: saved.value.version, day: cart.day },
		{ venue: shop.venue, locale: 'de-DE', provider: null, now: now(), actor, agreed },
	)
	if (!order.ok) throw new Error(order.message.key)
	return { ...order.value, cartId: cart.id }
}

const until = () => now().plus({ hours: 30 }).toJSDate()
const byLink = (more: object = {}) => placed({ how: 'byLink', until: until() }, more)

/** Lets the time of an order's link run out by the database's clock. */
const runOut = (id: string) =>
	raw(shop.admin, `update orders set pay_until = now() - interval '1 second' where id = $1`, [id])

async function rowOf(id: string) {
	const [row] = await shop.admin.select().from(orders).where(eq(orders.id, id))
	if (!row) throw new Error('no order')
	return row
}

async function placesOf(id: string) {
	const rows = await shop.admin.select().from(allocations).where(eq(allocations.orderId, id))
	return rows.map(({ state }) => state)
}

async function paymentsOf(id: string) {
	const rows = await shop.admin.select().from(payments).where(eq(payments.orderId, id))
	return rows.toSorted((one, other) => one.createdAt.valueOf() - other.createdAt.valueOf())
}

async function leave(orderId: string, provider: ProviderName = 'stripe') {
	const begun = await shop.pay.payByLink(orderId, provider, now())
	if (!begun.ok || !('token' in begun.value)) throw new Error('the link cannot be paid')
	expect(await shop.pay.goOnPaying(begun.value.token, now())).toHaveProperty('redirectUrl')
	const payment = (await paymentsOf(orderId)).at(-1)
	return { id: payment?.id ?? '', providerId: payment?.providerId ?? '', token: begun.value.token }
}

const payThere = (providerId: string, taken: object = {}) =>
	shop.control(`sessions/${providerId}/pay`, taken)

async function expectWhole() {
	const broken = (await audit(shop.admin)).filter((finding) => finding.broken.length > 0)
	expect(broken).toEqual([])
}

test('L5: the desk holds for two hours while it is touched, and the shop sells the other rooms meanwhile', async () => {
	const cart = await calling()
	const minutes = (at: Date | null) =>
		((at?.valueOf() ?? 0) - (cart.heldSince?.valueOf() ?? 0)) / 60_000
	expect(minutes(cart.expiresAt)).toBe(30)
	const hourAgo = (hours: number) =>
		raw(
			shop.admin,
			`update carts set held_since = now() - make_interval(mins => $1) where id = $2`,
			[hours * 60, cart.id],
		)
	await hourAgo(1.75)
	const touched = await carts.renewHold({ id: cart.id, version: 1 }, desk())
	if (!touched.ok) throw new Error(touched.message.key)
	const left = (touched.value.cart.expiresAt?.valueOf() ?? 0) - Date.now()
	expect(Math.round(left / 60_000), 'two hours in all').toBe(15)

	expect(await carts.addToCart(nobody, room('room-venus'), visitor())).toEqual(
		refuse('chooseOtherPeriod'),
	)
	expect(await carts.addToCart(nobody, room('room-mars'), visitor())).toMatchObject({ ok: true })

	await raw(
		shop.admin,
		`update carts set expires_at = now(), held_since = now() - interval '2 hours' where id = $1`,
		[cart.id],
	)
	await raw(shop.admin, `update allocations set expires_at = now() where cart_id = $1`, [cart.id])
	expect(await carts.addToCart(nobody, room('room-venus'), visitor())).toMatchObject({ ok: true })
	expect(await carts.renewHold({ id: cart.id, version: 2 }, desk())).toMatchObject({
		ok: true,
		value: { gone: [{ productId: 'room-venus' }] },
	})
})

test('N160: no limit of an address or a cart, and no notice, refuses the desk; a room taken twice is refused', async () => {
	const venue = {
		...shop.venue,
		hold: { ...shop.venue.hold, exclusivePerCart: 1, cartsPerAddress: 1 },
		products: shop.venue.products.map((product) => ({
			...product,
			notice: { days: 300, until: '18:00' },
		})),
	}
	const both = async (by: Visitor) => {
		const first = await carts.addToCart(nobody, room('room-venus'), { ...by, venue })
		if (!first.ok) return first
		const ref = { id: first.value.id, version: 1, day: visitDay }
		return carts.addToCart(ref, room('room-mars'), { ...by, venue })
	}
	expect(await both(visitor())).toMatchObject({ message: { key: 'errors.onlyByPhone' } })
	expect(await both(desk())).toMatchObject({ ok: true })
	expect(await both(desk())).toEqual(refuse('chooseOtherPeriod'))
})

test('N161: paid at the venue: booked at once by a member of staff, without a mail address and an address', async () => {
	const { id, paymentToken } = await placed({ how: 'onSite' })
	expect(paymentToken).toBeNull()
	const row = await rowOf(id)
	expect(row).toMatchObject({ state: 'confirmed', online: 0, payUntil: null, payLink: null })
	expect(row.onSite).toBe(row.total)
	expect(row.party).toEqual(party)
	expect(await placesOf(id)).toEqual(['confirmed'])
	const events = await raw(shop.admin, 'select who, what from order_events order by id', [])
	expect(events[0]).toMatchObject({ who: actor, what: 'placed' })
	await mails.mailConfirmation(id)
	expect(await shop.letters()).toEqual({})
	await expectWhole()
})

test('N161: the pay link is mailed where there is a mail address, and nothing of it lies in a job', async () => {
	const { id } = await byLink({ email: 'sandra@example.com' })
	expect(await shop.jobs('mailPayLink')).toEqual([{ orderId: id }])
	await mails.mailPayLink(id)
	const code = codes.payCodeOf({ id, payUntil: (await rowOf(id)).payUntil ?? new Date() })
	const [letter] = Object.values(await shop.letters())
	expect(letter).toContain(`https://shop.example/pay/${code}`)
	const kept = await raw(shop.admin, 'select to_jsonb(o)::text as text from orders o', [])
	expect(JSON.stringify(kept)).not.toContain(code)
})

test('N162: the code opens its order until its time, and eleven wrong ones from an address open none', async () => {
	const { id } = await byLink()
	const code = codes.payCodeOf({ id, payUntil: (await rowOf(id)).payUntil ?? new Date() })
	for (const typed of [code, code.toLowerCase(), code.replace('-', ' ')])
		expect(await shop.pay.findByPayCode(typed, 'here')).toEqual(ok(id))
	for (let tries = 0; tries < 10; tries += 1)
		expect(await shop.pay.findByPayCode('00000-00000', 'there')).toEqual(ok(null))
	expect(await shop.pay.findByPayCode(code, 'there')).toEqual(refuse('tooManyAttempts'))
	const tries = Array.from({ length: 40 }, () => shop.pay.findByPayCode('11111-11111', 'many'))
	const answered = (await Promise.all(tries)).filter((answer) => answer.ok)
	expect(answered, 'many at once').toHaveLength(10)
	expect(await shop.pay.findByPayCode(code, 'here')).toEqual(ok(id))
	await runOut(id)
	expect(await shop.pay.findByPayCode(code, 'here')).toEqual(ok(null))
})

test('N163: a payment that comes to nothing ends by itself alone; the next one books', async () => {
	const { id } = await byLink()
	const first = await leave(id)
	expect(await shop.pay.closePayment(first.id, now())).toMatchObject({
		state: 'cancelled',
		outcome: { ended: 'failed', payCode: expect.stringMatching(/^.{5}-.{5}$/) },
	})
	expect(await rowOf(id)).toMatchObject({ state: 'pendingPayment' })
	expect(await placesOf(id)).toEqual(['pending'])

	const second = await leave(id)
	await payThere(second.providerId)
	expect(await shop.pay.settlePayment(second.id, now())).toMatchObject({ state: 'paid' })
	const { number, state } = await rowOf(id)
	expect(state).toBe('confirmed')
	expect((await paymentsOf(id)).map(({ reference }) => reference)).toEqual([number, `${number}-2`])
	expect(await shop.pay.payByLink(id, 'stripe', now())).toMatchObject({ ok: false })
	await expectWhole()
})

test('N163: a payment that runs out before the link does ends by itself alone', async () => {
	const { id } = await byLink()
	const first = await leave(id)
	await raw(shop.admin, `update payments set expires_at = now() - interval '1 second'`)
	expect(await shop.pay.closePayment(first.id, now())).toMatchObject({ state: 'expired' })
	expect(await rowOf(id)).toMatchObject({ state: 'pendingPayment' })
})

test.each(['stripe', 'paypal'] as const)(
	'K108: a payment that %s does not know any more ends by itself alone, and the operator hears of it',
	async (provider) => {
		const { id } = await byLink()
		const first = await leave(id, provider)
		await raw(
			shop.admin,
			`update payments set provider_id = 'cs_test_gone', created_at = now() - interval '9 hours',
				expires_at = now() - interval '8 hours'`,
		)
		expect(await shop.pay.settlePayment(first.id, now())).toMatchObject({ state: 'needsReview' })
		expect(await rowOf(id)).toMatchObject({ state: 'pendingPayment' })
		expect(await placesOf(id)).toEqual(['pending'])
		const concern = 'needsReview' as const
		const told = { concern, about: first.id, purpose: 'order' } as const
		expect(await shop.jobs('tellOperator')).toEqual([{ orderId: id, ...told }])
		await mails.tellOperator(id, told)
		expect(Object.values(await shop.letters()).join('\n')).toContain(
			'die Bestellung besteht weiter',
		)

		const second = await leave(id)
		await payThere(second.providerId)
		expect(await shop.pay.settlePayment(second.id, now())).toMatchObject({ state: 'paid' })
		expect(await rowOf(id)).toMatchObject({ state: 'confirmed' })
		await expectWhole()
	},
)

test('L5: an unpaid link ends its order at its time, with its places, also one whose payment page is open', async () => {
	const idle = await byLink()
	const open = await placed({ how: 'byLink', until: until() }, {}, 'room-mars')
	const { id: paymentId } = await leave(open.id)
	await shop.pay.endPayLinks(now())
	expect(await rowOf(idle.id)).toMatchObject({ state: 'pendingPayment' })
	for (const { id } of [idle, open]) await runOut(id)
	expect(await shop.pay.payByLink(idle.id, 'stripe', now())).toMatchObject(
		refuse('payLink.over', { phone: shop.venue.contact.phone }),
	)
	await shop.pay.endPayLinks(now())
	for (const { id } of [idle, open]) {
		expect((await rowOf(id)).state).toMatch(/expired|cancelled/)
		expect(await placesOf(id)).toEqual(['released'])
	}
	expect((await paymentsOf(open.id)).find(({ id }) => id === paymentId)?.state).toBe('cancelled')
	for (const productId of ['room-venus', 'room-mars'])
		expect(await carts.addToCart(nobody, room(productId), visitor())).toMatchObject({ ok: true })
	await expectWhole()
})

test('N330: a provider that is away keeps its own order alone: the next one ends, and the sweep goes on', async () => {
	const waiting = await byLink()
	const idle = await placed({ how: 'byLink', until: until() }, {}, 'room-mars')
	const paid = await shop.leave('paypal')
	await leave(waiting.id)
	await shop.control(`orders/${paid.providerId}/approve`)
	for (const { id } of [waiting, idle]) await runOut(id)
	await raw(shop.admin, `update payments set created_at = now() - interval '1 minute'`)
	shop.sandbox.setFaults({ down: true, only: 'stripe' })
	await shop.pay.sweepPayments(now())
	expect(await rowOf(waiting.id)).toMatchObject({ state: 'pendingPayment' })
	expect(await rowOf(idle.id)).toMatchObject({ state: 'expired' })
	expect(await placesOf(idle.id)).toEqual(['released'])
	expect(await rowOf(paid.orderId)).toMatchObject({ state: 'confirmed' })

	shop.sandbox.clearFaults()
	await shop.pay.sweepPayments(now())
	expect((await rowOf(waiting.id)).state).toMatch(/expired|cancelled/)
	expect(await placesOf(waiting.id)).toEqual(['released'])
	await expectWhole()
})

test('N164: money after the end books while the room is free, and goes back when it is not', async () => {
	for (const isTaken of [false, true]) {
		await clear()
		const { id } = await byLink()
		const { id: paymentId, providerId } = await leave(id)
		await payThere(providerId)
		await runOut(id)
		// The provider is silent while the sweep closes the payment, so the money is found later.
		await raw(shop.admin, `update payments set state = 'expired', settled_at = now()`)
		await shop.pay.endPayLinks(now())
		expect(await rowOf(id)).toMatchObject({ state: 'expired' })
		if (isTaken) await carts.addToCart(nobody, room('room-venus'), visitor())
		await shop.pay.settlePayment(paymentId, now())
		expect((await rowOf(id)).state).toBe(isTaken ? 'expired' : 'confirmed')
		expect(await shop.admin.select().from(refunds)).toHaveLength(isTaken ? 1 : 0)
		if (!isTaken) continue
		await mails.mailPaymentTooLate(id)
		const [letter] = Object.values(await shop.letters())
		expect(letter, 'the venue is told to call').toMatch(/To: hallo@/)
		expect(letter).toContain('bitte anrufen')
	}
})

/** Pays, ends and settles at once, and tells how the order stands. */
async function atTheEdge(): Promise<{ state: string; places: string[]; refunds: number }> {
	await clear()
	const { id } = await byLink()
	const { id: paymentId, providerId } = await leave(id)
	await runOut(id)
	await Promise.all([
		payThere(providerId).catch(() => null),
		...Array.from({ length: 4 }, () => shop.pay.endPayLinks(now())),
		...Array.from({ length: 4 }, () => shop.pay.settlePayment(paymentId, now())),
	])
	await shop.pay.settlePayment(paymentId, now())
	const { state } = await rowOf(id)
	const back = await shop.admin.select().from(refunds)
	return { state, places: await placesOf(id), refunds: back.length }
}

test('N165: paid in the moment in which the link ends: booked with its room or ended without it, never both', async () => {
	const seen: string[] = []
	for (let round = 0; round < 12; round += 1) {
		const { state, places, refunds: back } = await atTheEdge()
		expect(back).toBe(0)
		expect(places).toEqual([state === 'confirmed' ? 'confirmed' : 'released'])
		seen.push(state)
		await expectWhole()
	}
	expect(new Set(seen).size, seen.join()).toBeGreaterThan(0)
})

test('N165, negative control: ended without another look under the lock, an order is lost while it is paid', async () => {
	const { abandonOrder } = await import('#app/models/order/abandon.server.ts')
	const { id } = await byLink()
	const { id: paymentId } = await leave(id)
	await runOut(id)
	await shop.db.transaction((tx) => abandonOrder(tx, id, 'expired'))
	expect(await rowOf(id)).toMatchObject({ state: 'expired' })
	const open = (await paymentsOf(id)).find((payment) => payment.id === paymentId)
	expect(open, 'can still be paid').toMatchObject({ state: 'started' })
})

test('N166: a cart of the desk is no first cart of a visitor who knows its id', async () => {
	const cart = await calling()
	expect(await carts.findBegunCart(cart.id, null)).toBeNull()
	const own = await carts.addToCart(nobody, room('room-mars'), visitor())
	expect(own.ok && (await carts.findBegunCart(own.value.id, null))).toMatchObject({ version: 1 })
})

test('N161: an order without a mail address asks for no code and no key by mail', async () => {
	const { id } = await placed({ how: 'onSite' })
	const order = await found.findOrderById(id)
	const { askForCode, askForKey } = await import('#app/models/booking/code.server.ts')
	for (const ask of [askForCode, askForKey])
		expect(order && (await ask(order, null))).toEqual(refuse('booking.noMailAddress'))
})

const jana = { actor: 'staff:jana', reason: 'hat abgesagt' }
const verbs = ['giveUpUnpaid', 'bookUnpaidOnSite'] as const

/** The number of an order and its code, as staff have them. */
async function known(id: string) {
	const { number, payUntil } = await rowOf(id)
	return { number, code: codes.payCodeOf({ id, payUntil: payUntil ?? new Date() }) }
}

async function eventsOf(id: string) {
	const events = await raw(
		shop.admin,
		'select who, what, reason from order_events where order_id = $1 order by id',
		[id],
	)
	return events
}

test('N322: staff give an unpaid booking up: its room is free at once, its link over, its payment page closed', async () => {
	const { id } = await byLink()
	const { number } = await known(id)
	const { id: paymentId, providerId } = await leave(id)
	const pressed = await Promise.all([1, 2, 3].map(() => booking.giveUpUnpaid(number, jana, now())))
	expect(pressed).toEqual([ok(), ok(), ok()])
	expect(await rowOf(id)).toMatchObject({ state: 'cancelled', confirmedAt: null })
	expect(await placesOf(id)).toEqual(['released'])
	expect(await shop.pay.payByLink(id, 'stripe', now())).toMatchObject({ ok: false })
	await expect(payThere(providerId)).rejects.toThrow()
	expect((await paymentsOf(id)).find((it) => it.id === paymentId)?.state).toBe('cancelled')
	const { actor: who, reason } = jana
	const ends = (await eventsOf(id)).filter((it) => it['what'] === 'abandoned' && it['who'] === who)
	expect(ends).toEqual([{ who, what: 'abandoned', reason }])
	expect(await carts.addToCart(nobody, room('room-venus'), visitor())).toMatchObject({ ok: true })
	await expectWhole()
})

test('N322: an unpaid booking is paid at the venue after all, as if that had been agreed at once', async () => {
	const { id } = await byLink({ email: 'sandra@example.com' })
	const { number, code } = await known(id)
	await leave(id)
	const pressed = await Promise.all(
		[1, 2, 3].map(() => booking.bookUnpaidOnSite(number, jana, now())),
	)
	expect(pressed).toEqual([ok(), ok(), ok()])
	const row = await rowOf(id)
	expect(row).toMatchObject({ state: 'confirmed', online: 0, payUntil: null, payLink: null })
	expect(row.onSite).toBe(row.total)
	expect(await placesOf(id)).toEqual(['confirmed'])
	expect(await shop.pay.findByPayCode(code, null)).toEqual(ok(null))
	expect(await shop.pay.payByLink(id, 'stripe', now())).toMatchObject({ ok: false })
	expect(await shop.jobs('mailConfirmation')).toMatchObject([{ orderId: id }])
	const whats = (await eventsOf(id)).map(({ who, what }) => `${String(who)}: ${String(what)}`)
	expect(whats.slice(-2)).toEqual([`${jana.actor}: pays at the venue`, 'shop: confirmed'])
	await expectWhole()
})

test.each(verbs)(
	'N322: %s is refused for what does not wait for its link, and while money is on its way',
	async (verb) => {
		expect(await booking[verb]('2001-000001', jana, now())).toEqual(refuse('orderNotFound'))
		const online = await shop.leave('stripe')
		const unpaid = await known(online.orderId)
		expect(await booking[verb](unpaid.number, jana, now())).toEqual(refuse('desk.notWaiting'))
		expect(await paymentsOf(online.orderId)).toMatchObject([{ state: 'started' }])

		const open = await placed({ how: 'byLink', until: until() }, {}, 'room-mars')
		await leave(open.id)
		const waiting = await known(open.id)
		shop.sandbox.setFaults({ failNext: { status: 503, times: 50, executed: false } })
		expect(await booking[verb](waiting.number, jana, now())).toEqual(refuse('desk.isBeingPaid'))
		shop.sandbox.clearFaults()
		expect(await rowOf(open.id)).toMatchObject({ state: 'pendingPayment' })
		expect(await placesOf(open.id)).toEqual(['pending'])
		await expectWhole()
	},
)

test.each(verbs)(
	'N322: paid in the moment of %s: one of both, and no money is lost',
	async (verb) => {
		for (let round = 0; round < 6; round += 1) {
			await clear()
			const { id } = await byLink()
			const { number } = await known(id)
			const { id: paymentId, providerId } = await leave(id)
			const [done] = await Promise.all([
				booking[verb](number, jana, now()),
				payThere(providerId).catch(() => null),
				shop.pay.settlePayment(paymentId, now()),
			])
			await shop.pay.settlePayment(paymentId, now())
			const { state, online } = await rowOf(id)
			const givenUp = verb === 'giveUpUnpaid' && done.ok
			expect({ state, isOnline: online > 0 }).toEqual({
				state: givenUp ? 'cancelled' : 'confirmed',
				isOnline: !done.ok || givenUp,
			})
			expect(await placesOf(id)).toEqual([givenUp ? 'released' : 'confirmed'])
			await expectWhole()
		}
	},
)

/** Books at the venue what was paid by its link: the provider was silent while the payment was closed. */
async function onSiteBeforeMoneyIsFound(taken = {}) {
	const { id } = await byLink({ email: 'sandra@example.com' })
	const { number } = await known(id)
	const { id: paymentId, providerId } = await leave(id)
	await payThere(providerId, taken)
	await raw(shop.admin, `update payments set state = 'expired', settled_at = now()`)
	expect(await booking.bookUnpaidOnSite(number, jana, now())).toEqual(ok())
	return { id, paymentId }
}

test('N323: money that comes for a booking that is paid at the venue by now goes back, with a letter that says so', async () => {
	const { id, paymentId } = await onSiteBeforeMoneyIsFound()
	await shop.pay.settlePayment(paymentId, now())
	expect(await rowOf(id)).toMatchObject({ state: 'confirmed', online: 0 })
	expect(await shop.admin.select().from(refunds)).toHaveLength(1)
	await mails.mailPaidTwice(paymentId)
	const [letter] = Object.values(await shop.letters())
	expect(letter).toContain('dass Sie ganz vor Ort bezahlen')
})

test('K121: money in another amount for a booking that stands without it goes back, and no letter says that there is no booking', async () => {
	const { id, paymentId } = await onSiteBeforeMoneyIsFound({ amount: 77 })
	expect(await shop.pay.settlePayment(paymentId, now())).toMatchObject({ state: 'needsReview' })
	expect(await rowOf(id)).toMatchObject({ state: 'confirmed', online: 0 })
	expect(await shop.admin.select().from(refunds)).toMatchObject([{ paymentId, amount: 77 }])
	expect(await shop.jobs('paymentTwice')).toEqual([{ paymentId }])
	expect(await shop.jobs('paymentNotAsAgreed')).toEqual([])
	expect(await shop.jobs('tellOperator')).toMatchObject([{ about: paymentId, purpose: 'order' }])
})

test('K106: money that comes for a booking at the venue whose rest was paid online by now goes back as well', async () => {
	const { id, paymentId } = await onSiteBeforeMoneyIsFound()
	const begun = await shop.pay.payRest(id, 'stripe', now())
	if (!begun.ok || !('token' in begun.value)) throw new Error('the rest cannot be paid')
	await shop.pay.goOnPaying(begun.value.token, now())
	const ofRest = eq(payments.purpose, 'rest')
	const [rest] = await shop.admin.select().from(payments).where(ofRest)
	await payThere(rest?.providerId ?? '')
	await shop.pay.settlePayment(rest?.id ?? '', now())
	const { online } = await rowOf(id)
	expect(online).toBeGreaterThan(0)

	expect(await shop.pay.settlePayment(paymentId, now())).toMatchObject({ state: 'needsReview' })
	expect(await rowOf(id)).toMatchObject({ state: 'confirmed', online })
	expect(await shop.admin.select().from(refunds)).toMatchObject([{ paymentId }])
	expect(await shop.jobs('paymentTwice')).toEqual([{ paymentId }])
})

test('N324: another mail address of a booking that waits is mailed the link, and the letter is sent again', async () => {
	const { id } = await byLink()
	const { number, code } = await known(id)
	await booking.correctPerson(id, { email: 'sandra@example.com' }, { actor })
	const [job, ...others] = await shop.jobs('mailPayLink')
	expect(others, 'with the job of the booking itself').toHaveLength(1)
	expect([job, ...others].filter((it) => it?.['again'])).toHaveLength(1)
	expect(await shop.jobs('mailBookingLink')).toEqual([])
	await mails.mailPayLink(id)
	const [letter] = Object.values(await shop.letters())
	expect(letter).toMatch(/To: .*sandra@example.com/)
	expect(letter).toContain(code)

	await raw(shop.admin, 'delete from pgboss.job', [])
	const { lettersOf, sendAgain } = await import('#app/models/payment/letters.server.ts')
	const { findHistory } = await import('#app/models/payment/history.server.ts')
	const history = await findHistory(number)
	const letters = history ? lettersOf(history) : []
	expect(letters).toMatchObject([{ name: 'payLink', state: 'delivered', isRepeatable: true }])
	expect(await sendAgain(number, 'payLink', jana)).toEqual(ok())
	expect(await shop.jobs('mailPayLink')).toMatchObject([{ orderId: id }])
	await booking.giveUpUnpaid(number, jana, now())
	expect(await sendAgain(number, 'payLink', jana)).toEqual(refuse('desk.noSuchLetter'))
})

test('N356: a gift voucher is neither ordered nor booked for payment at the venue', async () => {
	const call = await calling()
	const gift = { productId: 'gift-50-mail', quantity: 1, day: null, time: null, duration: null }
	const wishes = [{ ...gift, parentId: null }]
	const added = await carts.setInCart(call, { wishes, pieces: null }, desk())
	if (!added.ok) throw new Error(added.message.key)
	const email = 'sandra@example.com'
	const saved = await carts.saveDetails(call.id, { person: { ...person, email }, party })
	if (!saved.ok) throw new Error(saved.message.key)
	const ref = { id: call.id, version: saved.value.version, day: call.day }
	const agreed = (how: AgreedPayment) =>
		booking.placeOrder(ref, {
			venue: shop.venue,
			locale: 'de-DE',
			provider: null,
			now: now(),
			actor,
			agreed: how,
		})
	expect(await agreed({ how: 'onSite' })).toEqual(refuse('desk.giftsArePaidFirst'))
	const linked = await agreed({ how: 'byLink', until: until() })
	if (!linked.ok) throw new Error(linked.message.key)
	const { number } = await rowOf(linked.value.id)
	expect(await booking.bookUnpaidOnSite(number, jana, now())).toEqual(
		refuse('desk.giftsArePaidFirst'),
	)
	expect(await rowOf(linked.value.id)).toMatchObject({ state: 'pendingPayment' })
	expect(await shop.jobs('mailConfirmation')).toEqual([])
	await expectWhole()
})
