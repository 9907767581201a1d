import { randomUUID } from 'node:crypto'

import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { DateTime } from 'luxon'

import { db, type Transaction } from '#app/db/client.server.ts'
import { inOneRoundTrip, lock } from '#app/db/lock.server.ts'
import { enqueue } from '#app/db/queue.server.ts'
import { orders, payments, refunds } from '#app/db/schema.ts'
import { log } from '#app/gateways/log.server.ts'
import { ProviderRefused } from '#app/gateways/provider-error.ts'
import { paymentProvider } from '#app/gateways/providers.server.ts'
import { sum, type Cents } from '#app/models/money.ts'
import { byOperator, noteEvent, type Author } from '#app/models/order/order.server.ts'
import {
	listSoldVouchers,
	spentOf,
	voidSoldVouchers,
} from '#app/models/order/sold-vouchers.server.ts'
import { disputedOf } from '#app/models/payment/dispute.server.ts'
import type { Payment } from '#app/models/payment/payment.server.ts'
import {
	noteFailedRefund,
	noteRefunds,
	tellOfRefusal,
} from '#app/models/payment/provider-refunds.server.ts'
import {
	judgeRefund,
	leftOf,
	sharedOut,
	type PaymentLeft,
	type Refundable,
	type Refunding,
} from '#app/models/payment/refund.ts'
import { tellOfUnknownStatus } from '#app/models/payment/unknown-status.server.ts'
import type { ProviderName } from '#app/models/provider.ts'
import { ok, refuse, type Result } from '#app/models/result.ts'

/** Notes a refund of the money of a payment for which no booking stands; a job asks the provider for it. */
export async function refundAll(tx: Transaction, paymentId: string, amount: Cents): Promise<void> {
	const reason = 'no booking stands against this money'
	await noteRefund(tx, paymentId, amount, { cause: 'unused', reason })
}

/** Notes a refund of `amount` cents of a payment; a job asks the provider for it. Returns the refund's id. */
export async function noteRefund(
	tx: Transaction,
	paymentId: string,
	amount: Cents,
	why: Refunding,
): Promise<string> {
	const id = randomUUID()
	await inOneRoundTrip([
		() => tx.insert(refunds).values({ id, paymentId, amount, ...why }),
		() => enqueue(tx, 'refundPayment', { refundId: id }),
	])
	return id
}

function listRefunds(tx: Transaction, paymentId: string) {
	return tx
		.select({
			id: refunds.id,
			amount: refunds.amount,
			at: sql<string>`${refunds.createdAt}::text`,
			isRecent: sql<boolean>`${refunds.createdAt} > now() - interval '1 hour'`,
		})
		.from(refunds)
		.where(and(eq(refunds.paymentId, paymentId), isNull(refunds.failedAt)))
}

/**
 * The job that sends a refund. The refund's id is the idempotency key, so the money goes out once. When the provider
 * refuses because the money went back by hand already, notes that refund and marks this one failed. Any other refusal
 * ends the sending: the operator is asked to refund by hand, and a retry might send the money twice (faults K101).
 */
export async function refundPayment(refundId: string, now: DateTime): Promise<void> {
	const [row] = await db
		.select({ refund: refunds, payment: payments })
		.from(refunds)
		.innerJoin(payments, eq(payments.id, refunds.paymentId))
		.where(eq(refunds.id, refundId))
	if (!row || row.refund.refundedAt || row.refund.failedAt || !row.payment.captureId) return
	// The provider has accepted this refund and works on it; `noteRefunds` asks for the result.
	if (row.refund.providerId) return
	if (row.refund.toldOf === 'refundRefused') return

	const { provider, captureId } = row.payment
	// Throws while the provider's keys are not configured, which is no refusal: the job is retried.
	const connected = paymentProvider(provider)
	try {
		const { amount } = row.refund
		const given = await connected.refund(captureId, amount, refundId)
		const { providerRefundId: providerId, isPending, unknownStatus: status } = given
		await db
			.update(refunds)
			.set({ providerId, refundedAt: isPending ? null : now.toJSDate() })
			.where(and(eq(refunds.id, refundId), isNull(refunds.refundedAt)))
		if (status === undefined) return
		const { orderId } = row.payment
		await db.transaction(async (tx) => {
			await lock(tx, { orders: [orderId] })
			await tellOfUnknownStatus(tx, { orderId, about: providerId, status })
		})
	} catch (error) {
		if (!(error instanceof ProviderRefused)) throw error
		log.warn({ refundId, err: error }, 'the provider refused a refund')
		await noteRefundsIfKnown(provider, captureId, now)
		await leaveToOperator(row, now)
	}
}

/** Notes the refunds that the provider has of this money; does nothing when the provider does not know the money. */
async function noteRefundsIfKnown(provider: ProviderName, captureId: string, now: DateTime) {
	try {
		await noteRefunds(provider, captureId, now)
	} catch (error) {
		if (!(error instanceof ProviderRefused)) throw error
	}
}

/** Tells the operator of a refused refund; marks it failed when not enough money is left for it. */
async function leaveToOperator(
	{ refund, payment }: { refund: typeof refunds.$inferSelect; payment: Payment },
	now: DateTime,
): Promise<void> {
	await db.transaction(async (tx) => {
		const [{ id, amount }, { orderId }] = [refund, payment]
		await lock(tx, { orders: [orderId] })
		const others = (await listRefunds(tx, payment.id)).filter((other) => other.id !== id)
		const left = leftOf(payment.paidAmount, others, await disputedOf(tx, payment.id))
		if (left < amount) await noteFailedRefund(tx, { id, orderId, now })
		else await tellOfRefusal(tx, orderId, id)
	})
}

/**
 * Orders a refund of an order for the venue: `amount` cents, or all that is left, the newest payment first. Jobs send
 * it, and a letter for each payment tells the customer. The same amount ordered twice within an hour goes back once.
 * When nothing more can go back, the order's own gift vouchers are voided; `voided` counts them. Refused when the
 * number of refunds is no longer the `seenRefunds` that a page showed.
 */
export async function orderRefund(
	number: string,
	amount: Cents | null,
	{ seenRefunds, ...by }: Author & { seenRefunds?: number } = byOperator,
): Promise<Result<{ ordered: Cents; voided: number }>> {
	return db.transaction(async (tx) => {
		const [order] = await tx.select({ id: orders.id }).from(orders).where(eq(orders.number, number))
		if (!order) return refuse('orderNotFound')
		const sold = await listSoldVouchers(tx, order.id)
		await lock(tx, { vouchers: sold, orders: [order.id] })
		const refundable = await loadRefundable(tx, order.id, sold)
		if (refundable.payments.length === 0) return refuse('desk.nothingToGiveBack')
		const judged = judgeRefund(amount, refundable)
		if (!judged.ok) return judged
		const isAsSeen = seenRefunds === undefined || seenRefunds === (await countRefunds(tx, order.id))
		if (!isAsSeen) return refuse('desk.refundedMeanwhile')

		const { ordered, isAll } = judged.value
		const why = { cause: 'ordered' as const, reason: 'ordered by the operator' }
		const refundIds = await noteRefundsOf(tx, ordered, refundable.payments, why)
		await noteEvent(tx, order.id, by, `refund ${ordered}`)
		const { length: voided } = isAll ? await voidSoldVouchers(tx, order.id, sold) : []
		for (const refundId of refundIds) await enqueue(tx, 'mailRefund', { refundId })
		return ok({ ordered, voided })
	})
}

async function countRefunds(tx: Transaction, orderId: string): Promise<number> {
	const paidBy = tx.select({ id: payments.id }).from(payments).where(eq(payments.orderId, orderId))
	return tx.$count(refunds, inArray(refunds.paymentId, paidBy))
}

/** Notes refunds of `amount` cents in all, the newest payment first. Returns their ids. */
export async function noteRefundsOf(
	tx: Transaction,
	amount: Cents,
	payments: readonly PaymentLeft[],
	why: Refunding,
): Promise<string[]> {
	return Promise.all(
		sharedOut(amount, payments).map((part) => noteRefund(tx, part.paymentId, part.amount, why)),
	)
}

/**
 * Loads the money of an order that can go back, the newest payment first, without sums that a bank holds or has taken.
 * `sold`: the ids of its gift vouchers, which the caller has locked with the order.
 */
export async function loadRefundable(
	tx: Transaction,
	orderId: string,
	sold: readonly string[],
): Promise<Refundable & { payments: PaymentLeft[] }> {
	const paid = await tx
		.select({ id: payments.id, amount: payments.paidAmount })
		.from(payments)
		.where(and(eq(payments.orderId, orderId), eq(payments.state, 'paid')))
		.orderBy(desc(payments.createdAt))
	const before: Before[] = []
	const left: PaymentLeft[] = []
	for (const { id: paymentId, amount } of paid) {
		const own = await listRefunds(tx, paymentId)
		left.push({ paymentId, left: leftOf(amount, own, await disputedOf(tx, paymentId)) })
		before.push(...own)
	}
	return {
		left: sum(left.map((payment) => payment.left)),
		spent: await spentOf(tx, sold),
		recent: recentOf(before),
		payments: left,
	}
}

type Before = Awaited<ReturnType<typeof listRefunds>>[number]

/** Returns the cents of each refund ordered within the last hour; one shared out over payments counts as one. */
function recentOf(before: readonly Before[]): Cents[] {
	const recent = before.filter(({ isRecent }) => isRecent)
	const moments = new Set(recent.map(({ at }) => at))
	return [...moments].map((moment) =>
		sum(recent.filter(({ at }) => at === moment).map(({ amount }) => amount)),
	)
}

/** Finds the order and the amount of a refund; null for an unknown one. */
export async function findOrderedRefund(
	refundId: string,
): Promise<{ orderId: string; amount: Cents } | null> {
	const [row] = await db
		.select({ orderId: payments.orderId, amount: refunds.amount })
		.from(refunds)
		.innerJoin(payments, eq(payments.id, refunds.paymentId))
		.where(eq(refunds.id, refundId))
	return row ?? null
}

/** Tells the progress of an order's refunds, shown for one without a booking; null without refunds. One round trip. */
export async function findRefund(orderId: string): Promise<'underWay' | 'done' | null> {
	const rows = await db
		.select({ refundedAt: refunds.refundedAt })
		.from(refunds)
		.innerJoin(payments, eq(payments.id, refunds.paymentId))
		.where(and(eq(payments.orderId, orderId), isNull(refunds.failedAt)))
	if (rows.length === 0) return null
	return rows.every(({ refundedAt }) => refundedAt) ? 'done' : 'underWay'
}
