import { eq } from 'drizzle-orm'
import { DateTime } from 'luxon'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { audit } from '#app/db/audit.server.ts'
import { raw } from '#app/db/connect.server.ts'
import { orderEvents, orders, payments, refunds } from '#app/db/schema.ts'
import { cents, type Cents } from '#app/models/money.ts'
import { providerNames } from '#app/models/provider.ts'
import { ok, refuse } from '#app/models/result.ts'
import { openPayingShop, type Left } from '#testing/paying-shop.ts'

// Refunds that a provider refused or that failed, and that the operator paid back by a transfer.

let shop: Awaited<ReturnType<typeof openPayingShop>>
let issueInvoices: typeof import('#app/models/invoice/issue.server.ts').issueInvoices
let cancelBooking: typeof import('#app/models/booking/cancel.server.ts').cancelBooking

beforeAll(async () => {
	shop = await openPayingShop()
	issueInvoices = (await import('#app/models/invoice/issue.server.ts')).issueInvoices
	cancelBooking = (await import('#app/models/booking/cancel.server.ts')).cancelBooking
})
afterAll(() => shop.close())
beforeEach(() => shop.clear())

const now = () => DateTime.utc()
const by = { actor: 'operator', reason: 'transfer of 27 November' }

async function numberOf({ orderId }: Left): Promise<string> {
	const [row] = await shop.admin.select().from(orders).where(eq(orders.id, orderId))
	return row?.number ?? ''
}

function rowsOf({ paymentId }: Left) {
	return shop.admin.select().from(refunds).where(eq(refunds.paymentId, paymentId))
}

function given(captureId: string) {
	return shop.sandbox.ledger().refunds.filter((each) => each.captureId === captureId)
}

async function refundJobs(): Promise<void> {
	for (const { id } of await shop.admin.select().from(refunds))
		await shop.pay.refundPayment(id, now()).catch(() => {})
}

/** The promises that the rows break, without those about gaps in numbers: a test begins with counters of the one before. */
async function broken(): Promise<string[]> {
	const findings = await audit(shop.admin)
	return findings
		.filter((finding) => finding.broken.length > 0 && !/^I1[03]$/.test(finding.id))
		.map(({ id }) => id)
}

/** Orders all refunds two hours ago, so that the audit asks for them. */
function age() {
	return raw(shop.admin, `update refunds set created_at = created_at - interval '2 hours'`)
}

async function paidOrder(provider: Left['provider']) {
	const left = await shop.leave(provider)
	const captureId = await shop.paid(left)
	await issueInvoices(left.orderId, now())
	return { left, captureId, number: await numberOf(left) }
}

/** A paid order with a refund that the provider has refused; a booking stands, unless all of it was cancelled. */
async function refused(provider: Left['provider'], amount: Cents | 'cancelled') {
	const order = await paidOrder(provider)
	const { left, number } = order
	const ordered =
		amount === 'cancelled'
			? await cancelBooking(number, cents(0), now())
			: await shop.pay.orderRefund(number, amount)
	expect(ordered.ok).toBe(true)
	shop.sandbox.setFaults({ failNext: { status: 400, times: 1, executed: false } })
	await refundJobs()
	shop.sandbox.clearFaults()
	await issueInvoices(left.orderId, now())
	await age()
	const [{ id = '' } = {}] = await rowsOf(left)
	return { ...order, id }
}

describe.each(providerNames)('%s', (provider) => {
	test('N363: a refused refund of a cancelled booking is paid back by transfer: pressed at once it counts once, nothing sends it, the books agree', async () => {
		const { left, captureId, number, id } = await refused(provider, 'cancelled')
		expect(await broken(), 'a refund that is not given is money that the shop owes').toEqual(['I5'])
		expect(await shop.pay.findRefused(number, null)).toMatchObject(ok([{ id }]))

		const press = () => shop.pay.notePaidBack(number, [id], { by, now: now() })
		const pressed = await Promise.all([press(), press()])
		expect(pressed.filter((answer) => answer.ok)).toHaveLength(1)
		expect(pressed).toContainEqual(refuse('desk.refundedMeanwhile'))
		expect(await shop.pay.findRefused(number, null)).toEqual(refuse('desk.noRefusedRefund'))

		await refundJobs()
		await shop.pay.sweepRefunds(now())
		await shop.pay.noteRefunds(provider, captureId, now())
		await issueInvoices(left.orderId, now())
		expect(given(captureId)).toEqual([])
		expect(await rowsOf(left)).toMatchObject([
			{ id, providerId: null, refundedAt: expect.any(Date), failedAt: null },
		])
		expect(await shop.pay.findRefund(left.orderId)).toBe('done')
		expect(await broken()).toEqual([])
		const events = await shop.admin.select().from(orderEvents)
		expect(events.filter(({ what }) => what.includes('paid back otherwise'))).toMatchObject([
			{
				who: 'operator',
				what: expect.stringMatching(/^refund \S+ paid back otherwise: \d+$/),
				reason: by.reason,
			},
		])
	})

	test('N363: of two refused refunds the one of the named amount is noted as paid back, and the other is left', async () => {
		const { left, number } = await refused(provider, cents(300))
		await shop.pay.orderRefund(number, cents(200))
		shop.sandbox.setFaults({ failNext: { status: 400, times: 1, executed: false } })
		await refundJobs()
		shop.sandbox.clearFaults()
		const found = await shop.pay.findRefused(number, cents(200))
		const ids = found.ok ? found.value.map(({ id }) => id) : []
		const answer = await shop.pay.notePaidBack(number, ids, { by, now: now() })
		expect(answer).toEqual(ok({ paidBack: 200 }))
		expect(await shop.pay.findRefused(number, null)).toMatchObject(ok([{ amount: 300 }]))
		const [payment] = await shop.admin
			.select()
			.from(payments)
			.where(eq(payments.id, left.paymentId))
		await age()
		expect(await shop.pay.orderRefund(number, null)).toMatchObject(
			ok({ ordered: (payment?.paidAmount ?? 0) - 500 }),
		)
	})

	test('N363: a refund that is at the provider by now, on its way or not asked about, cannot be said paid back', async () => {
		const { left, captureId, number, id } = await refused(provider, cents(300))
		const say = () => shop.pay.notePaidBack(number, [id], { by, now: now() })
		shop.sandbox.setFaults({ failNext: { status: 503, times: 100, executed: false } })
		expect(await say()).toEqual(refuse('desk.providerSilent'))
		shop.sandbox.clearFaults()
		expect(await rowsOf(left)).toMatchObject([{ refundedAt: null, failedAt: null }])

		// Made in the dashboard, and its webhook is lost.
		await shop.control(`captures/${captureId}/refund`, { amount: 300 })
		expect(await say()).toEqual(refuse('desk.refundedMeanwhile'))
		expect(await rowsOf(left)).toMatchObject([{ id, providerId: expect.any(String) }])
		expect(given(captureId)).toHaveLength(1)
	})

	test('N363: a refund that its job has not sent yet, or that is late, cannot be said paid back', async () => {
		const { left, number } = await paidOrder(provider)
		await shop.pay.orderRefund(number, cents(300))
		expect(await shop.pay.findRefused(number, null)).toEqual(refuse('desk.refundUnderWay'))
		await raw(shop.admin, `update refunds set told_of = 'refundDelayed'`)
		expect(await shop.pay.findRefused(number, null)).toEqual(refuse('desk.refundUnderWay'))
		const [{ id = '' } = {}] = await rowsOf(left)
		const answer = await shop.pay.notePaidBack(number, [id], { by, now: now() })
		expect(answer).toEqual(refuse('desk.refundedMeanwhile'))
		expect(await shop.pay.findRefused('2000-000001', null)).toEqual(refuse('orderNotFound'))
	})

	test('N363: a provider that does not know the money any more has nothing on its way', async () => {
		const { left, number, id } = await refused(provider, cents(300))
		await shop.admin
			.update(payments)
			.set({ providerId: 'GONE', captureId: 'pi_GONE' })
			.where(eq(payments.id, left.paymentId))
		const answer = await shop.pay.notePaidBack(number, [id], { by, now: now() })
		expect(answer).toEqual(ok({ paidBack: 300 }))
	})

	test('N364: a refund that failed is paid back by transfer and counts again; given by the provider after all, it is told', async () => {
		const { left, captureId, number } = await paidOrder(provider)
		await cancelBooking(number, cents(0), now())
		await refundJobs()
		shop.sandbox.setFaults({ status: provider === 'stripe' ? 'failed' : 'FAILED' })
		await shop.pay.noteRefunds(provider, captureId, now())
		await age()
		const [{ id = '', amount = cents(0) } = {}] = await rowsOf(left)
		expect(await rowsOf(left)).toMatchObject([{ failedAt: expect.any(Date) }])
		expect(await broken()).toEqual(['I5'])

		const say = () => shop.pay.notePaidBack(number, [id], { by, now: now() })
		expect(await shop.pay.findRefused(number, null)).toMatchObject(ok([{ id }]))
		expect(await say()).toEqual(ok({ paidBack: amount }))
		expect(await say()).toEqual(refuse('desk.refundedMeanwhile'))
		await shop.pay.noteRefunds(provider, captureId, now())
		await issueInvoices(left.orderId, now())
		expect(await rowsOf(left)).toMatchObject([{ id, failedAt: null, providerId: null }])
		expect(await broken()).toEqual([])

		await raw(shop.admin, `delete from pgboss.job where name = 'tellOperator'`)
		shop.sandbox.clearFaults()
		await Promise.all([1, 2].map(() => shop.pay.noteRefunds(provider, captureId, now())))
		expect(await rowsOf(left)).toHaveLength(2)
		expect(await shop.jobs('tellOperator')).toMatchObject([{ concern: 'refundedByHand' }])
		expect(await broken(), 'the money went back twice').toEqual(['I5'])
	})
})
