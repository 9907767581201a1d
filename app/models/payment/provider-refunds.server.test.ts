import { eq } from 'drizzle-orm'
import { DateTime } from 'luxon'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { audit } from '#app/db/audit.server.ts'
import { raw } from '#app/db/connect.server.ts'
import { queues } from '#app/db/job-list.server.ts'
import { disputes, orderEvents, orders, payments, refunds } from '#app/db/schema.ts'
import { ProviderRefused } from '#app/gateways/provider-error.ts'
import type { Wish } from '#app/models/cart/cart.ts'
import { cents, type Cents } from '#app/models/money.ts'
import { providerNames } from '#app/models/provider.ts'
import { ok, refuse } from '#app/models/result.ts'
import { openPayingShop, type Left } from '#testing/paying-shop.ts'

// Money that moves at the provider's own desk: noted on the order, told once, and the booking stands.

let shop: Awaited<ReturnType<typeof openPayingShop>>
let mails: typeof import('#app/jobs/order-mail.server.ts')
let unbooked: typeof import('#app/jobs/unbooked-mail.server.ts')
let findHistory: typeof import('#app/models/payment/history.server.ts').findHistory

const now = () => DateTime.utc()
const day = 24 * 60 * 60

beforeAll(async () => {
	shop = await openPayingShop()
	mails = await import('#app/jobs/order-mail.server.ts')
	unbooked = await import('#app/jobs/unbooked-mail.server.ts')
	findHistory = (await import('#app/models/payment/history.server.ts')).findHistory
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

/** Dates all ordered refunds back by this interval. */
async function aged(by: string): Promise<void> {
	await raw(shop.admin, 'update refunds set created_at = created_at - $1::interval', [by])
}

function given(captureId: string) {
	return shop.sandbox.ledger().refunds.filter((each) => each.captureId === captureId)
}

/** A paid order with a refund that the provider has refused; the operator was told. */
async function refused(provider: Left['provider'], amount: Cents) {
	const left = await shop.leave(provider)
	const captureId = await shop.paid(left)
	await shop.pay.orderRefund(await numberOf(left), amount)
	const [{ id = '' } = {}] = await refundRows(left.paymentId)
	shop.sandbox.setFaults({ failNext: { status: 400, times: 1, executed: false } })
	await shop.pay.refundPayment(id, now())
	shop.sandbox.clearFaults()
	expect(await shop.jobs('tellOperator')).toMatchObject([{ concern: 'refundRefused', about: id }])
	return { left, captureId, id }
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

	test('B27: money that went back by hand is not given back again by the command', async () => {
		const left = await shop.leave(provider)
		const captureId = await shop.paid(left)
		const number = await numberOf(left)
		await shop.control(`captures/${captureId}/refund`, { amount: 500 })
		await shop.pay.noteRefunds(provider, captureId, now())
		const [payment] = await shop.admin.select().from(payments)
		const paid = payment?.paidAmount ?? cents(0)
		expect(await shop.pay.orderRefund(number, paid)).toEqual(refuse('desk.givesBackTooMuch'))
		expect(await shop.pay.orderRefund(number, null)).toEqual(ok({ ordered: paid - 500, voided: 0 }))
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
		expect(await shop.pay.orderRefund(await numberOf(left), null)).toEqual(
			refuse('desk.nothingToGiveBack'),
		)
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

	test('N5: a dispute closed with an unknown word: the money stays disputed, the operator is told once', async () => {
		const left = await shop.leave(provider)
		const captureId = await shop.paid(left)
		await shop.control(`captures/${captureId}/dispute`, { amount: 900 })
		const dispute = shop.sandbox.ledger().disputes.find((each) => each.captureId === captureId)
		const disputeId = dispute?.disputeId ?? ''
		const note = () => shop.pay.noteDispute(provider, disputeId, now())
		await note()
		await shop.control(`disputes/${disputeId}/close`, { outcome: 'lost' })
		shop.sandbox.setFaults({ status: 'UNHEARD_OF' })
		await Promise.all([note(), note(), note()])
		expect(await shop.admin.select().from(disputes)).toMatchObject([{ disputeId, state: 'open' }])
		const concerns = async () =>
			(await shop.jobs('tellOperator')).map(({ concern }) => concern).toSorted()
		expect(await concerns()).toEqual(['disputed', 'unknownStatus'])
		await mails.tellOperator(left.orderId, { concern: 'unknownStatus', about: disputeId })
		expect(Object.values(await shop.letters()).join('\n')).toContain('unbekannter Stand')

		shop.sandbox.clearFaults()
		await note()
		expect(await shop.admin.select().from(disputes)).toMatchObject([{ disputeId, state: 'lost' }])
		expect(await concerns()).toEqual(['disputeLost', 'disputed', 'unknownStatus'])
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
		expect(await findHistory(number)).toMatchObject({
			refunds: [{ toldOf: expect.any(String), refundedAt: null }],
		})
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

	test('B27: a refund that was refused is left to the operator, who hears of it once', async () => {
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

	test('K104: a refund that the provider leaves out of its list has failed, until the list has it again', async () => {
		const left = await shop.leave(provider)
		const captureId = await shop.paid(left)
		await shop.pay.orderRefund(await numberOf(left), cents(100))
		await refundJobs()
		shop.sandbox.setFaults({ status: provider === 'stripe' ? 'failed' : 'FAILED' })
		await shop.pay.noteRefunds(provider, captureId, now())
		expect(await refundRows(left.paymentId)).toMatchObject([{ failedAt: expect.any(Date) }])

		shop.sandbox.clearFaults()
		await Promise.all([1, 2].map(() => shop.pay.noteRefunds(provider, captureId, now())))
		const rows = await refundRows(left.paymentId)
		expect(rows).toMatchObject([{ failedAt: null, refundedAt: expect.any(Date) }])
		const restored = (await eventsOf(left)).filter((what) => what.endsWith(' stands'))
		expect(restored).toHaveLength(1)
		expect(given(captureId)).toHaveLength(1)
	})

	test('K101: a refund that was refused is made by hand: it goes out once and is the one that was ordered', async () => {
		const { left, captureId, id } = await refused(provider, cents(300))
		await refundJobs()
		expect(given(captureId), 'the job sends nothing more').toEqual([])

		await shop.control(`captures/${captureId}/refund`, { amount: 300 })
		await Promise.all([1, 2].map(() => shop.pay.noteRefunds(provider, captureId, now())))
		await refundJobs()
		const rows = await refundRows(left.paymentId)
		expect(rows).toMatchObject([{ id, amount: 300, failedAt: null, reason: expect.any(String) }])
		expect(rows[0]?.refundedAt).not.toBeNull()
		expect(given(captureId)).toHaveLength(1)
		expect(await eventsOf(left)).toContainEqual(expect.stringMatching(/^refund \S+ by hand: 300$/))
		expect(await shop.jobs('tellOperator')).toMatchObject([{ concern: 'refundRefused', about: id }])
		const [payment] = await shop.admin.select().from(payments)
		const ordered = cents((payment?.paidAmount ?? 0) - 300)
		await aged('2 hours')
		expect(await shop.pay.orderRefund(await numberOf(left), null)).toMatchObject(ok({ ordered }))
	})

	test('K101: more went back by hand than was refused: a row of its own, and the refused one has failed when nothing is left for it', async () => {
		const { left, captureId, id } = await refused(provider, cents(100))
		await shop.control(`captures/${captureId}/refund`, { amount: 200 })
		await shop.pay.noteRefunds(provider, captureId, now())
		const failedOf = async (of: string) =>
			(await refundRows(left.paymentId)).find((each) => each.id === of)?.failedAt
		expect(await refundRows(left.paymentId)).toHaveLength(2)
		expect(await failedOf(id)).toBeNull()

		await shop.control(`captures/${captureId}/refund`, {})
		await shop.pay.noteRefunds(provider, captureId, now())
		expect(await failedOf(id)).not.toBeNull()
		expect(await shop.pay.orderRefund(await numberOf(left), null)).toEqual(
			refuse('desk.nothingToGiveBack'),
		)
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
		await unbooked.mailPaidTwice(paymentId)
		const [letter] = Object.values(await shop.letters())
		expect(letter).toContain('war schon bezahlt')
		expect(letter).toContain('Ihre Buchung steht')
	})
})

const gifts = { productId: 'gift-25-mail', quantity: 2, day: null, time: null, duration: null }

/** Pays two gift vouchers and opens a dispute about one at the provider. */
async function disputed(provider: Left['provider'], wish: Partial<Wish> = gifts, amount = 2500) {
	const left = await shop.leave(provider, undefined, wish)
	const captureId = await shop.paid(left)
	await shop.control(`captures/${captureId}/dispute`, { amount })
	const { disputeId = '' } = shop.sandbox.ledger().disputes.at(-1) ?? {}
	await shop.pay.noteDispute(provider, disputeId, now())
	const noteRefunds = () => shop.pay.noteRefunds(provider, captureId, now())
	const noteDispute = () => shop.pay.noteDispute(provider, disputeId, now())
	return { left, captureId, disputeId, noteRefunds, noteDispute, number: await numberOf(left) }
}

function countVoided({ orderId }: Left) {
	return raw(
		shop.admin,
		`select from voucher_entries e join vouchers v on v.id = e.voucher_id
			join order_lines l on l.id = v.order_line_id
		where e.kind = 'withdrawn' and l.order_id = $1`,
		[orderId],
	)
}

test.each(['refund', 'dispute', 'both'])(
	'B28: a dispute at PayPal that is accepted gives the money back once, announced by the %s first',
	async (first) => {
		const { left, disputeId, noteRefunds, noteDispute, number } = await disputed('paypal')
		await shop.control(`disputes/${disputeId}/close`, { outcome: 'accepted' })
		if (first === 'both') await Promise.all([noteRefunds(), noteDispute()])
		else if (first === 'refund') await noteRefunds()
		await noteDispute()
		await noteRefunds()
		expect(await refundRows(left.paymentId)).toMatchObject([{ amount: 2500, disputeId }])
		expect(await shop.admin.select().from(disputes)).toMatchObject([{ state: 'lost' }])
		expect(await countVoided(left)).toEqual([])
		await aged('2 hours')
		expect(await shop.pay.orderRefund(number, null)).toEqual(ok({ ordered: 2500, voided: 2 }))
	},
)

test('B28: a dispute at PayPal that is lost beyond what was refunded for it counts for the rest', async () => {
	const { captureId, disputeId, noteRefunds, noteDispute, number } = await disputed('paypal')
	await shop.control(`captures/${captureId}/refund`, { amount: 1000 })
	await noteRefunds()
	await shop.control(`disputes/${disputeId}/close`, { outcome: 'lost' })
	await noteDispute()
	expect(await shop.pay.orderRefund(number, null)).toMatchObject(ok({ ordered: 2500 }))
})

test('B28: a dispute at PayPal that was won has nothing to do with what was refunded', async () => {
	const { captureId, disputeId, noteRefunds, noteDispute, number } = await disputed('paypal')
	await shop.control(`captures/${captureId}/refund`, { amount: 1000 })
	await noteRefunds()
	await shop.control(`disputes/${disputeId}/close`, { outcome: 'won' })
	await noteDispute()
	expect(await shop.pay.orderRefund(number, null)).toMatchObject(ok({ ordered: 4000 }))
})

test('B28: a dispute at Stripe is no refund: lost and refunded, both amounts are gone', async () => {
	const { left, captureId, disputeId, noteRefunds, noteDispute, number } = await disputed('stripe')
	await shop.control(`disputes/${disputeId}/close`, { outcome: 'accepted' })
	await noteDispute()
	await shop.control(`captures/${captureId}/refund`, { amount: 2500 })
	await noteRefunds()
	expect(await countVoided(left)).toHaveLength(2)
	expect(await shop.pay.orderRefund(number, null)).toEqual(refuse('desk.nothingToGiveBack'))
})

test('B28: a dispute at PayPal whose payer gets less than was wanted counts for that', async () => {
	const { disputeId, noteDispute, number } = await disputed('paypal')
	await shop.control(`disputes/${disputeId}/close`, { outcome: 'lost', refunded: 1000 })
	await noteDispute()
	expect(await shop.admin.select().from(disputes)).toMatchObject([{ state: 'lost', amount: 1000 }])
	expect(await shop.pay.orderRefund(number, null)).toMatchObject(ok({ ordered: 4000 }))
})

/** A paid order with a refund that PayPal has accepted and works on. */
async function refundUnderWay() {
	const left = await shop.leave('paypal')
	const captureId = await shop.paid(left)
	shop.sandbox.setFaults({ refunds: 'processing' })
	await shop.pay.orderRefund(await numberOf(left), cents(300))
	await refundJobs()
	const [{ refundId = '' } = {}] = given(captureId)
	return { left, captureId, refundId }
}

test('B27: a refund that PayPal has under way is done when PayPal says so', async () => {
	const { left, captureId, refundId } = await refundUnderWay()
	expect(await refundRows(left.paymentId)).toMatchObject([
		{ providerId: refundId, refundedAt: null, failedAt: null },
	])
	expect(await shop.pay.findRefund(left.orderId)).toBe('underWay')
	await aged('7 hours')
	await shop.pay.sweepRefunds(now())
	expect(await shop.pay.findRefund(left.orderId)).toBe('underWay')

	await shop.control(`refunds/${refundId}/settle`, { outcome: 'succeeded' })
	await shop.pay.sweepRefunds(now())
	expect(await shop.pay.findRefund(left.orderId)).toBe('done')
	expect(given(captureId)).toHaveLength(1)
	expect(await shop.jobs('tellOperator')).toEqual([])
})

test.each(['by command', 'by hand'])(
	'B27: a refund %s that PayPal had under way and that fails is told, and has failed',
	async (how) => {
		const { left, captureId, refundId } = await refundUnderWay()
		if (how === 'by hand') {
			await shop.admin.delete(refunds)
			await shop.pay.noteRefunds('paypal', captureId, now())
			expect(await refundRows(left.paymentId)).toMatchObject([{ refundedAt: null }])
			await raw(shop.admin, `delete from pgboss.job where name = 'tellOperator'`)
		}
		await shop.control(`refunds/${refundId}/settle`, { outcome: 'failed' })
		await aged('2 hours')
		await shop.pay.sweepRefunds(now())
		const [row] = await refundRows(left.paymentId)
		expect(row?.failedAt).not.toBeNull()
		const about = row?.id
		expect(await shop.jobs('tellOperator')).toMatchObject([{ concern: 'refundRefused', about }])
		const [paid] = await shop.admin.select().from(payments)
		const ordered = paid?.paidAmount
		expect(await shop.pay.orderRefund(await numberOf(left), null)).toMatchObject(ok({ ordered }))
	},
)

test('K101: a refused refund that was made by hand and fails there too is told once more', async () => {
	const { left, captureId, id } = await refused('paypal', cents(300))
	await shop.control(`captures/${captureId}/refund`, { amount: 300 })
	await shop.pay.noteRefunds('paypal', captureId, now())
	const [{ refundId = '' } = {}] = given(captureId)
	shop.sandbox.setFaults({ status: 'FAILED' })
	await shop.pay.noteRefunds('paypal', captureId, now())
	const [row] = await refundRows(left.paymentId)
	expect(row).toMatchObject({ id, failedAt: expect.any(Date) })
	const told = (await shop.jobs('tellOperator')).map(({ about }) => about)
	expect(told.toSorted()).toEqual([id, refundId].toSorted())
})

test('B28: a bank that only asks has taken nothing; it may take it later', async () => {
	const left = await shop.leave('stripe', undefined, gifts)
	const captureId = await shop.paid(left)
	await shop.control(`captures/${captureId}/dispute`, { inquiry: true })
	const { disputeId = '' } = shop.sandbox.ledger().disputes.at(-1) ?? {}
	await shop.pay.noteDispute('stripe', disputeId, now())
	expect(await shop.admin.select().from(disputes)).toMatchObject([{ state: 'open', amount: 0 }])
	const number = await numberOf(left)
	expect(await shop.pay.orderRefund(number, cents(1000))).toMatchObject(ok({ ordered: 1000 }))

	await shop.control(`disputes/${disputeId}/change`, { amount: 2500 })
	await shop.pay.noteDispute('stripe', disputeId, now())
	await shop.pay.noteDispute('stripe', disputeId, now())
	expect(await shop.admin.select().from(disputes)).toMatchObject([{ state: 'open', amount: 2500 }])
	expect(await shop.pay.orderRefund(number, null)).toMatchObject(ok({ ordered: 1500 }))
	const told = (await shop.jobs('tellOperator')).map(({ concern }) => concern)
	expect(told).toEqual(['disputed'])
	expect(await eventsOf(left)).toContain(`dispute ${disputeId} open: 2500`)
})

test.each(providerNames)('B28: %s says that more is wanted back: that counts', async (provider) => {
	const { disputeId, noteDispute, number } = await disputed(provider)
	await shop.control(`disputes/${disputeId}/change`, { amount: 4000 })
	await noteDispute()
	expect(await shop.pay.orderRefund(number, null)).toMatchObject(ok({ ordered: 1000 }))
})

test('I5: an order without a booking whose dispute was accepted still owes the rest', async () => {
	const { left, disputeId, noteRefunds, noteDispute, number } = await disputed('paypal', {}, 100)
	await shop.control(`disputes/${disputeId}/close`, { outcome: 'accepted' })
	await noteRefunds()
	await noteDispute()
	const [paid] = await shop.admin.select().from(payments)
	const half = cents((paid?.paidAmount ?? 0) - 200)
	await shop.admin.insert(refunds).values({ paymentId: left.paymentId, amount: half, reason: '-' })
	await raw(shop.admin, `update allocations set state = 'released'`)
	await raw(shop.admin, `update orders set state = 'cancelled', cancelled_at = now()`)
	const findings = await audit(shop.admin)
	expect(findings.find(({ id }) => id === 'I5')).toMatchObject({ broken: [number] })
})

test('B25: a refund or a dispute of money that is none of ours changes nothing, and is not tried again', async () => {
	await shop.leave('paypal')
	const unknown = { name: 'UnknownMoney', permanent: true }
	await expect(shop.pay.noteRefunds('stripe', 'pi_stranger', now())).rejects.toMatchObject(unknown)
	await shop.pay.noteDispute('paypal', 'PP-D-STRANGER', now())
	expect(await shop.admin.select().from(refunds)).toEqual([])
})

test('B5: a refund of money that may be a payment’s of ours is tried again', async () => {
	await shop.leave('stripe')
	const unknown = { name: 'UnknownMoney', permanent: false }
	await expect(shop.pay.noteRefunds('stripe', 'pi_early', now())).rejects.toMatchObject(unknown)
})

test.each(['noteRefunds', 'noteDispute'] as const)(
	'B28: %s outlasts a provider that is away for hours',
	(name) => {
		const { tries, firstRetry, longestRetry } = queues[name]
		const waits = Array.from({ length: tries - 1 }, (_, n) =>
			Math.min(firstRetry * 2 ** n, longestRetry),
		)
		expect(waits.reduce((one, other) => one + other)).toBeGreaterThan(12 * 60 * 60)
	},
)
