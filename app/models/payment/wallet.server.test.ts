import { eq } from 'drizzle-orm'
import { DateTime } from 'luxon'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { raw } from '#app/db/connect.server.ts'
import { carts as cartRows, payments, refunds } from '#app/db/schema.ts'
import { refuse } from '#app/models/result.ts'
import { startSandbox } from '#sandbox/server.ts'
import { emptyTables } from '#testing/emptied.ts'
import { importPayments } from '#testing/payments.ts'
import { sampleOrder } from '#testing/sample-order.ts'
import { openTestShop } from '#testing/test-shop.ts'
import { visitDay, visiting } from '#testing/visit-day.ts'

// A wallet approves and we capture: only while the order waits for the money, and once.

let shop: Awaited<ReturnType<typeof openTestShop>>
let sandbox: Awaited<ReturnType<typeof startSandbox>>
let carts: typeof import('#app/models/cart/change.server.ts') &
	typeof import('#app/models/cart/details.server.ts')
let checkout: typeof import('#app/models/booking/place.server.ts')
let order: typeof import('#app/models/order/find.server.ts')
let pay: Awaited<ReturnType<typeof importPayments>>

const day = visitDay
const now = visiting
const currentTime = () => DateTime.utc()

beforeAll(async () => {
	sandbox = await startSandbox({ webhookSecret: 'whsec_unused' })
	Object.assign(process.env, {
		PAYPAL_CLIENT_ID: 'sandbox',
		PAYPAL_CLIENT_SECRET: 'secret',
		PAYPAL_WEBHOOK_ID: 'WH-SANDBOX',
		PAYPAL_API_URL: sandbox.url,
		PAYMENT_SANDBOX: '1',
	})
	// The wallet alone is connected; payments of the other provider meet missing keys.
	delete process.env['STRIPE_SECRET_KEY']
	delete process.env['STRIPE_WEBHOOK_SECRET']
	shop = await openTestShop()
	carts = {
		...(await import('#app/models/cart/change.server.ts')),
		...(await import('#app/models/cart/details.server.ts')),
	}
	checkout = await import('#app/models/booking/place.server.ts')
	order = await import('#app/models/order/find.server.ts')
	pay = await importPayments()
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
		'pgboss.job',
	),
)
afterEach(() => sandbox.clearFaults())

type Left = { cartId: string; publicId: string; paymentId: string; walletOrder: string }

/** Orders two tickets and goes on to the wallet's page. */
async function leave(): Promise<Left> {
	const wish = { productId: 'ticket-adult', quantity: 2, day, time: '14:00', duration: 120 }
	const added = await carts.addToCart(
		{ id: null, version: 0, day: null },
		{ ...wish, parentId: null },
		{ venue: shop.venue, now, addressHash: null },
	)
	if (!added.ok) throw new Error(added.message.key)
	const { id } = added.value
	const saved = await carts.saveDetails(id, { person: sampleOrder.person, party: null })
	if (!saved.ok) throw new Error(saved.message.key)
	const placed = await checkout.placeOrder(
		{ id, version: saved.value.version, day },
		{ venue: shop.venue, locale: 'de-DE', provider: 'paypal', now: currentTime() },
	)
	if (!placed.ok) throw new Error(placed.message.key)
	await pay.goOnPaying(placed.value.paymentToken ?? '', currentTime())
	const [row] = await shop.admin
		.select()
		.from(payments)
		.where(eq(payments.orderId, placed.value.id))
	const { publicId } = placed.value
	return { cartId: id, publicId, paymentId: row?.id ?? '', walletOrder: row?.providerId ?? '' }
}

async function approve({ walletOrder }: Left): Promise<void> {
	const response = await fetch(`${sandbox.url}/test/orders/${walletOrder}/approve`, {
		method: 'POST',
	})
	expect(response.status).toBe(200)
}

type Ages = { created: string; overdue: string; captureBegun?: string }

/** Dates the payments back by these intervals. */
function aged({ created, overdue, captureBegun }: Ages) {
	return raw(
		shop.admin,
		`update payments set created_at = now() - $1::interval, expires_at = now() - $2::interval,
			capture_begun_at = now() - $3::interval`,
		[created, overdue, captureBegun ?? null],
	)
}

function captures({ walletOrder }: Left) {
	return sandbox.ledger().captures.filter(({ sessionId }) => sessionId === walletOrder)
}

test('B29: an approved wallet that return page, webhook and job settle at once is captured once, and the order confirmed', async () => {
	const left = await leave()
	await approve(left)
	const all = await Promise.all(
		Array.from({ length: 8 }, () => pay.settlePayment(left.paymentId, currentTime())),
	)
	expect(new Set(all.map((standing) => standing?.state))).toEqual(new Set(['paid']))
	expect(await order.findOrder(left.publicId)).toMatchObject({ state: 'confirmed' })
	expect(captures(left)).toHaveLength(1)
})

test('a visitor who asks again and again reads the state kept here, and webhook and job still ask the provider', async () => {
	const left = await leave()
	const ask = async () =>
		pay.outcomeOf(await pay.findPayment(left.paymentId), 'settle', currentTime())
	const asked = { publicId: expect.any(String), isPayable: true }
	for (let times = 0; times < 20; times += 1) expect(await ask()).toEqual(asked)
	await approve(left)
	// A visitor is never sent to pay again by rows that do not know whether the payment is paid (faults N1).
	expect(await ask()).toEqual({ publicId: expect.any(String) })
	expect(captures(left), 'nobody was asked').toEqual([])
	expect(await pay.settlePayment(left.paymentId, currentTime())).toMatchObject({ state: 'paid' })
})

test('one cart is ordered and given up so often in an hour and no more, and its orders are kept', async () => {
	const left = await leave()
	async function again() {
		const [cart] = await shop.admin.select().from(cartRows).where(eq(cartRows.id, left.cartId))
		return checkout.placeOrder(
			{ id: left.cartId, version: cart?.version ?? 0, day },
			{ venue: shop.venue, locale: 'de-DE', provider: 'paypal', now: currentTime() },
		)
	}
	async function giveUp() {
		const [live] = await shop.admin.select().from(payments).where(eq(payments.state, 'created'))
		await pay.closePayment(live?.id ?? left.paymentId, currentTime())
	}
	for (let times = 1; times < 20; times += 1) {
		await giveUp()
		expect((await again()).ok).toBe(true)
	}
	await giveUp()
	expect(await again()).toEqual(refuse('tooManyAttempts'))
})

test('however often a visitor goes on to pay, a few addresses of the payment are kept, the newest too', async () => {
	const { paymentId } = await leave()
	const [payment] = await shop.admin.select().from(payments).where(eq(payments.id, paymentId))
	const tokens: string[] = []
	for (let times = 0; times < 8; times += 1)
		tokens.push((await pay.resumePayment(payment?.orderId ?? '', 'order')) ?? '')
	const kept = await Promise.all(tokens.map(pay.pageBehind))
	expect(kept.map(Boolean)).toEqual([false, false, false, true, true, true, true, true])
})

test('B18, B22: a wallet that is approved after its order was given up is never captured', async () => {
	const left = await leave()
	expect(await pay.closePayment(left.paymentId, currentTime())).toMatchObject({
		state: 'cancelled',
	})
	await approve(left)
	expect(await pay.settlePayment(left.paymentId, currentTime())).toMatchObject({
		state: 'cancelled',
	})
	await raw(shop.admin, `update payments set settled_at = now() - interval '1 hour'`)
	await pay.sweepPayments(currentTime())
	expect(captures(left)).toEqual([])
})

test('B18: an approved wallet that nothing looks at before its time is over is closed, and not captured', async () => {
	const left = await leave()
	await approve(left)
	await aged({ created: '1 hour', overdue: '1 minute' })
	await pay.sweepPayments(currentTime())
	expect(await order.findOrder(left.publicId)).toMatchObject({ state: 'expired' })
	expect(captures(left)).toEqual([])
})

test('B21: given up in the moment of capturing: one of the two, and money only with a booking', async () => {
	for (let round = 0; round < 8; round += 1) {
		const left = await leave()
		await approve(left)
		await Promise.all([
			pay.settlePayment(left.paymentId, currentTime()),
			pay.closePayment(left.paymentId, currentTime()),
		])
		await pay.settlePayment(left.paymentId, currentTime())
		const { state } = (await order.findOrder(left.publicId)) ?? {}
		expect(captures(left)).toHaveLength(state === 'confirmed' ? 1 : 0)
	}
})

test('B14: an order whose capture was not answered is not given up meanwhile, and its money is found', async () => {
	const left = await leave()
	await approve(left)
	await raw(shop.admin, `update payments set capture_begun_at = now()`)
	const standing = await pay.closePayment(left.paymentId, currentTime())
	expect(standing).toMatchObject({ state: 'started' })
	expect(await pay.settlePayment(left.paymentId, currentTime())).toMatchObject({ state: 'paid' })
	expect(captures(left)).toHaveLength(1)
})

test('B14: a capture that never reached the provider is asked for again while it may be, also beyond its time', async () => {
	const left = await leave()
	await approve(left)
	await aged({ created: '1 hour', overdue: '1 minute', captureBegun: '3 minutes' })
	await pay.sweepPayments(currentTime())
	expect(await order.findOrder(left.publicId)).toMatchObject({ state: 'confirmed' })
	expect(captures(left)).toHaveLength(1)
})

test('B14: a capture that was never answered ends with a letter, and nothing is taken', async () => {
	const left = await leave()
	await approve(left)
	await aged({ created: '7 hours', overdue: '6 hours', captureBegun: '6 hours' })
	await pay.sweepPayments(currentTime())
	expect(await order.findOrder(left.publicId)).toMatchObject({ state: 'expired' })
	expect(captures(left)).toEqual([])
	expect(
		await raw(shop.admin, `select from pgboss.job where name = 'paymentDeclined'`),
	).toHaveLength(1)
})

test('B11: a wallet that is declined when its money is taken leaves the cart as it was, and is never captured later', async () => {
	const left = await leave()
	await approve(left)
	sandbox.setFaults({ plan: { declined: 1 } })
	const all = await Promise.all(
		[1, 2, 3].map(() => pay.settlePayment(left.paymentId, currentTime())),
	)
	expect(new Set(all.map((standing) => standing?.state))).toEqual(new Set(['declined']))
	expect(await order.findOrder(left.publicId)).toMatchObject({ state: 'cancelled' })
	expect(await raw(shop.admin, 'select order_id from carts')).toEqual([{ order_id: null }])

	sandbox.clearFaults()
	expect(await pay.settlePayment(left.paymentId, currentTime())).toMatchObject({
		state: 'declined',
	})
	expect(await pay.closePayment(left.paymentId, currentTime())).toMatchObject({
		state: 'declined',
	})
	await raw(shop.admin, `update payments set settled_at = now() - interval '1 hour'`)
	await pay.sweepPayments(currentTime())
	expect(captures(left)).toEqual([])
})

test('B30: a capture whose key is older than the wallet keeps it is never sent again', async () => {
	const left = await leave()
	await approve(left)
	await raw(shop.admin, `update payments set capture_begun_at = now() - interval '7 hours'`)
	expect(await pay.settlePayment(left.paymentId, currentTime())).toMatchObject({ state: 'started' })
	expect(captures(left)).toEqual([])
})

test('B9: a capture in another amount confirms nothing and goes back', async () => {
	const left = await leave()
	await approve(left)
	await fetch(`${sandbox.url}/test/orders/${left.walletOrder}/capture`, {
		method: 'POST',
		body: JSON.stringify({ amount: 51 }),
	})
	expect(await pay.settlePayment(left.paymentId, currentTime())).toMatchObject({
		state: 'needsReview',
	})
	expect(await order.findOrder(left.publicId)).toMatchObject({ state: 'cancelled' })
})

describe('N5: a status that the wallet never named before', () => {
	const told = () =>
		raw(
			shop.admin,
			`select data ->> 'concern' as concern from pgboss.job where name = 'tellOperator'`,
		)

	test.each(['REVERSED', 'completed', '', '\u0000'])(
		'of a capture, %j: not booked, the operator told once, and booked once it is known',
		async (status) => {
			const left = await leave()
			await approve(left)
			sandbox.setFaults({ status })
			for (let look = 0; look < 3; look += 1)
				expect(await pay.settlePayment(left.paymentId, currentTime())).toMatchObject({
					state: 'started',
				})
			await aged({ created: '7 hours', overdue: '6 hours', captureBegun: '6 hours' })
			await pay.sweepPayments(currentTime())
			expect(await order.findOrder(left.publicId)).toMatchObject({ state: 'pendingPayment' })
			expect(await told()).toEqual([{ concern: 'unknownStatus' }])

			sandbox.clearFaults()
			expect(await pay.settlePayment(left.paymentId, currentTime())).toMatchObject({
				state: 'paid',
			})
			expect(await order.findOrder(left.publicId)).toMatchObject({ state: 'confirmed' })
			expect(await told()).toHaveLength(1)
		},
	)

	test('an unknown status of a refund leaves it undone and is told once; it is done once its status is known', async () => {
		const left = await leave()
		await approve(left)
		await pay.settlePayment(left.paymentId, currentTime())
		const { number = '' } = (await order.findOrder(left.publicId)) ?? {}
		await pay.orderRefund(number, null)
		const [ordered] = await shop.admin.select().from(refunds)
		await pay.refundPayment(ordered?.id ?? '', currentTime())
		await raw(shop.admin, `update refunds set refunded_at = null`)
		const [payment] = await shop.admin.select().from(payments)
		sandbox.setFaults({ status: 'UNHEARD_OF' })
		for (let look = 0; look < 3; look += 1)
			await pay.noteRefunds('paypal', payment?.captureId ?? '', currentTime())
		const [waiting] = await shop.admin.select().from(refunds)
		expect(waiting).toMatchObject({ refundedAt: null, failedAt: null })
		expect(await told()).toEqual([{ concern: 'unknownStatus' }])

		sandbox.clearFaults()
		await pay.noteRefunds('paypal', payment?.captureId ?? '', currentTime())
		const [done] = await shop.admin.select().from(refunds)
		expect(done?.refundedAt).not.toBeNull()
		expect(await told()).toHaveLength(1)
	})
})

describe('a provider whose keys were taken away', () => {
	async function takeKeys(): Promise<void> {
		await raw(shop.admin, `update payments set provider = 'stripe'`)
	}

	test('the payment is not waited for beyond its time: places free, the operator told', async () => {
		const left = await leave()
		await takeKeys()
		expect(await pay.settlePayment(left.paymentId, currentTime())).toMatchObject({
			outcome: { isUnverified: true },
		})
		expect(await pay.closePayment(left.paymentId, currentTime())).toMatchObject({
			outcome: { isUnverified: true },
		})
		expect(await order.findOrder(left.publicId)).toMatchObject({ state: 'pendingPayment' })

		await aged({ created: '1 hour', overdue: '1 minute' })
		await pay.sweepPayments(currentTime())
		expect(await order.findOrder(left.publicId)).toMatchObject({ state: 'cancelled' })
		const [payment] = await shop.admin.select().from(payments)
		expect(payment).toMatchObject({ state: 'needsReview', paidAmount: null })
		const told = await raw(shop.admin, `select data from pgboss.job where name = 'tellOperator'`)
		expect(told).toMatchObject([{ data: { concern: 'needsReview' } }])
	})

	test('a payment that nobody was led to is closed at once', async () => {
		const left = await leave()
		await takeKeys()
		await raw(shop.admin, `update payments set state = 'created', provider_id = null`)
		expect(await pay.closePayment(left.paymentId, currentTime())).toMatchObject({
			state: 'cancelled',
		})
		expect(await order.findOrder(left.publicId)).toMatchObject({ state: 'cancelled' })
	})

	test('a refund has not been refused, and waits', async () => {
		const left = await leave()
		await approve(left)
		await pay.settlePayment(left.paymentId, currentTime())
		const { number = '' } = (await order.findOrder(left.publicId)) ?? {}
		await pay.orderRefund(number, null)
		await takeKeys()
		const [ordered] = await shop.admin.select().from(refunds)
		const refunding = pay.refundPayment(ordered?.id ?? '', currentTime())
		await expect(refunding).rejects.toThrow('not connected')
		const [refund] = await shop.admin.select().from(refunds)
		expect(refund).toMatchObject({ toldOf: null, failedAt: null, refundedAt: null })
	})
})
