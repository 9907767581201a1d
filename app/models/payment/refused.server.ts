import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import type { DateTime } from 'luxon'

import { db, type Transaction } from '#app/db/client.server.ts'
import { lock } from '#app/db/lock.server.ts'
import { orders, payments, refunds } from '#app/db/schema.ts'
import { ProviderRefused, ProviderUnavailable } from '#app/gateways/provider-error.ts'
import { sum, type Cents } from '#app/models/money.ts'
import { noteEvent, type Author } from '#app/models/order/order.server.ts'
import { listSoldVouchers, voidPaidBack } from '#app/models/order/sold-vouchers.server.ts'
import { disputedOf } from '#app/models/payment/dispute.server.ts'
import { noteRefunds } from '#app/models/payment/provider-refunds.server.ts'
import { leftOf } from '#app/models/payment/refund.ts'
import { judgePaidBack, refusedOf, type RefundRow } from '#app/models/payment/refused.ts'
import { ok, refuse, type Result } from '#app/models/result.ts'

// Refunds that a provider refused or that failed: the operator pays them back in another way, such as a bank transfer.

/** Finds the refunds of an order that the operator may pay back in another way: all, or one of the amount `wanted`. */
export async function findRefused(
	number: string,
	wanted: Cents | null,
): Promise<Result<RefundRow[]>> {
	return db.transaction(async (tx) => {
		const [order] = await tx.select({ id: orders.id }).from(orders).where(eq(orders.number, number))
		if (!order) return refuse('orderNotFound')
		await lock(tx, { orders: [order.id] })
		return judgePaidBack(wanted, await loadRefused(tx, order.id))
	})
}

/**
 * Notes that these refunds were paid back in another way, so that no job sends them and they count as refunded. The
 * provider is asked first: a refund that was made there meanwhile, or is on its way, is refused (faults N363). Its row
 * gets the time and no id of the provider, and keeps its cause, its revision and its paper.
 */
export async function notePaidBack(
	number: string,
	ids: readonly string[],
	{ by, now }: { by: Author; now: DateTime },
): Promise<Result<{ paidBack: Cents }>> {
	const isAsked = await askProviders(ids, now)
	if (!isAsked) return refuse('desk.providerSilent')
	return db.transaction(async (tx) => {
		const [order] = await tx.select({ id: orders.id }).from(orders).where(eq(orders.number, number))
		if (!order) return refuse('orderNotFound')
		const sold = await listSoldVouchers(tx, order.id)
		await lock(tx, { vouchers: sold, orders: [order.id] })
		const { refused } = await loadRefused(tx, order.id)
		const chosen = refused.filter(({ id }) => ids.includes(id))
		if (chosen.length === 0 || chosen.length < ids.length) return refuse('desk.refundedMeanwhile')

		await tx
			.update(refunds)
			.set({ refundedAt: now.toJSDate(), failedAt: null, providerId: null })
			.where(inArray(refunds.id, [...ids]))
		for (const { id, amount } of chosen)
			await noteEvent(tx, order.id, by, `refund ${id} paid back otherwise: ${amount}`)
		await voidPaidBack(tx, order.id, sold)
		return ok({ paidBack: sum(chosen.map(({ amount }) => amount)) })
	})
}

/**
 * Asks the providers of these refunds for all refunds of their money and notes those; false when one gives no usable
 * answer. A provider that is no longer connected, or does not know the money any more, has no refund on its way.
 */
async function askProviders(ids: readonly string[], now: DateTime): Promise<boolean> {
	const paid = await db
		.selectDistinct({ provider: payments.provider, captureId: payments.captureId })
		.from(refunds)
		.innerJoin(payments, eq(payments.id, refunds.paymentId))
		.where(inArray(refunds.id, [...ids]))
	for (const { provider, captureId } of paid)
		try {
			await noteRefunds(provider, captureId ?? '', now)
		} catch (error) {
			if (error instanceof ProviderUnavailable) return false
			if (!(error instanceof ProviderRefused)) throw error
		}
	return true
}

/**
 * Loads the refunds of an order that are left to the operator; `isUnderWay` when another one is not finished. The
 * caller has locked the order.
 */
async function loadRefused(
	tx: Transaction,
	orderId: string,
): Promise<{ refused: RefundRow[]; isUnderWay: boolean }> {
	const paid = await tx
		.select({ id: payments.id, amount: payments.paidAmount })
		.from(payments)
		.where(and(eq(payments.orderId, orderId), isNotNull(payments.paidAmount)))
	const ids = paid.map(({ id }) => id)
	const all = await tx.select().from(refunds).where(inArray(refunds.paymentId, ids))
	const left = new Map<string, Cents>()
	for (const { id, amount } of paid) {
		const given = all.filter(({ paymentId, failedAt }) => paymentId === id && failedAt === null)
		left.set(id, leftOf(amount, given, await disputedOf(tx, id)))
	}
	const refused = refusedOf(all, left)
	const isUnderWay = all.some((it) => !it.refundedAt && !it.failedAt && !refused.includes(it))
	return { refused, isUnderWay }
}
