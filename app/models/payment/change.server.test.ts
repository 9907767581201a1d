import { and, eq } from 'drizzle-orm'
import { DateTime } from 'luxon'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { audit } from '#app/db/audit.server.ts'
import { raw } from '#app/db/connect.server.ts'
import {
	allocations,
	days,
	invoices,
	orderChanges,
	orderLines,
	orders,
	payments,
	refunds,
} from '#app/db/schema.ts'
import type { Asked } from '#app/models/booking/asked-lines.ts'
import { cents, zero } from '#app/models/money.ts'
import { providerNames, type ProviderName } from '#app/models/provider.ts'
import { ok, refuse } from '#app/models/result.ts'
import { addDays } from '#app/models/venue/day.ts'
import { orderedPolicy } from '#testing/booked-order.ts'
import { emptyTables } from '#testing/emptied.ts'
import { openPayingShop, type Left } from '#testing/paying-shop.ts'
import { visitDay } from '#testing/visit-day.ts'

// A change of a booking that is paid online: it comes into force with its money, or ends without touching the booking.

let shop: Awaited<ReturnType<typeof openPayingShop>>
let booking: typeof import('#app/models/booking/cancel.server.ts')
let revising: typeof import('#app/models/booking/revise.server.ts')
let mails: typeof import('#app/jobs/booking-mail.server.ts') &
	typeof import('#app/jobs/order-mail.server.ts')
let issuing: typeof import('#app/models/invoice/issue.server.ts')

const now = () => DateTime.utc()

beforeAll(async () => {
	shop = await openPayingShop()
	booking = await import('#app/models/booking/cancel.server.ts')
	revising = await import('#app/models/booking/revise.server.ts')
	mails = {
		...(await import('#app/jobs/booking-mail.server.ts')),
		...(await import('#app/jobs/order-mail.server.ts')),
	}
	issuing = await import('#app/models/invoice/issue.server.ts')
})
afterAll(() => shop.close())
beforeEach(clear)

async function clear(): Promise<void> {
	await emptyTables(
		shop.admin,
		'attempts',
		'counters',
		'invoices',
		'order_revisions',
		'order_changes',
	)
	await shop.clear()
}

/** A booking with a change that waits for its payment. */
type Changing = Left & { number: string; online: number; total: number; changeId: string }

/** A magician is paid online at once. */
const withMagician: Asked = { kind: 'change', added: [{ productId: 'magician', quantity: 1 }] }
const DEARER = 9900

async function changing(open = openChange): Promise<Changing> {
	const left = await shop.leave('stripe')
	await shop.paid(left)
	await shop.admin
		.update(orders)
		.set({ policy: orderedPolicy() })
		.where(eq(orders.id, left.orderId))
	const { number, online, total } = await rowOf(left)
	return { ...left, number, online, total, changeId: await open(left) }
}

async function openChange(left: Left): Promise<string> {
	const { changeId, amount } = await openAsked(left, withMagician)
	expect(amount).toBe(DEARER)
	return changeId
}

async function openAsked({ orderId }: Left, asked: Asked) {
	const wish = { revision: 1, asked, actor: 'customer' }
	const revised = await revising.reviseBooking(orderId, wish, now())
	if (!revised.ok || revised.value.kind !== 'due') throw new Error(JSON.stringify(revised))
	return revised.value
}

async function rowOf({ orderId }: { orderId: string }) {
	const [row] = await shop.admin.select().from(orders).where(eq(orders.id, orderId))
	if (!row) throw new Error('no order')
	return row
}

async function changeOf({ changeId }: Changing) {
	const [row] = await shop.admin.select().from(orderChanges).where(eq(orderChanges.id, changeId))
	return row
}

async function paymentsOf({ orderId }: Left) {
	const rows = await shop.admin.select().from(payments).where(eq(payments.orderId, orderId))
	return rows
		.filter(({ purpose }) => purpose === 'change')
		.toSorted((one, other) => one.createdAt.valueOf() - other.createdAt.valueOf())
}

async function placesOf({ orderId }: Left) {
	const rows = await shop.admin.select().from(allocations).where(eq(allocations.orderId, orderId))
	return rows.map(({ state }) => state).toSorted()
}

const begin = ({ orderId, changeId }: Changing, provider: ProviderName) =>
	shop.pay.payChange(orderId, changeId, provider, now())

/** Begins to pay the change, as far as the provider's page. */
async function leaveWith(of: Changing, provider: ProviderName): Promise<Left> {
	const begun = await begin(of, provider)
	if (!begun.ok || !('token' in begun.value)) throw new Error('the change cannot be paid')
	expect(await shop.pay.goOnPaying(begun.value.token, now())).toHaveProperty('redirectUrl')
	const payment = (await paymentsOf(of)).at(-1)
	const { id: paymentId = '', providerId } = payment ?? {}
	return { ...of, provider, paymentId, providerId: providerId ?? '' }
}

/** Pays at the provider; the shop does not know it yet. */
const payThere = (left: Left, body?: object) => shop.payThere(left, body)
const settled = ({ paymentId }: Left) => shop.pay.settlePayment(paymentId, now())

async function refundsOf({ orderId }: Left) {
	const rows = await shop.admin
		.select({ refund: refunds, payment: payments })
		.from(refunds)
		.innerJoin(payments, eq(payments.id, refunds.paymentId))
		.where(eq(payments.orderId, orderId))
	return rows
		.map(({ refund, payment }) => ({ amount: refund.amount, purpose: payment.purpose }))
		.toSorted((one, other) => one.purpose.localeCompare(other.purpose))
}

/** Expects the booking as it was, the change ended and its places free. */
async function expectUntouched(of: Changing, before: Awaited<ReturnType<typeof rowOf>>) {
	expect(await rowOf(of)).toEqual(before)
	expect(await changeOf(of)).toMatchObject({ state: 'ended', texts: null })
	expect(await placesOf(of)).not.toContain('pending')
	await expectWhole(of)
}

/** Issues every paper and checks all invariants. */
async function expectWhole({ orderId }: Left): Promise<void> {
	await issuing.issueInvoices(orderId, now())
	const broken = (await audit(shop.admin)).filter((finding) => finding.broken.length > 0)
	// The mails of these tests are written by hand.
	expect(broken.filter(({ id }) => id !== 'I8')).toEqual([])
}

test.each(providerNames)(
	'K45: a change paid by %s comes into force once, with a paper of its own',
	async (provider) => {
		const of = await changing()
		const payment = await leaveWith(of, provider)
		await payThere(payment)
		const standing = await settled(payment)
		expect(standing).toEqual({
			state: 'paid',
			outcome: { publicId: of.publicId, purpose: 'change' },
		})
		expect(await settled(payment), 'asked again').toEqual(standing)
		expect(await rowOf(of)).toMatchObject({
			state: 'confirmed',
			revision: 2,
			online: of.online + DEARER,
			total: of.total + DEARER,
		})
		expect(await changeOf(of)).toMatchObject({ state: 'applied' })
		expect(await paymentsOf(of)).toMatchObject([
			{ state: 'paid', paidAmount: DEARER, reference: `${of.number}-2` },
		])
		await expectWhole(of)
		const papers = await shop.admin.select().from(invoices)
		expect(papers.map(({ slug, gross }) => [slug, gross])).toEqual([
			['deposit', of.online],
			['deposit-2', DEARER],
		])
	},
)

test('K45: the sweep finds the money of a change whose window was closed after paying', async () => {
	const of = await changing()
	await payThere(await leaveWith(of, 'stripe'))
	await raw(shop.admin, `update payments set created_at = now() - interval '1 minute'`)
	await shop.pay.sweepPayments(now())
	expect(await changeOf(of)).toMatchObject({ state: 'applied' })
	await expectWhole(of)
})

test('K45: a change that webhook, return and visitor settle at once comes into force once', async () => {
	const of = await changing()
	const payment = await leaveWith(of, 'stripe')
	await payThere(payment)
	await Promise.all(Array.from({ length: 8 }, () => settled(payment)))
	expect(await rowOf(of)).toMatchObject({ revision: 2, online: of.online + DEARER })
	expect(await refundsOf(of)).toEqual([])
	await expectWhole(of)
})

test('K45: a booking moved while its change is being paid: the other day is locked, and the money goes back', async () => {
	const of = await changing()
	const payment = await leaveWith(of, 'stripe')
	await payThere(payment)
	const other = addDays(visitDay, 7)
	expect(await settledWhenMoved(payment, other)).toMatchObject({ state: 'needsReview' })
	expect(await isLockedOnce(other)).toBe(true)
	expect(await refundsOf(of)).toEqual([{ amount: DEARER, purpose: 'change' }])
	expect(await changeOf(of)).toMatchObject({ state: 'ended' })
})

test('K45: an order that has another day once its payment is locked is confirmed under the lock of that day', async () => {
	const left = await shop.leave('stripe')
	await payThere(left)
	const other = addDays(visitDay, 7)
	expect(await settledWhenMoved(left, other)).toMatchObject({ state: 'paid' })
	expect(await isLockedOnce(other)).toBe(true)
	expect(await rowOf(left)).toMatchObject({ state: 'confirmed', day: other })
})

/** Settles a payment while its booking is moved: it has read the old day, and waits for the order. */
async function settledWhenMoved(payment: Left, other: string) {
	const { settling } = await shop.admin.transaction(async (tx) => {
		await raw(tx, 'select from orders where id = $1 for update', [payment.orderId])
		const waiting = `select from pg_stat_activity where wait_event_type = 'Lock'
			and datname = current_database()`
		const settling = settled(payment)
		await expect.poll(async () => (await raw(tx, waiting)).length, { interval: 10 }).toBe(1)
		const moved = 'update orders set day = $2, revision = revision + 1 where id = $1'
		await raw(tx, moved, [payment.orderId, other])
		return { settling }
	})
	return settling
}

/** True when a day has been locked: its lock makes its row. */
async function isLockedOnce(other: string): Promise<boolean> {
	return (await shop.admin.select().from(days).where(eq(days.day, other))).length > 0
}

/** A change with a magician and a third guest. */
async function withThirdGuest(left: Left): Promise<string> {
	const asked: Asked = {
		kind: 'change',
		quantities: { 1: 3 },
		added: [{ productId: 'magician', quantity: 1 }],
	}
	return (await openAsked(left, asked)).changeId
}

/** Makes the park smaller than what is booked in it while `work` is done, as new files of the venue may. */
async function inSmallerPark(work: () => Promise<void>): Promise<void> {
	const [park] = await raw(shop.admin, `select capacity from resources where id = 'park'`)
	await raw(shop.admin, `update resources set capacity = 1 where id = 'park'`)
	await work().finally(() =>
		raw(shop.admin, `update resources set capacity = $1 where id = 'park'`, [park?.['capacity']]),
	)
}

test('K102: a zone that became smaller than what is booked while a change was paid: the change keeps its places', async () => {
	const of = await changing(withThirdGuest)
	const payment = await leaveWith(of, 'stripe')
	await payThere(payment)
	await inSmallerPark(async () => {
		expect(await settled(payment)).toMatchObject({ state: 'paid' })
	})
	expect(await changeOf(of)).toMatchObject({ state: 'applied' })
	expect(await rowOf(of)).toMatchObject({ revision: 2 })
	expect(await refundsOf(of)).toEqual([])
	const [booked] = await raw(
		shop.admin,
		`select sum(units)::int as units from allocations
			where order_id = $1 and resource_id = 'park' and state = 'confirmed' and change_id is null`,
		[of.orderId],
	)
	expect(booked).toEqual({ units: 3 })
	await expectWhole(of)
})

test('K102: a change whose places are gone in a zone that is full gives its money back', async () => {
	const of = await changing(withThirdGuest)
	const payment = await leaveWith(of, 'stripe')
	await payThere(payment)
	await raw(shop.admin, `update allocations set state = 'released' where state = 'pending'`)
	await inSmallerPark(async () => {
		expect(await settled(payment)).toMatchObject({ state: 'needsReview' })
	})
	expect(await changeOf(of)).toMatchObject({ state: 'ended' })
	expect(await rowOf(of)).toMatchObject({ revision: 1, online: of.online })
	const [back] = await refundsOf(of)
	expect(back).toMatchObject({ purpose: 'change' })
	expect(await shop.jobs('mailChange')).toHaveLength(1)
	await expectWhole(of)
})

test.each(['cancelled', 'declined'] as const)(
	'K46: a change whose payment is %s ends alone: the booking stands, and the visitor comes back to it',
	async (end) => {
		const of = await changing()
		const before = await rowOf(of)
		const payment = await leaveWith(of, 'paypal')
		if (end === 'declined') {
			await payThere(payment)
			shop.sandbox.setFaults({ plan: { declined: 1 } })
		}
		const standing =
			end === 'declined'
				? await settled(payment)
				: await shop.pay.closePayment(payment.paymentId, now())
		expect(standing).toEqual({
			state: end,
			outcome: { publicId: of.publicId, purpose: 'change', ended: 'failed' },
		})
		shop.sandbox.clearFaults()
		await expectUntouched(of, before)
		expect(await shop.jobs('mailChange')).toEqual([])
		expect(await begin(of, 'stripe')).toEqual(refuse('booking.changeNotDue'))
	},
)

test('K46: a change whose payment runs out ends with it', async () => {
	const of = await changing()
	const before = await rowOf(of)
	await leaveWith(of, 'stripe')
	await raw(
		shop.admin,
		`update payments set created_at = now() - interval '1 hour', expires_at = now() - interval '1 minute'
			where purpose = 'change'`,
	)
	await shop.pay.sweepPayments(now())
	expect(await paymentsOf(of)).toMatchObject([{ state: 'expired' }])
	await expectUntouched(of, before)
})

test('K46: a change that nobody began to pay ends once a payment would have run out, and not before', async () => {
	const of = await changing()
	const before = await rowOf(of)
	await shop.pay.sweepPayments(now())
	expect(await changeOf(of)).toMatchObject({ state: 'open' })
	await leaveWith(of, 'stripe')
	await raw(shop.admin, `update order_changes set created_at = now() - interval '1 day'`)
	await shop.pay.sweepPayments(now())
	expect(await changeOf(of), 'while it is being paid').toMatchObject({ state: 'open' })
	await raw(shop.admin, `delete from payment_tokens; delete from payments where purpose = 'change'`)
	await shop.pay.sweepPayments(now())
	await expectUntouched(of, before)
})

test('K46: money that comes after the change has ended goes back whole, with a letter', async () => {
	const of = await changing()
	const before = await rowOf(of)
	const payment = await leaveWith(of, 'stripe')
	await payThere(payment)
	await raw(shop.admin, `update order_changes set state = 'ended', ended_at = now()`)
	await raw(shop.admin, `update allocations set state = 'released' where state = 'pending'`)
	expect(await settled(payment)).toMatchObject({ state: 'needsReview' })
	await settled(payment)
	expect(await refundsOf(of)).toEqual([{ amount: DEARER, purpose: 'change' }])
	expect(await shop.jobs('mailChange')).toEqual([{ paymentId: payment.paymentId, cause: 'notDue' }])
	expect(await shop.jobs('tellOperator')).toEqual([])
	await expectUntouched(of, before)
})

test('K46: an approved wallet is not asked for a change that has ended', async () => {
	const of = await changing()
	const payment = await leaveWith(of, 'paypal')
	await payThere(payment)
	await raw(shop.admin, `update order_changes set state = 'ended', ended_at = now()`)
	expect(await settled(payment)).toMatchObject({ state: 'cancelled' })
	const { captures } = shop.sandbox.ledger()
	expect(captures.filter(({ sessionId }) => sessionId === payment.providerId)).toEqual([])
})

test('K46: a change in force is not paid twice: late money of a closed page goes back', async () => {
	const of = await changing()
	const first = await leaveWith(of, 'stripe')
	await payThere(first)
	await settled(first)
	await raw(
		shop.admin,
		`insert into payments (order_id, provider, state, purpose, change_id, amount, reference, return_token, expires_at, provider_id)
			select order_id, provider, 'cancelled', purpose, change_id, amount, $1, 'late', now(), 'cs_late' from payments where id = $2`,
		[`${of.number}-9`, first.paymentId],
	)
	const late = (await paymentsOf(of)).find(({ providerId }) => providerId === 'cs_late')
	const report = {
		state: 'paid',
		amount: cents(DEARER),
		currency: 'EUR',
		captureId: 'pi_late',
	} as const
	const found = await shop.pay.findPayment(late?.id ?? '')
	if (!found) throw new Error('no payment')
	await shop.pay.applyReport(found, { ...report, reference: `${of.number}-9` }, now())
	expect(await rowOf(of)).toMatchObject({ revision: 2, online: of.online + DEARER })
	expect(await refundsOf(of)).toEqual([{ amount: DEARER, purpose: 'change' }])
	const letter = { paymentId: found.payment.id, cause: 'paidTwice' } as const
	expect(await shop.jobs('mailChange')).toEqual([letter])
	await mails.mailChange(letter.paymentId, letter)
	expect(Object.values(await shop.letters())).toEqual([
		expect.stringContaining('war schon bezahlt und gemacht'),
	])
	await expectWhole(of)
})

test.each([
	['another amount', { amount: DEARER - 1 }, DEARER - 1],
	['another currency', { currency: 'usd' }, DEARER],
])(
	'K46, K121: a change paid in %s ends, its money goes back, and its letters say so and that the booking stands',
	async (_, taken, back) => {
		const of = await changing()
		const before = await rowOf(of)
		const payment = await leaveWith(of, 'stripe')
		await payThere(payment, taken)
		expect(await settled(payment)).toMatchObject({ state: 'needsReview' })
		expect(await refundsOf(of)).toEqual([{ amount: back, purpose: 'change' }])
		const letter = { paymentId: payment.paymentId, cause: 'notAsAgreed' } as const
		expect(await shop.jobs('mailChange')).toEqual([letter])
		await mails.mailChange(letter.paymentId, letter)
		expect(Object.values(await shop.letters())).toEqual([
			expect.stringContaining('stimmt aber nicht mit dem'),
		])
		const told = { concern: 'needsReview', about: payment.paymentId, purpose: 'change' } as const
		expect(await shop.jobs('tellOperator')).toEqual([{ orderId: of.orderId, ...told }])
		await mails.tellOperator(of.orderId, told)
		expect(Object.values(await shop.letters()).join('\n')).toContain('Mit dieser Zahlung gilt die')
		await expectUntouched(of, before)
	},
)

test('K47: pressed 16 times at once, a change has one payment, and every address leads to one page', async () => {
	const of = await changing()
	const begun = await Promise.all(Array.from({ length: 16 }, () => begin(of, 'stripe')))
	expect(await paymentsOf(of)).toHaveLength(1)
	const last = begun.at(-1)
	expect(begun.every((each) => each.ok && 'token' in each.value)).toBe(true)
	if (!last?.ok || !('token' in last.value)) throw new Error('not begun')
	const page = await shop.pay.goOnPaying(last.value.token, now())
	expect(await shop.pay.goOnPaying(last.value.token, now())).toEqual(page)
})

test('K47, negative control: without the lock of the order a second press would fail', async () => {
	const { orderId, changeId } = await changing()
	const payment = { orderId, changeId, provider: 'stripe', amount: cents(DEARER) } as const
	const insert = (token: string) =>
		shop.db.transaction((tx) =>
			shop.pay.createPayment(tx, { ...payment, purpose: 'change', token }),
		)
	const both = await Promise.allSettled(['first', 'second'].map(insert))
	expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('K47: another way to pay closes the page that is open, and the change waits on', async () => {
	const of = await changing()
	const card = await leaveWith(of, 'stripe')
	const wallet = await leaveWith(of, 'paypal')
	expect(await paymentsOf(of)).toMatchObject([
		{ id: card.paymentId, state: 'cancelled' },
		{ id: wallet.paymentId, state: 'started', reference: `${of.number}-3` },
	])
	expect(await placesOf(of)).toContain('pending')
	await expect(payThere(card)).rejects.toThrow()
	await payThere(wallet)
	await settled(wallet)
	expect(await changeOf(of)).toMatchObject({ state: 'applied' })
	await expectWhole(of)
})

test('K103: another way to pay takes the place of a page that the provider refuses to open so late', async () => {
	const of = await changing()
	await begin(of, 'stripe')
	await raw(
		shop.admin,
		`update payments set expires_at = now() + interval '20 minutes' where purpose = 'change'`,
	)
	const wallet = await leaveWith(of, 'paypal')
	expect(await paymentsOf(of)).toMatchObject([
		{ state: 'cancelled', providerId: null },
		{ id: wallet.paymentId, state: 'started' },
	])
	await payThere(wallet)
	await settled(wallet)
	expect(await changeOf(of)).toMatchObject({ state: 'applied' })
	await expectWhole(of)
})

test('K47: a change that is paid already is not begun again, and the payment says so', async () => {
	const of = await changing()
	const payment = await leaveWith(of, 'stripe')
	await payThere(payment)
	const outcome = { publicId: of.publicId, purpose: 'change' }
	expect(await begin(of, 'paypal')).toEqual(ok({ outcome }))
	expect(await begin(of, 'paypal')).toEqual(refuse('booking.changeNotDue'))
})

test('K47: the rest waits while a change is being paid; a change ends the payment of a rest', async () => {
	const of = await changing()
	const payment = await leaveWith(of, 'stripe')
	const rest = () => shop.pay.payRest(of.orderId, 'stripe', now())
	expect(await rest()).toEqual(refuse('booking.changeBeingPaid'))
	expect(await paymentsOf(of)).toMatchObject([{ id: payment.paymentId, state: 'started' }])
	expect(await changeOf(of)).toMatchObject({ state: 'open' })

	await shop.pay.closePayment(payment.paymentId, now())
	expect(await rest()).toMatchObject({ ok: true, value: { token: expect.any(String) } })
	const again = { ...of, changeId: await openChange(of) }
	await leaveWith(again, 'stripe')
	const rests = await shop.admin.select().from(payments).where(eq(payments.purpose, 'rest'))
	expect(rests).toMatchObject([{ state: 'cancelled' }])
})

test('K47: a change that is not open closes no payment of another purpose', async () => {
	const of = await changing()
	await raw(shop.admin, `update order_changes set state = 'ended', ended_at = now()`)
	await shop.pay.payRest(of.orderId, 'stripe', now())
	expect(await begin(of, 'stripe')).toEqual(refuse('booking.changeNotDue'))
	const rests = await shop.admin.select().from(payments).where(eq(payments.purpose, 'rest'))
	expect(rests).toMatchObject([{ state: 'created' }])
})

test('K8: a booking cancelled while the money of a change arrives gives all of it back, once', async () => {
	for (let round = 0; round < 4; round += 1) {
		await clear()
		const of = await changing()
		const payment = await leaveWith(of, 'stripe')
		await payThere(payment)
		await Promise.all([
			booking.cancelBooking(of.number, zero, now()),
			settled(payment),
			settled(payment),
		])
		expect(await refundsOf(of)).toEqual([
			{ amount: DEARER, purpose: 'change' },
			{ amount: of.online, purpose: 'order' },
		])
		expect(await placesOf(of)).not.toContain('pending')
		await expectWhole(of)
	}
})

test('K116: a booking cancelled with a fee after a change was paid gives back of the newest payment first, and the papers agree', async () => {
	const of = await changing()
	const payment = await leaveWith(of, 'paypal')
	await payThere(payment)
	await settled(payment)
	const fee = cents(300)
	expect(await booking.cancelBooking(of.number, fee, now())).toMatchObject(
		ok({ back: cents(of.online + DEARER - fee), kept: fee }),
	)
	expect(await refundsOf(of)).toEqual([
		{ amount: DEARER, purpose: 'change' },
		{ amount: of.online - fee, purpose: 'order' },
	])
	await expectWhole(of)
})

test('K4: a booking that is cheaper again after a change was paid: that payment gives back, and its paper is corrected', async () => {
	const of = await changing()
	const payment = await leaveWith(of, 'stripe')
	await payThere(payment)
	await settled(payment)
	const [magician] = await shop.admin
		.select({ position: orderLines.position })
		.from(orderLines)
		.where(and(eq(orderLines.orderId, of.orderId), eq(orderLines.productId, 'magician')))
	const asked: Asked = { kind: 'change', quantities: { [magician?.position ?? 0]: 0, 1: 1 } }
	const cheaper = { revision: 2, asked, actor: 'customer' }
	expect(await revising.reviseBooking(of.orderId, cheaper, now())).toMatchObject({ ok: true })
	const { online, total, onSite } = await rowOf(of)
	expect(total).toBe(of.total / 2)
	expect(online + onSite).toBe(total)
	const back = of.online + DEARER - online
	expect(await refundsOf(of)).toEqual([{ amount: back, purpose: 'change' }])
	const given = await shop.admin.select({ revision: refunds.revision }).from(refunds)
	expect(given).toEqual([{ revision: 3 }])
	await expectWhole(of)
	const papers = await shop.admin.select().from(invoices)
	expect(papers.map(({ slug, gross }) => [slug, gross])).toEqual([
		['deposit', of.online],
		['deposit-2', DEARER],
		['correction-1', -back],
	])
})

test('K8: a booking cancelled while a change is open: its payment page is closed at the provider, and its places are free', async () => {
	const of = await changing()
	const payment = await leaveWith(of, 'stripe')
	expect(await booking.cancelBooking(of.number, zero, now())).toMatchObject({ ok: true })
	expect(await paymentsOf(of)).toMatchObject([{ id: payment.paymentId, state: 'cancelled' }])
	await expect(payThere(payment)).rejects.toThrow()
	expect(await changeOf(of)).toMatchObject({ state: 'ended' })
	expect(new Set(await placesOf(of))).toEqual(new Set(['released']))
	await expectWhole(of)
})

test('K8: a booking cancelled while the provider is silent: money of its change that comes later goes back', async () => {
	const of = await changing()
	const payment = await leaveWith(of, 'stripe')
	shop.sandbox.setFaults({ plan: { timeoutBefore: 1 } })
	expect(await booking.cancelBooking(of.number, zero, now())).toMatchObject({ ok: true })
	shop.sandbox.clearFaults()
	expect(await changeOf(of)).toMatchObject({ state: 'ended' })
	await payThere(payment)
	expect(await settled(payment)).toMatchObject({ state: 'needsReview' })
	expect(await refundsOf(of)).toContainEqual({ amount: DEARER, purpose: 'change' })
	await expectWhole(of)
})

test('K8: a change whose booking was cancelled while the provider was silent is closed when its visitor goes on to pay', async () => {
	const of = await changing()
	const payment = await leaveWith(of, 'stripe')
	const token = (await shop.pay.resumePayment(of.orderId, 'change')) ?? ''
	shop.sandbox.setFaults({ plan: { timeoutBefore: 1 } })
	expect(await booking.cancelBooking(of.number, zero, now())).toMatchObject({ ok: true })
	shop.sandbox.clearFaults()
	expect(await paymentsOf(of)).toMatchObject([{ state: 'started' }])
	expect(await shop.pay.goOnPaying(token, now())).toBe('gone')
	expect(await paymentsOf(of)).toMatchObject([{ state: 'cancelled' }])
	await expect(payThere(payment)).rejects.toThrow()
	await expectWhole(of)
})

test('K91: a payment is gone on with for its own purpose alone', async () => {
	const of = await changing()
	await leaveWith(of, 'stripe')
	expect(await shop.pay.resumePayment(of.orderId, 'rest')).toBeNull()
	expect(await shop.pay.resumePayment(of.orderId, 'change')).toEqual(expect.any(String))
})
