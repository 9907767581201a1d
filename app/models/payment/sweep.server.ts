import { and, eq, inArray, isNotNull, isNull, lt, notInArray, sql } from 'drizzle-orm'
import type { DateTime } from 'luxon'
import PQueue from 'p-queue'

import { db } from '#app/db/client.server.ts'
import { payments, refunds } from '#app/db/schema.ts'
import { log } from '#app/gateways/log.server.ts'
import { endForgottenChanges } from '#app/models/payment/change.server.ts'
import { closePayment } from '#app/models/payment/close.server.ts'
import { endPayLinks } from '#app/models/payment/pay-link.server.ts'
import { isBeingCaptured, isOverdue } from '#app/models/payment/payment.server.ts'
import { livePaymentStates } from '#app/models/payment/payment.ts'
import { noteRefunds, tellOfDelay } from '#app/models/payment/provider-refunds.server.ts'
import { refundPayment } from '#app/models/payment/refund.server.ts'
import { settlePayment } from '#app/models/payment/settle.server.ts'

/** The most open payments, closed payments and refunds that one sweep asks about, and the most at once. */
const SWEEP = { open: 400, closed: 50, refunds: 50, atOnce: 8 }

/**
 * The job that settles the payments whose visitor did not come back. An overdue one is closed at the provider first,
 * unless its capture was begun and may be retried (faults B14). Payments asked about longest ago come first: a debit
 * that stays open for days delays no other, and with up to 1,600 open ones each has its turn within two minutes. Orders
 * whose pay link was not paid in time end first, changes of bookings that nobody began to pay last.
 */
export async function sweepPayments(now: DateTime): Promise<void> {
	await endPayLinks(now)
	const [open, closed] = await Promise.all([listOpen(), listClosed()])
	// The time of asking is noted before the work: a sweep that breaks off does not begin with the same payments again.
	await noteLook(open.map(({ id }) => id))
	const looks = [...open, ...closed].map(({ id, isGivenUp }) => async () => {
		const look = isGivenUp ? closePayment : settlePayment
		await look(id, now).catch((error: unknown) =>
			log.warn({ paymentId: id, err: error }, 'payment could not be settled yet'),
		)
	})
	await new PQueue({ concurrency: SWEEP.atOnce }).addAll(looks)
	await noteLook(closed.map(({ id }) => id))
	await endForgottenChanges()
}

/**
 * The job that sends refunds again whose own job gave up or still retries: the provider was away for days, or did not
 * accept our keys. It first notes the refunds that the provider has, for a provider forgets keys in time; when that
 * fails, nothing is sent. A refund that the provider works on is only asked about. The operator is told of a refund
 * that has not gone out for six hours.
 */
export async function sweepRefunds(now: DateTime): Promise<void> {
	const waiting = await listWaitingRefunds()
	for (const { id, orderId, isLate } of waiting) if (isLate) await tellOfDelay(orderId, id)
	const tries = waiting.map(({ id, provider, captureId }) => async () => {
		try {
			await noteRefunds(provider, captureId ?? '', now)
			await refundPayment(id, now)
		} catch (error) {
			log.warn({ refundId: id, err: error }, 'refund could not be sent yet')
		}
	})
	await new PQueue({ concurrency: SWEEP.atOnce }).addAll(tries)
}

/**
 * Lists the refunds to send again, at least an hour old and without refused ones: of those the operator was told, and
 * may have refunded by hand, which looks like any other refund. Their order is random, so that refunds that cannot go
 * out do not block the others.
 */
function listWaitingRefunds() {
	return db
		.select({
			id: refunds.id,
			orderId: payments.orderId,
			provider: payments.provider,
			captureId: payments.captureId,
			isLate: sql<boolean>`${refunds.createdAt} < now() - interval '6 hours' and ${refunds.toldOf} is null
				and ${refunds.providerId} is null`,
		})
		.from(refunds)
		.innerJoin(payments, eq(payments.id, refunds.paymentId))
		.where(
			and(
				isNull(refunds.refundedAt),
				isNull(refunds.failedAt),
				lt(refunds.createdAt, sql`now() - interval '1 hour'`),
				sql`${refunds.toldOf} is distinct from 'refundRefused'`,
				isNotNull(payments.captureId),
			),
		)
		.orderBy(sql`random()`)
		.limit(SWEEP.refunds)
}

type PaymentToSettle = { id: string; isGivenUp: boolean }

function listOpen(): Promise<PaymentToSettle[]> {
	return db
		.select({ id: payments.id, isGivenUp: sql<boolean>`${isOverdue} and not ${isBeingCaptured}` })
		.from(payments)
		.where(and(isOpen, lt(payments.createdAt, sql`now() - interval '20 seconds'`)))
		.orderBy(sql`${payments.lookedAt} nulls first`, payments.createdAt)
		.limit(SWEEP.open)
}

/**
 * SQL that is true for a live payment. The states are literal text as in the index: with parameters the cached plan
 * would read all payments.
 */
const isOpen = sql`${payments.state} in (${sql.raw(livePaymentStates.map((state) => `'${state}'`).join(', '))})`

/**
 * Lists payments closed without money within the last week: money may still come, without a webhook (faults H6). The
 * provider is asked about each after two minutes and then whenever the payment's age has doubled, about twelve times in
 * all.
 */
function listClosed(): Promise<PaymentToSettle[]> {
	const last = sql`coalesce(${payments.lookedAt}, ${payments.settledAt})`
	return db
		.select({ id: payments.id, isGivenUp: sql<boolean>`false` })
		.from(payments)
		.where(
			and(
				notInArray(payments.state, [...livePaymentStates]),
				isNull(payments.paidAmount),
				isNotNull(payments.providerId),
				sql`${payments.settledAt} > now() - interval '7 days'`,
				sql`now() > ${last} + greatest(interval '2 minutes', ${last} - ${payments.settledAt})`,
			),
		)
		.orderBy(last)
		.limit(SWEEP.closed)
}

async function noteLook(ids: string[]): Promise<void> {
	if (ids.length === 0) return
	await db
		.update(payments)
		.set({ lookedAt: sql`now()` })
		.where(inArray(payments.id, ids))
}
