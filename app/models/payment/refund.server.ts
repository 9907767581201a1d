import { randomUUID } from 'node:crypto'

import { eq } from 'drizzle-orm'
import type { DateTime } from 'luxon'

import { db, type Transaction } from '#app/db/client.server.ts'
import { enqueue } from '#app/db/queue.server.ts'
import { payments, refunds } from '#app/db/schema.ts'
import { paymentProvider } from '#app/gateways/providers.server.ts'
import type { Cents } from '#app/models/money.ts'

/** Notes that all of a payment goes back; a job asks the provider for it. */
export async function refundAll(tx: Transaction, paymentId: string, amount: Cents): Promise<void> {
	const id = randomUUID()
	await tx
		.insert(refunds)
		.values({ id, paymentId, amount, reason: 'no booking stands against this money' })
	await enqueue(tx, 'refundPayment', { refundId: id })
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
