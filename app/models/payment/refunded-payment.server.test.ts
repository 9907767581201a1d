import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { eq } from 'drizzle-orm'
import { DateTime } from 'luxon'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { raw } from '#app/db/connect.server.ts'
import { payments, refunds } from '#app/db/schema.ts'
import type { Wish } from '#app/models/cart/cart.ts'
import { cents } from '#app/models/money.ts'
import { ok, refuse } from '#app/models/result.ts'
import { startSandbox } from '#sandbox/server.ts'
import { emptyTables } from '#testing/emptied.ts'
import { importPayments } from '#testing/payments.ts'
import { sampleOrder } from '#testing/sample-order.ts'
import { openTestShop } from '#testing/test-shop.ts'
import { visitDay, visiting } from '#testing/visit-day.ts'

// Money that moved without a booking goes back once, and each page says so.

let shop: Awaited<ReturnType<typeof openTestShop>>
let sandbox: Awaited<ReturnType<typeof startSandbox>>
let carts: typeof import('#app/models/cart/change.server.ts') &
	typeof import('#app/models/cart/details.server.ts')
let checkout: typeof import('#app/models/booking/place.server.ts')
let pay: Awaited<ReturnType<typeof importPayments>>
let order: typeof import('#app/models/order/find.server.ts')
let mails: typeof import('#app/jobs/order-mail.server.ts')
let unbooked: typeof import('#app/jobs/unbooked-mail.server.ts')
let dataDir: string

const day = visitDay
const now = visiting

beforeAll(async () => {
	sandbox = await startSandbox({ webhookSecret: process.env['STRIPE_WEBHOOK_SECRET'] ?? '' })
	dataDir = await mkdtemp(path.join(tmpdir(), 'raumzeit-refund-'))
	Object.assign(process.env, {
		STRIPE_API_URL: sandbox.url,
		STRIPE_SECRET_KEY: 'sk_test_sandbox',
		PAYMENT_SANDBOX: '1',
		DATA_DIR: dataDir,
		APP_ORIGIN: 'https://shop.example',
	})
	shop = await openTestShop()
	carts = {
		...(await import('#app/models/cart/change.server.ts')),
		...(await import('#app/models/cart/details.server.ts')),
	}
	checkout = await import('#app/models/booking/place.server.ts')
	pay = await importPayments()
	order = await import('#app/models/order/find.server.ts')
	mails = await import('#app/jobs/order-mail.server.ts')
	unbooked = await import('#app/jobs/unbooked-mail.server.ts')
})
afterAll(async () => {
	await shop.close()
	await sandbox.close()
	await rm(dataDir, { recursive: true })
})
beforeEach(async () => {
	await emptyTables(
		shop.admin,
		'carts',
		'allocations',
		'days',
		'orders',
		'payments',
		'refunds',
		'webhook_events',
		'pgboss.job',
	)
	await rm(path.join(dataDir, 'mail'), { recursive: true, force: true })
})

type Left = { orderId: string; publicId: string; paymentId: string; sessionId: string }

const parentId = null
const tickets = { productId: 'ticket-adult', quantity: 2, parentId }
const visit: Wish = { ...tickets, day, time: '14:00', duration: 120 }
const gift: Wish = { ...tickets, productId: 'gift-50-mail', day: null, time: null, duration: null }

/** Orders two tickets, or gift vouchers, and goes on to the provider's page. */
async function leave(wish = visit): Promise<Left> {
	const visitor = { venue: shop.venue, now, addressHash: null }
	const added = await carts.addToCart({ id: null, version: 0, day: null }, wish, visitor)
	if (!added.ok) throw new Error(added.message.key)
	const { id } = added.value
	const saved = await carts.saveDetails(id, { person: sampleOrder.person, party: null })
	if (!saved.ok) throw new Error(saved.message.key)
	const { version } = saved.value
	const placed = await checkout.placeOrder(
		{ id, version, day: wish.day },
		{ venue: shop.venue, locale: 'de-DE', provider: 'stripe', now: DateTime.utc() },
	)
	if (!placed.ok) throw new Error(placed.message.key)
	await pay.goOnPaying(placed.value.paymentToken ?? '', DateTime.utc())
	const [row] = await shop.admin
		.select()
		.from(payments)
		.where(eq(payments.orderId, placed.value.id))
	const { id: orderId, publicId } = placed.value
	return { orderId, publicId, paymentId: row?.id ?? '', sessionId: row?.providerId ?? '' }
}

async function payAtProvider(sessionId: string, taken: object = {}): Promise<void> {
	const response = await fetch(`${sandbox.url}/test/sessions/${sessionId}/pay`, {
		method: 'POST',
		body: JSON.stringify(taken),
		headers: { 'Content-Type': 'application/json' },
	})
	expect(response.status).toBe(200)
}

async function giveUp(): Promise<void> {
	await raw(shop.admin, `update payments set state = 'expired'`)
	await raw(shop.admin, `update orders set state = 'expired'`)
	await raw(shop.admin, `update allocations set state = 'released'`)
}

/** Gives up the order, and another visitor takes its places. */
async function loseThePlaces(): Promise<void> {
	await giveUp()
	await raw(
		shop.admin,
		`insert into allocations (resource_id, day, during, blocked, units, exclusive, state)
		select resource_id, day, during, blocked, 250, exclusive, 'confirmed' from allocations`,
	)
}

/** Settles six times at once, as a return page, a webhook and a job may. */
async function settle(paymentId: string): Promise<Set<string | undefined>> {
	const all = await Promise.all(
		Array.from({ length: 6 }, () => pay.settlePayment(paymentId, DateTime.utc())),
	)
	return new Set(all.map((standing) => standing?.state))
}

async function jobs(): Promise<string[]> {
	const rows = await raw(
		shop.admin,
		`select name from pgboss.job where name <> 'settlePayment' order by name`,
	)
	return rows.map(({ name }) => String(name))
}

async function refundAll(): Promise<void> {
	for (const { id } of await shop.admin.select().from(refunds))
		await pay.refundPayment(id, DateTime.utc())
}

/** The only letter that was sent, its lines unfolded. */
async function letter(): Promise<string> {
	const folder = path.join(dataDir, 'mail')
	const files = await readdir(folder)
	expect(files).toHaveLength(1)
	const text = await readFile(path.join(folder, files[0] ?? ''), 'utf8')
	return text.replace(/=\r?\n/g, '')
}

test.each([
	['another amount', { amount: 51 }],
	['another currency', { currency: 'usd' }],
])('money in %s goes back, and one honest mail says so', async (_, taken) => {
	const { orderId, publicId, paymentId, sessionId } = await leave()
	await payAtProvider(sessionId, taken)
	expect(await settle(paymentId)).toEqual(new Set(['needsReview']))
	expect(await order.findOrder(publicId)).toMatchObject({ state: 'cancelled' })
	expect(await jobs()).toEqual(['paymentNotAsAgreed', 'refundPayment', 'tellOperator'])

	expect(await pay.findRefund(orderId)).toBe('underWay')
	await refundAll()
	expect(await pay.findRefund(orderId)).toBe('done')
	await unbooked.mailPaymentNotAsAgreed(orderId)
	await unbooked.mailPaymentNotAsAgreed(orderId)
	expect(await letter()).toContain('Wir erstatten Ihnen alles, was Sie bezahlt haben')
})

test('B18: money that came too late, when the places were gone, goes back, and one honest mail says so', async () => {
	const { orderId, publicId, paymentId, sessionId } = await leave()
	await loseThePlaces()
	await payAtProvider(sessionId)
	expect(await settle(paymentId)).toEqual(new Set(['paid']))
	expect(await order.findOrder(publicId)).toMatchObject({ state: 'expired' })
	expect(await jobs()).toEqual(['paymentTooLate', 'refundPayment'])

	expect(await pay.findRefund(orderId)).toBe('underWay')
	await refundAll()
	expect(await pay.findRefund(orderId)).toBe('done')
	await unbooked.mailPaymentTooLate(orderId)
	expect(await letter()).toContain('Wir erstatten Ihnen den vollen Betrag')
})

test.each([
	{ what: 'over for a minute', when: '16:01', becomes: 'cancelled' },
	{
		what: 'given up, and over for days',
		given: 'expired',
		when: '16:01',
		days: 3,
		becomes: 'expired',
	},
	{ what: 'still on', when: '15:59', becomes: 'confirmed' },
	{ what: 'given up, and still on', given: 'expired', when: '15:59', becomes: 'confirmed' },
])('a debit arrives, the visit is $what: $becomes', async ({ given, when, days = 0, becomes }) => {
	const { orderId, publicId, paymentId, sessionId } = await leave()
	if (given) await giveUp()
	await payAtProvider(sessionId)
	const late = DateTime.fromISO(`${day}T${when}`, { zone: 'Europe/Berlin' }).plus({ days })
	const twice = await Promise.all([1, 2].map(() => pay.settlePayment(paymentId, late)))
	expect(twice).toMatchObject([{ state: 'paid' }, { state: 'paid' }])

	expect(await order.findOrder(publicId)).toMatchObject({ state: becomes })
	const [live] = await raw(
		shop.admin,
		`select count(*)::int as places from allocations where state in ('pending', 'confirmed')`,
	)
	if (becomes === 'confirmed') {
		expect(live).toEqual({ places: 1 })
		expect(await jobs()).toEqual(['mailConfirmation'])
		return
	}
	expect(live).toEqual({ places: 0 })
	expect(await jobs()).toEqual(['paymentTooLate', 'refundPayment'])
	await refundAll()
	expect(await pay.findRefund(orderId)).toBe('done')
	await unbooked.mailPaymentTooLate(orderId)
	expect(await letter()).toContain('Wir erstatten Ihnen den vollen Betrag')
})

test('money for a gift voucher is never too late: nobody comes for it', async () => {
	const { publicId, paymentId, sessionId } = await leave(gift)
	await payAtProvider(sessionId)
	const late = DateTime.utc().plus({ years: 2 })
	expect(await pay.settlePayment(paymentId, late)).toMatchObject({ state: 'paid' })
	expect(await order.findOrder(publicId)).toMatchObject({ state: 'confirmed' })
})

test('an order to which no money came gives nothing back, and no mail says that it does', async () => {
	const cancelled = await leave()
	expect(await pay.closePayment(cancelled.paymentId, DateTime.utc())).toMatchObject({
		state: 'cancelled',
	})
	const nothing = await leave()
	await payAtProvider(nothing.sessionId, { amount: 0 })
	expect(await settle(nothing.paymentId)).toEqual(new Set(['needsReview']))
	const paid = await leave()
	await payAtProvider(paid.sessionId)
	expect(await settle(paid.paymentId)).toEqual(new Set(['paid']))

	for (const { orderId } of [cancelled, nothing, paid])
		expect(await pay.findRefund(orderId)).toBeNull()
	expect(await jobs()).toEqual(['mailConfirmation', 'tellOperator'])
})

test('B27: the operator gives back a part, then the rest; pressed twice or at once, each once', async () => {
	const paid = await leave()
	await payAtProvider(paid.sessionId)
	await settle(paid.paymentId)
	const found = await order.findOrder(paid.publicId)
	const { number = '', online = cents(0) } = found ?? {}

	const twice = await Promise.all([1, 2].map(() => pay.orderRefund(number, cents(200))))
	expect(twice).toContainEqual(ok({ ordered: 200, voided: 0 }))
	expect(twice).toContainEqual(refuse('desk.givesBackAlready'))
	expect(await pay.orderRefund(number, online)).toEqual(refuse('desk.givesBackTooMuch'))
	expect(await pay.orderRefund(number, null)).toEqual(ok({ ordered: online - 200, voided: 0 }))
	expect(await pay.orderRefund(number, null)).toEqual(refuse('desk.nothingToGiveBack'))
	expect(await pay.orderRefund('2000-000001', null)).toEqual(refuse('orderNotFound'))

	await refundAll()
	await refundAll()
	const capture = sandbox.ledger().captures.find(({ sessionId }) => sessionId === paid.sessionId)
	expect(capture).toMatchObject({ amount: online, refunded: online })
	expect(await order.findOrder(paid.publicId)).toMatchObject({ state: 'confirmed' })

	const [first] = await shop.admin
		.select()
		.from(refunds)
		.where(eq(refunds.amount, cents(200)))
	await mails.mailRefund(first?.id ?? '')
	await mails.mailRefund(first?.id ?? '')
	expect(await letter()).toContain('erstatten wir Ihnen 2,00')
})
