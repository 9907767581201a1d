import { eq } from 'drizzle-orm'
import { DateTime } from 'luxon'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { raw } from '#app/db/connect.server.ts'
import { disputes, orderEvents, orders, payments, refunds } from '#app/db/schema.ts'
import { ProviderRefused } from '#app/gateways/provider-error.ts'
import { cents } from '#app/models/money.ts'
import { providerNames } from '#app/models/payment/payment.ts'
import { openPayingShop, type Left } from '#testing/paying-shop.ts'

// Money that moves at the provider's own desk: noted on the order, told once, and the booking stands.

let shop: Awaited<ReturnType<typeof openPayingShop>>
let mails: typeof import('#app/jobs/order-mail.server.ts')
let historyOf: typeof import('#app/models/payment/history.server.ts').historyOf

const now = () => DateTime.utc()
const day = 24 * 60 * 60

beforeAll(async () => {
	shop = await openPayingShop()
	mails = await import('#app/jobs/order-mail.server.ts')
	historyOf = (await import('#app/models/payment/history.server.ts')).historyOf
})
afterAll(() => shop.close())
beforeEach(() => shop.clear())

async function refundRows(paymentId: string) {
	return shop.admin.select().from(refunds).where(eq(refunds.paymentId, paymentId))
}

async function eventsOf({ orderId }: Left): Promise<string[]> {
	const rows = await shop.admin.select().from(orderEvents).where(eq(orderEvents.orderId, orderId))
	return rows.map(({ what }) => what)
}

async function stateOf({ orderId }: Left) {
	const [row] = await shop.admin.select().from(orders).where(eq(orders.id, orderId))
	return row?.state
}

async function numberOf({ orderId }: Left): Promise<string> {
	const [row] = await shop.admin.select().from(orders).where(eq(orders.id, orderId))
	return row?.number ?? ''
}

async function refundJobs(): Promise<void> {
	for (const { id } of await shop.admin.select().from(refunds))
		await shop.pay.refundPayment(id, now()).catch(() => {})
}

/** Whatever was ordered to go back was ordered so much earlier. */
async function aged(by: string): Promise<void> {
	await raw(shop.admin, 'update refunds set created_at = created_at - $1::interval', [by])
}

function given(captureId: string) {
	return shop.sandbox.ledger().refunds.filter((each) => each.captureId === captureId)
}

describe.each(providerNames)('%s', (provider) => {
	test('B28: a part given back by hand is noted once, told once, and leaves the booking', async () => {
		const left = await shop.leave(provider)
		const captureId = await shop.paid(left)
		await shop.control(`captures/${captureId}/refund`, { amount: 500 })
		await Promise.all([1, 2, 3].map(() => shop.pay.noteRefunds(provider, captureId, now())))

		expect(await refundRows(left.paymentId)).toMatchObject([
			{ amount: 500, failedAt: null, reason: 'given back at the desk of the provider' },
		])
		expect(await eventsOf(left)).toContainEqual(expect.stringMatching(/^refund \S+ by hand: 500$/))
		const told = await shop.jobs('tellOperator')
		expect(told).toMatchObject([{ orderId: left.orderId, concern: 'refundedByHand' }])
		expect(await stateOf(left)).toBe('confirmed')

		for (let count = 0; count < 2; count += 1)
			await mails.tellOperator(left.orderId, { concern: 'refundedByHand', about: 're_1' })
		const letters = Object.values(await shop.letters())
		expect(letters).toHaveLength(1)
		expect(letters[0]).toContain('beim Zahlungsdienst von Hand')
	})

	test('B27: what went back by hand is not given back again by the command', async () => {
		const left = await shop.leave(provider)
		const captureId = await shop.paid(left)
		const number = await numberOf(left)
		await shop.control(`captures/${captureId}/refund`, { amount: 500 })
		await shop.pay.noteRefunds(provider, captureId, now())
		const [payment] = await shop.admin.select().from(payments)
		const paid = payment?.paidAmount ?? cents(0)
		expect(await shop.pay.orderRefund(number, paid)).toBe('tooMuch')
		expect(await shop.pay.orderRefund(number, null)).toEqual({ ordered: paid - 500, withdrawn: 0 })
		await refundJobs()
		expect(
			shop.sandbox.ledger().captures.find((each) => each.captureId === captureId),
		).toMatchObject({ refunded: paid })
	})

	test('B27: a refund by command and its own webhook at the same moment: one refund, one row', async () => {
		const left = await shop.leave(provider)
		const captureId = await shop.paid(left)
		await shop.pay.orderRefund(await numberOf(left), cents(300))
		await Promise.all([
			refundJobs(),
			...[1, 2, 3].map(() => shop.pay.noteRefunds(provider, captureId, now())),
		])
		await shop.pay.noteRefunds(provider, captureId, now())
		const rows = await refundRows(left.paymentId)
		expect(rows).toMatchObject([{ amount: 300, failedAt: null }])
		expect(rows[0]?.refundedAt).not.toBeNull()
		expect(await shop.jobs('tellOperator')).toEqual([])
		expect(
			shop.sandbox.ledger().refunds.filter((each) => each.captureId === captureId),
		).toHaveLength(1)
	})

	test('B27: everything was given back by hand just before the command: its refund has failed, the sums agree', async () => {
		const left = await shop.leave(provider)
		const captureId = await shop.paid(left)
		await shop.pay.orderRefund(await numberOf(left), null)
		await shop.control(`captures/${captureId}/refund`, {})
		await refundJobs()
		const rows = await refundRows(left.paymentId)
		const counted = rows.filter(({ failedAt }) => failedAt === null)
		expect(rows).toHaveLength(2)
		expect(counted).toMatchObject([{ reason: 'given back at the desk of the provider' }])
		const concerns = (await shop.jobs('tellOperator')).map(({ concern }) => concern)
		expect(concerns.toSorted()).toEqual(['refundRefused', 'refundedByHand'])
		expect(await shop.pay.orderRefund(await numberOf(left), null)).toBe('nothingPaid')
	})

	test('B27, H5: the provider does not know the money any more: nothing has come back, and a refund is told', async () => {
		const left = await shop.leave(provider)
		const captureId = await shop.paid(left)
		await shop.pay.orderRefund(await numberOf(left), cents(300))
		await refundJobs()
		await shop.admin.update(payments).set({ providerId: 'GONE', captureId: 'pi_GONE' })
		await expect(shop.pay.noteRefunds(provider, 'pi_GONE', now())).rejects.toThrow(ProviderRefused)
		expect(await refundRows(left.paymentId)).toMatchObject([{ amount: 300, failedAt: null }])
		expect(await shop.jobs('tellOperator')).toEqual([])

		await shop.pay.orderRefund(await numberOf(left), cents(200))
		await refundJobs()
		await refundJobs()
		const rows = await refundRows(left.paymentId)
		expect(rows.map(({ failedAt }) => failedAt)).toEqual([null, null])
		const about = rows.find(({ amount }) => amount === 200)?.id
		expect(await shop.jobs('tellOperator')).toMatchObject([{ concern: 'refundRefused', about }])
		const { refunds: given } = shop.sandbox.ledger()
		expect(given.filter((each) => each.captureId === captureId)).toHaveLength(1)
	})

	test('B28: a dispute opened, announced twice and lost: noted and told each time once, the booking stands', async () => {
		const left = await shop.leave(provider)
		const captureId = await shop.paid(left)
		await shop.control(`captures/${captureId}/dispute`, { amount: 900 })
		const dispute = shop.sandbox.ledger().disputes.find((each) => each.captureId === captureId)
		const disputeId = dispute?.disputeId ?? ''
		const note = () => shop.pay.noteDispute(provider, disputeId, now())
		await Promise.all([note(), note(), note()])
		await shop.control(`disputes/${disputeId}/close`, { outcome: 'lost' })
		await Promise.all([note(), note()])

		expect(await shop.admin.select().from(disputes)).toMatchObject([
			{ disputeId, paymentId: left.paymentId, amount: 900, state: 'lost' },
		])
		const told = (await shop.jobs('tellOperator')).map(({ concern }) => concern)
		expect(told.toSorted()).toEqual(['disputeLost', 'disputed'])
		expect(await eventsOf(left)).toContain(`dispute ${disputeId} open: 900`)
		expect(await eventsOf(left)).toContain(`dispute ${disputeId} lost: 900`)
		expect(await stateOf(left)).toBe('confirmed')
	})

	test('a refund whose job gave up: asked for again as soon as the provider answers, told once meanwhile', async () => {
		const left = await shop.leave(provider)
		const captureId = await shop.paid(left)
		const number = await numberOf(left)
		await shop.pay.orderRefund(number, cents(300))
		shop.sandbox.setFaults({ failNext: { status: 401, times: 100, executed: false } })
		await aged('2 hours')
		await shop.pay.sweepRefunds(now())
		expect(await shop.jobs('tellOperator')).toEqual([])
		await aged('5 hours')
		await shop.pay.sweepRefunds(now())
		const [row] = await refundRows(left.paymentId)
		expect(row).toMatchObject({ refundedAt: null, failedAt: null })
		const concern = 'refundDelayed'
		expect(await shop.jobs('tellOperator')).toMatchObject([{ concern, about: row?.id }])
		expect(await historyOf(number)).toContainEqual(expect.stringMatching(/^refund .* not sent yet/))
		await mails.tellOperator(left.orderId, { concern })
		expect(Object.values(await shop.letters())[0]).toContain('wartet seit Stunden')

		shop.sandbox.clearFaults()
		await shop.pay.sweepRefunds(now())
		await shop.pay.sweepRefunds(now())
		const [sent] = await refundRows(left.paymentId)
		expect(sent?.refundedAt).not.toBeNull()
		expect(given(captureId)).toMatchObject([{ amount: 300 }])
		expect(await shop.jobs('tellOperator')).toHaveLength(1)
	})

	test('B27: a refund whose answer was lost is noted, not made again, after the provider has forgotten its key', async () => {
		const left = await shop.leave(provider)
		const captureId = await shop.paid(left)
		await shop.pay.orderRefund(await numberOf(left), cents(100))
		await refundJobs()
		await shop.admin.update(refunds).set({ refundedAt: null, providerId: null })
		await aged('46 days')
		shop.sandbox.shiftClock(46 * day)
		await shop.pay.sweepRefunds(now())
		shop.sandbox.shiftClock(0)
		const [row] = await refundRows(left.paymentId)
		expect(row?.refundedAt).not.toBeNull()
		expect(given(captureId)).toHaveLength(1)
	})

	test('B27: what was refused is left to the operator, who hears of it once', async () => {
		const left = await shop.leave(provider)
		const captureId = await shop.paid(left)
		await shop.pay.orderRefund(await numberOf(left), cents(300))
		const [ordered] = await refundRows(left.paymentId)
		await shop.admin.transaction((tx) =>
			shop.pay.tellOfRefusal(tx, left.orderId, ordered?.id ?? ''),
		)
		await raw(shop.admin, `delete from pgboss.job where name = 'tellOperator'`)
		await shop.admin.transaction((tx) =>
			shop.pay.tellOfRefusal(tx, left.orderId, ordered?.id ?? ''),
		)
		await aged('7 hours')
		await shop.pay.sweepRefunds(now())
		expect(await shop.jobs('tellOperator')).toEqual([])
		expect(given(captureId)).toEqual([])
	})

	test('I3: paid twice: the second goes back with a letter that says so, the booking stands', async () => {
		const first = await shop.leave(provider)
		await shop.paid(first)
		const other = provider === 'stripe' ? 'paypal' : 'stripe'
		const second = await shop.leave(other)
		await shop.admin
			.update(payments)
			.set({ orderId: first.orderId })
			.where(eq(payments.id, second.paymentId))
		// The provider reports the reference of the order it was made for.
		await shop.admin.delete(orderEvents).where(eq(orderEvents.orderId, second.orderId))
		const number = await numberOf(second)
		await shop.admin
			.update(orders)
			.set({ number: `${number}-x` })
			.where(eq(orders.id, second.orderId))
		await shop.admin.update(orders).set({ number }).where(eq(orders.id, first.orderId))
		if (other === 'stripe') await shop.control(`sessions/${second.providerId}/pay`, {})
		else await shop.control(`orders/${second.providerId}/capture`, {})
		await Promise.all([1, 2].map(() => shop.pay.settlePayment(second.paymentId, now())))

		const { paymentId } = second
		expect(await shop.jobs('paymentTwice')).toEqual([{ paymentId }])
		expect(await shop.jobs('paymentNotAsAgreed')).toEqual([])
		await refundJobs()
		expect(await refundRows(paymentId)).toMatchObject([{ failedAt: null }])
		expect(await stateOf(first)).toBe('confirmed')
		await mails.mailPaidTwice(paymentId)
		const [letter] = Object.values(await shop.letters())
		expect(letter).toContain('war schon bezahlt')
		expect(letter).toContain('Ihre Buchung steht')
	})
})

test('B25: a refund or a dispute of money that is none of ours is tried again, and changes nothing', async () => {
	await expect(shop.pay.noteRefunds('stripe', 'pi_stranger', now())).rejects.toThrow('No payment')
	await shop.pay.noteDispute('paypal', 'PP-D-STRANGER', now())
	expect(await shop.admin.select().from(refunds)).toEqual([])
})
