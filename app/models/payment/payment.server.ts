import { paymentProvider } from '#app/gateways/providers.server.ts'
import type { StartedPayment } from '#app/gateways/provider.ts'
import { findVoucherOfOrder } from '#app/models/voucher/ledger.server.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import { createHash, randomBytes, randomUUID } from 'node:crypto'

import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import type { DateTime } from 'luxon'

import { db, type Transaction } from '#app/db/client.server.ts'
import { inOneFlight, lock } from '#app/db/lock.server.ts'
import { enqueue } from '#app/db/queue.server.ts'
import { orders, payments, paymentTokens, refunds, webhookEvents } from '#app/db/schema.ts'
import { env } from '#app/gateways/env.server.ts'
import { log } from '#app/gateways/log.server.ts'

import { ProviderRefused } from '#app/gateways/provider-error.ts'
import type { Locale } from '#app/i18n/i18n.ts'
import { sum, type Cents } from '#app/models/money.ts'
import { cancelOrder, confirmOrder, noteEvent } from '#app/models/order/order.server.ts'
import {
	isFinal,
	isLive,
	livePaymentStates,
	settle,
	type PaymentState,
	type ProviderName,
	type ProviderReport,
	type Standing,
} from '#app/models/payment/payment.ts'

/** How long a place to pay stays open. Stripe wants at least 30 minutes from its first call, which may be a retry. */
const open = { minutes: 40 }

/** By the database's clock: that of this process may be wrong. */
const isOverdue = sql<boolean>`${payments.expiresAt} < now()`

/** How many open payments are looked at in one go. */
const SWEEP = { payments: 100, atOnce: 4 }

type Payment = typeof payments.$inferSelect
type PaymentWithOrder = {
	payment: Payment
	order: {
		id: string
		publicId: string
		number: string
		locale: string
		email: string
		day: string | null
	}
}

/** The row of a payment, in the transaction that places its order. Nobody leaves for a provider before it stands. */
export async function createPayment(
	tx: Transaction,
	order: { id: string; online: Cents },
	provider: ProviderName,
): Promise<string> {
	const id = randomUUID()
	const token = newToken()
	await inOneFlight([
		() =>
			tx.insert(payments).values({
				id,
				orderId: order.id,
				provider,
				state: 'created',
				amount: order.online,
				returnToken: newToken(),
				expiresAt: sql`now() + make_interval(mins => ${open.minutes})`,
			}),
		() => tx.insert(paymentTokens).values({ hash: hashOf(token), paymentId: id }),
	])
	return token
}

/** A fresh token of /payment/{sessionToken} for the live payment of an order; null when there is none. */
export async function resumePayment(orderId: string): Promise<string | null> {
	return db.transaction(async (tx) => {
		const [live] = await tx
			.select({ id: payments.id })
			.from(payments)
			.where(and(eq(payments.orderId, orderId), inArray(payments.state, [...livePaymentStates])))
		return live ? issueToken(tx, live.id) : null
	})
}

/**
 * Where the visitor with this token pays. Asked twice, the provider gives the same place.
 * `gone`: no such token, or its payment is over. `refused`: the provider will not take it.
 * @throws ProviderUnavailable when the provider gives no usable answer
 */
export async function startPayment(
	token: string,
	now: DateTime,
): Promise<{ redirectUrl: string } | { paidOrder: string } | 'gone' | 'refused'> {
	const found = await findPayment(eq(paymentTokens.hash, hashOf(token)))
	if (!found) return 'gone'
	const { payment, order } = found
	if (isFinal(payment.state)) return { paidOrder: order.publicId }
	if (!isLive(payment.state)) return 'gone'
	if (payment.redirectUrl) return { redirectUrl: payment.redirectUrl }

	const started = await startAtProvider(found, now)
	return started ? { redirectUrl: started.redirectUrl } : 'refused'
}

/** Whether this token leads anywhere. */
export async function isPayable(token: string): Promise<boolean> {
	const found = await findPayment(eq(paymentTokens.hash, hashOf(token)))
	return found !== null && (isLive(found.payment.state) || isFinal(found.payment.state))
}

/** The payment that a provider's return page speaks of; null for a token that is none of ours. */
export async function findReturningPayment(returnToken: string): Promise<string | null> {
	if (!/^[\w-]{43}$/.test(returnToken)) return null
	const [row] = await db
		.select({ id: payments.id })
		.from(payments)
		.where(eq(payments.returnToken, returnToken))
	return row?.id ?? null
}

/** The live payment of an order, or its last one; null when it never had any. */
export async function findLatestPayment(
	orderId: string,
): Promise<{ id: string; state: PaymentState } | null> {
	const [row] = await db
		.select({ id: payments.id, state: payments.state })
		.from(payments)
		.where(eq(payments.orderId, orderId))
		.orderBy(sql`${payments.createdAt} desc`)
		.limit(1)
	return row ?? null
}

/**
 * Asks the provider how a payment stands and does what follows from it, once, whoever calls: the return
 * page, the webhook, the visitor who wants to know, the job. Nothing else changes a payment's state.
 * @throws ProviderUnavailable when the provider gives no usable answer; nothing has changed then
 */
export async function settlePayment(paymentId: string, now: DateTime): Promise<Standing | null> {
	const found = await findPayment(eq(payments.id, paymentId))
	if (!found) return null
	if (isFinal(found.payment.state) || !found.payment.providerId) return standingOf(found)

	const report = await paymentProvider(found.payment.provider).verify(found.payment.providerId)
	return applyReport(found, report, now)
}

/**
 * Makes sure that no money can move any more, then settles: the visitor turned back, or nobody came in time.
 * Money that moved all the same is a payment like any other.
 * @throws ProviderUnavailable as `settlePayment`
 */
export async function cancelPayment(paymentId: string, now: DateTime): Promise<Standing | null> {
	const found = await findPayment(eq(payments.id, paymentId))
	if (!found) return null
	if (!isLive(found.payment.state)) return standingOf(found)

	// Without an id we may have crashed after the provider made one: the same key tells.
	const providerId = found.payment.providerId ?? (await startAtProvider(found, now))?.providerId
	if (providerId) await paymentProvider(found.payment.provider).expire(providerId)
	return settlePayment(paymentId, now)
}

/**
 * The job that looks after payments nobody came back from. One that is overdue is closed at the provider
 * first. By chance, for a debit may stay open for days: no number of them may hide the others.
 */
export async function sweepPayments(now: DateTime): Promise<void> {
	const open = await db
		.select({ id: payments.id, isOverdue })
		.from(payments)
		.where(
			and(
				inArray(payments.state, [...livePaymentStates]),
				lt(payments.createdAt, sql`now() - interval '20 seconds'`),
			),
		)
		.orderBy(sql`random()`)
		.limit(SWEEP.payments)
	await Promise.all(
		Array.from({ length: SWEEP.atOnce }, async () => {
			for (let next = open.pop(); next; next = open.pop()) await look(next)
		}),
	)

	async function look({ id, isOverdue }: { id: string; isOverdue: boolean }) {
		const settle = isOverdue ? cancelPayment : settlePayment
		await settle(id, now).catch((error: unknown) =>
			log.warn({ paymentId: id, err: error }, 'payment could not be settled yet'),
		)
	}
}

/**
 * Notes a webhook once for each event and has it settled by a job.
 * `refused`: its signature is wrong. An event of somebody else's payment is kept and has no effect.
 */
export async function receiveWebhook(
	provider: ProviderName,
	body: string,
	headers: Headers,
): Promise<'accepted' | 'refused'> {
	const event = await paymentProvider(provider).readWebhook(body, headers)
	if (!event) return 'refused'

	await db.transaction(async (tx) => {
		const noted = await tx
			.insert(webhookEvents)
			.values({ provider, eventId: event.eventId, type: event.type, body })
			.onConflictDoNothing()
			.returning({ eventId: webhookEvents.eventId })
		if (noted.length === 0 || event.providerId === null) return
		const [payment] = await tx
			.select({ id: payments.id })
			.from(payments)
			.where(and(eq(payments.provider, provider), eq(payments.providerId, event.providerId)))
		if (payment) await enqueue(tx, 'settlePayment', { paymentId: payment.id })
		else
			log.warn({ provider, eventId: event.eventId }, 'webhook for a payment that is none of ours')
	})
	return 'accepted'
}

/** The job that gives money back. The refund's id is the key, so it happens once. */
export async function refundPayment(refundId: string, now: DateTime): Promise<void> {
	const [row] = await db
		.select({ refund: refunds, payment: payments })
		.from(refunds)
		.innerJoin(payments, eq(payments.id, refunds.paymentId))
		.where(eq(refunds.id, refundId))
	if (!row || row.refund.refundedAt || !row.payment.captureId) return

	const { providerRefundId } = await paymentProvider(row.payment.provider).refund(
		row.payment.captureId,
		row.refund.amount,
		refundId,
	)
	await db
		.update(refunds)
		.set({ providerId: providerRefundId, refundedAt: now.toJSDate() })
		.where(eq(refunds.id, refundId))
}

/** What was paid for an order: a sum over rows, never a column. */
export async function paidFor(orderId: string): Promise<Cents> {
	const rows = await db
		.select({ amount: payments.paidAmount })
		.from(payments)
		.where(eq(payments.orderId, orderId))
	return sum(rows.flatMap(({ amount }) => (amount === null ? [] : [amount])))
}

/** How far the money is on its way back that came for an order without a booking; null when none came. One round trip. */
export async function findRefund(orderId: string): Promise<'underWay' | 'done' | null> {
	const rows = await db
		.select({ refundedAt: refunds.refundedAt })
		.from(refunds)
		.innerJoin(payments, eq(payments.id, refunds.paymentId))
		.where(eq(payments.orderId, orderId))
	if (rows.length === 0) return null
	return rows.every(({ refundedAt }) => refundedAt) ? 'done' : 'underWay'
}

/** Null: the provider said no, so nothing exists there, and the payment is over. */
async function startAtProvider(
	found: PaymentWithOrder,
	now: DateTime,
): Promise<StartedPayment | null> {
	const { payment, order } = found
	const back = `${env.APP_ORIGIN}/checkout/success/${payment.provider}?token=${payment.returnToken}`
	try {
		const started = await paymentProvider(payment.provider).start({
			id: payment.id,
			reference: order.number,
			description: `${currentVenue().name} ${order.number}`,
			amount: payment.amount,
			email: order.email,
			successUrl: back,
			cancelUrl: `${back}&cancelled=1`,
			locale: order.locale as Locale,
			expiresAt: payment.expiresAt,
		})
		await db
			.update(payments)
			.set({ ...started, state: 'started' })
			.where(and(eq(payments.id, payment.id), eq(payments.state, 'created')))
		return started
	} catch (error) {
		if (!(error instanceof ProviderRefused)) throw error
		log.warn({ paymentId: payment.id, err: error }, 'the provider refused a payment')
		const { amount } = payment
		await applyReport(
			found,
			{ state: 'cancelled', amount, currency: 'EUR', reference: order.number },
			now,
		)
		return null
	}
}

/** Lock, load, decide, write. */
async function applyReport(
	{ payment: { id }, order }: PaymentWithOrder,
	report: ProviderReport,
	now: DateTime,
): Promise<Standing> {
	return db.transaction(async (tx) => {
		await lock(tx, {
			days: [order.day],
			vouchers: await findVoucherOfOrder(tx, order.id),
			orders: [order.id],
		})
		const [found] = await tx
			.select({ payment: payments, isOverdue })
			.from(payments)
			.where(eq(payments.id, id))
			.for('update')
		const payment = found?.payment
		if (!payment || isFinal(payment.state))
			return { orderId: order.id, publicId: order.publicId, state: payment?.state ?? 'open' }
		if (!isLive(payment.state) && report.state !== 'paid')
			return { orderId: order.id, publicId: order.publicId, state: payment.state }

		const due = { amount: payment.amount, reference: order.number, isOverdue: found.isOverdue }
		const state = settle(due, report)
		if (state !== 'open') await conclude(tx, { ...payment, state }, report, now)
		return { orderId: order.id, publicId: order.publicId, state }
	})
}

async function conclude(
	tx: Transaction,
	{ id, orderId, state }: Payment,
	report: ProviderReport,
	now: DateTime,
): Promise<void> {
	const hasMoved = state === 'paid' || state === 'needsReview'
	await tx
		.update(payments)
		.set({
			state,
			settledAt: now.toJSDate(),
			captureId: report.captureId ?? null,
			paidAmount: hasMoved ? report.amount : null,
		})
		.where(eq(payments.id, id))
	await noteEvent(tx, orderId, 'payment', state)

	if (state === 'paid') {
		if (await confirmOrder(tx, orderId, now)) return
		await refundAll(tx, id, report.amount)
		await enqueue(tx, 'paymentTooLate', { orderId })
	} else if (state === 'needsReview') {
		log.error({ paymentId: id, orderId }, 'a payment is not as agreed: somebody has to look')
		await cancelOrder(tx, orderId, 'cancelled')
		if (report.amount === 0) return
		await refundAll(tx, id, report.amount)
		await enqueue(tx, 'paymentNotAsAgreed', { orderId }, { id: orderId })
	} else {
		await cancelOrder(tx, orderId, state === 'expired' ? 'expired' : 'cancelled')
	}
}

async function refundAll(tx: Transaction, paymentId: string, amount: Cents): Promise<void> {
	const id = randomUUID()
	await tx
		.insert(refunds)
		.values({ id, paymentId, amount, reason: 'no booking stands against this money' })
	await enqueue(tx, 'refundPayment', { refundId: id })
}

async function findPayment(which: ReturnType<typeof eq>): Promise<PaymentWithOrder | null> {
	const [row] = await db
		.select({
			payment: payments,
			order: {
				id: orders.id,
				publicId: orders.publicId,
				number: orders.number,
				locale: orders.locale,
				day: orders.day,
				email: sql<string>`${orders.person} ->> 'email'`,
			},
		})
		.from(payments)
		.innerJoin(orders, eq(orders.id, payments.orderId))
		.leftJoin(paymentTokens, eq(paymentTokens.paymentId, payments.id))
		.where(which)
		.limit(1)
	return row ?? null
}

function standingOf({ payment, order }: PaymentWithOrder): Standing {
	return {
		orderId: order.id,
		publicId: order.publicId,
		state: isLive(payment.state) ? 'open' : payment.state,
	}
}

async function issueToken(tx: Transaction, paymentId: string): Promise<string> {
	const token = newToken()
	await tx.insert(paymentTokens).values({ hash: hashOf(token), paymentId })
	return token
}

/** 256 random bits. */
function newToken(): string {
	return randomBytes(32).toString('base64url')
}

function hashOf(token: string): string {
	return createHash('sha256').update(token).digest('hex')
}
