import { eq } from 'drizzle-orm'
import { DateTime } from 'luxon'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

import { raw } from '#app/db/connect.server.ts'
import { accounts, orders, payments, refunds, webhookEvents } from '#app/db/schema.ts'
import { cents } from '#app/models/money.ts'
import { providerNames } from '#app/models/provider.ts'
import { openPayingShop, type Left } from '#testing/paying-shop.ts'
import { openWebhookReceiver, type Received } from '#testing/webhook-receiver.ts'

// Webhooks in every order, and after a database that fails in between.

let shop: Awaited<ReturnType<typeof openPayingShop>>
let receiver: Awaited<ReturnType<typeof openWebhookReceiver>>
let received: Received[] = []
let mails: typeof import('#app/jobs/order-mail.server.ts')
let listOrders: typeof import('#app/models/order/account-orders.server.ts').listOrders

const now = () => DateTime.utc()

beforeAll(async () => {
	shop = await openPayingShop()
	mails = await import('#app/jobs/order-mail.server.ts')
	listOrders = (await import('#app/models/order/account-orders.server.ts')).listOrders
	receiver = await openWebhookReceiver(async (webhook) => received.push(webhook))
	for (const provider of providerNames)
		shop.sandbox.sendWebhooksTo(receiver.url(provider), provider)
})
afterAll(async () => {
	await shop.close()
	await receiver.close()
})
beforeEach(async () => {
	await shop.clear()
	received = []
})

/** The webhooks of this payment, in the order in which they were sent; waits for this number. */
async function webhooks(number: number): Promise<Received[]> {
	await expect.poll(() => received.length).toBe(number)
	return received
}

function deliver({ provider, ...delivery }: Received) {
	return shop.pay.receiveWebhook(provider, { ...delivery, addressHash: null })
}

/** Runs the jobs that the webhooks have enqueued; a job that fails is retried by the next call. */
async function work(): Promise<void> {
	for (const { paymentId } of await shop.jobs('settlePayment'))
		await shop.pay.settlePayment(String(paymentId), now())
	for (const { provider, captureId } of await shop.jobs('noteRefunds'))
		await shop.pay
			.noteRefunds(provider === 'stripe' ? 'stripe' : 'paypal', String(captureId), now())
			.catch(() => {})
}

/** Pays at the provider as the visitor does, without a return or webhook. */
function payAt({ provider, providerId }: Left) {
	return provider === 'stripe'
		? shop.control(`sessions/${providerId}/pay`, {})
		: shop.control(`orders/${providerId}/approve`)
}

function captures({ providerId }: Left) {
	return shop.sandbox.ledger().captures.filter(({ sessionId }) => sessionId === providerId)
}

async function orderOf({ orderId }: Left) {
	const [row] = await shop.admin.select().from(orders).where(eq(orders.id, orderId))
	return row
}

async function paymentOf({ paymentId }: Left) {
	const [row] = await shop.admin.select().from(payments).where(eq(payments.id, paymentId))
	return row
}

const longAgo = `update payments set created_at = now() - interval '3 days', expires_at = now() - interval '2 days'`

/** Pays by a way that takes days, and looks at the payment since. */
async function leaveForLong(provider: Left['provider']): Promise<Left> {
	const left = await shop.leave(provider)
	shop.sandbox.setFaults({ payments: 'processing' })
	await payAt(left)
	await shop.pay.settlePayment(left.paymentId, now())
	await raw(shop.admin, longAgo)
	await shop.pay.sweepPayments(now())
	expect(await orderOf(left)).toMatchObject({ state: 'pendingPayment' })
	return left
}

function failAt({ provider, providerId }: Left) {
	const noun = provider === 'stripe' ? 'sessions' : 'orders'
	return shop.control(`${noun}/${providerId}/settle`, { outcome: 'failed' })
}

/** The state of the order in the list of its account; empty when it is not listed. */
async function listedFor({ orderId }: Left): Promise<string[]> {
	const username = `${orderId}@example.org`
	const person = {} as typeof accounts.$inferInsert.person
	const hello = { username, usernameKey: username, passwordHash: '-', locale: 'de-DE', person }
	const [account] = await shop.admin.insert(accounts).values(hello).returning()
	const { id: accountId = '' } = account ?? {}
	await shop.admin.update(orders).set({ accountId }).where(eq(orders.id, orderId))
	const listed = await listOrders(accountId, 'upcoming', { page: 1, today: '2026-11-21' })
	return listed.orders.map(({ state }) => state)
}

describe.each(providerNames)('%s', (provider) => {
	test.each(['webhook', 'sweep'] as const)(
		'a debit that fails days later, noticed by a %s: one letter, and the order stays in the account',
		async (noticed) => {
			const left = await leaveForLong(provider)
			await failAt(left)
			const look = () =>
				noticed === 'sweep'
					? shop.pay.sweepPayments(now())
					: shop.pay.settlePayment(left.paymentId, now())
			await Promise.all([look(), look(), look()])
			expect(await paymentOf(left)).toMatchObject({ state: 'declined', paidAmount: null })
			expect(await orderOf(left)).toMatchObject({ state: 'cancelled' })
			const { orderId } = left
			expect(await shop.jobs('paymentDeclined')).toEqual([{ orderId }])
			for (let count = 0; count < 2; count += 1) await mails.mailPaymentDeclined(orderId)
			const letters = Object.values(await shop.letters())
			expect(letters).toHaveLength(1)
			expect(letters[0]).toContain('war nicht erfolgreich')
			expect(await listedFor(left)).toEqual(['cancelled'])
		},
	)

	test('a debit that fails while its visitor looks on: no letter, and no order', async () => {
		const left = await leaveForLong(provider)
		await shop.admin.update(payments).set({ expiresAt: now().plus({ hours: 1 }).toJSDate() })
		await failAt(left)
		await shop.pay.settlePayment(left.paymentId, now())
		expect(await paymentOf(left)).toMatchObject({ state: 'declined' })
		expect(await shop.jobs('paymentDeclined')).toEqual([])
		expect(await listedFor(left)).toEqual([])
	})

	test('an order whose time to pay ran out sends no letter about a failed debit', async () => {
		const left = await shop.leave(provider)
		await raw(shop.admin, longAgo)
		await shop.pay.sweepPayments(now())
		expect(await paymentOf(left)).toMatchObject({ state: 'expired' })
		expect(await shop.jobs('paymentDeclined')).toEqual([])
	})

	test('B1, B2: a webhook before the return, ten times at once: settled by it, the return finds it so', async () => {
		const left = await shop.leave(provider)
		await payAt(left)
		const [webhook] = await webhooks(1)
		if (!webhook) throw new Error('no webhook')
		const answers = await Promise.all(Array.from({ length: 10 }, () => deliver(webhook)))
		expect(new Set(answers)).toEqual(new Set(['accepted']))
		expect(await shop.jobs('settlePayment')).toHaveLength(1)
		await work()
		expect(await orderOf(left)).toMatchObject({ state: 'confirmed' })
		expect(await shop.pay.settlePayment(left.paymentId, now())).toMatchObject({ state: 'paid' })
		expect(await shop.jobs('mailConfirmation')).toHaveLength(1)
	})

	test('B5: the refund is told before the payment: both are noted in the end, each once', async () => {
		const left = await shop.leave(provider)
		await payAt(left)
		await webhooks(1)
		// Settled at the provider, but no news of it has arrived, as when our commit was lost.
		if (provider === 'paypal') await shop.control(`orders/${left.providerId}/capture`, {})
		const [capture] = captures(left)
		await shop.control(`captures/${capture?.captureId}/refund`, { amount: 300 })
		await expect.poll(() => received.some(({ body }) => /refund/i.test(body))).toBe(true)
		for (const webhook of received.toReversed()) {
			expect(await deliver(webhook)).toBe('accepted')
			await work()
		}
		await work()

		expect(await orderOf(left)).toMatchObject({ state: 'confirmed' })
		expect(await paymentOf(left)).toMatchObject({ state: 'paid', captureId: capture?.captureId })
		const given = await shop.admin.select().from(refunds)
		expect(given).toMatchObject([{ paymentId: left.paymentId, amount: 300, failedAt: null }])
		expect(await shop.jobs('mailConfirmation')).toHaveLength(1)
	})

	test('B7: a hundred returns, days later too: one confirmation, one event', async () => {
		const left = await shop.leave(provider)
		await shop.paid(left)
		const again = async () => {
			const payment = await shop.pay.findReturningPayment(
				(await paymentOf(left))?.returnToken ?? '',
			)
			return shop.pay.outcomeOf(payment, 'settle', now())
		}
		await raw(shop.admin, `update payments set settled_at = now() - interval '9 days'`)
		const asked = vi.spyOn(globalThis, 'fetch')
		const outcomes = await Promise.all(Array.from({ length: 100 }, again))
		expect(outcomes).toEqual(outcomes.map(() => ({ publicId: left.publicId })))
		expect(asked).not.toHaveBeenCalled()
		asked.mockRestore()
		expect(await shop.jobs('mailConfirmation')).toHaveLength(1)
		const [events] = await raw(
			shop.admin,
			`select count(*)::int as confirmed from order_events where what = 'confirmed'`,
		)
		expect(events).toEqual({ confirmed: 1 })
	})

	test('B10: prices that change after the order change nothing of it', async () => {
		const left = await shop.leave(provider)
		const before = await orderOf(left)
		const ticket = shop.venue.products.find(({ id }) => id === 'ticket-adult')
		if (!ticket || !('prices' in ticket)) throw new Error('no such product')
		const { prices } = ticket
		ticket.prices = { weekday: cents(1), weekend: cents(1) }
		await shop.paid(left)
		ticket.prices = prices
		const after = await orderOf(left)
		expect(after).toMatchObject({ state: 'confirmed', total: before?.total })
		expect(await paymentOf(left)).toMatchObject({
			paidAmount: before?.online,
			amount: before?.online,
		})
	})

	test('B23: the database fails when the taken money is to be noted: the job notes it', async () => {
		const left = await shop.leave(provider)
		await payAt(left)
		await raw(
			shop.admin,
			`create function refuse() returns trigger language plpgsql as $$ begin raise 'disk full'; end $$;
			create constraint trigger refuse after update on payments deferrable initially deferred
				for each row when (new.state = 'paid') execute function refuse()`,
		)
		await expect(shop.pay.settlePayment(left.paymentId, now())).rejects.toThrow('disk full')
		expect(captures(left)).toHaveLength(1)
		expect(await orderOf(left)).toMatchObject({ state: 'pendingPayment' })
		await raw(shop.admin, 'drop trigger refuse on payments; drop function refuse')

		await raw(shop.admin, `update payments set created_at = now() - interval '1 minute'`)
		await shop.pay.sweepPayments(now())
		expect(await orderOf(left)).toMatchObject({ state: 'confirmed' })
		expect(captures(left)).toHaveLength(1)
		expect(await shop.jobs('mailConfirmation')).toHaveLength(1)
	})
})

test('B24: of a flood of forged webhooks with made-up certificates none is asked for beyond the limit, and a true webhook comes through', async () => {
	const left = await shop.leave('paypal')
	await payAt(left)
	const [webhook] = await webhooks(1)
	if (!webhook) throw new Error('no webhook')
	const from = { body: webhook.body, addressHash: 'forger' }
	const forged = (index: number) => {
		const headers = new Headers(webhook.headers)
		const certificate = headers.get('paypal-cert-url')?.replace(/[\w-]+$/, `CERT-${index}`) ?? ''
		headers.set('paypal-cert-url', certificate)
		return shop.pay.receiveWebhook('paypal', { ...from, headers })
	}
	expect(await deliver(webhook)).toBe('accepted')
	const asked = vi.spyOn(globalThis, 'fetch')
	const answers: string[] = []
	for (let index = 0; index < 30; index += 1) answers.push(await forged(index))
	expect(answers.filter((answer) => answer === 'refused')).toHaveLength(20)
	expect(answers.filter((answer) => answer === 'tooMany')).toHaveLength(10)
	expect(asked).toHaveBeenCalledTimes(20)
	asked.mockRestore()
	const { headers } = webhook
	expect(await shop.pay.receiveWebhook('paypal', { ...from, headers })).toBe('accepted')
})

test('B5: a webhook that a session ran out after it was paid has the provider asked, and the order is paid', async () => {
	const left = await shop.leave('stripe')
	await payAt(left)
	await webhooks(1)
	const type = 'checkout.session.expired'
	await shop.control(`sessions/${left.providerId}/webhook`, { type })
	const [, expired] = await webhooks(2)
	if (!expired) throw new Error('no webhook')
	expect(await deliver(expired)).toBe('accepted')
	await work()
	expect(await orderOf(left)).toMatchObject({ state: 'confirmed' })
	const [kept] = await shop.admin.select().from(webhookEvents)
	expect(kept).toMatchObject({ type })
})
