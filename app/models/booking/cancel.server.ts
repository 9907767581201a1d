import { isDeepStrictEqual } from 'node:util'

import { and, eq, sql } from 'drizzle-orm'
import type { DateTime } from 'luxon'

import { untilAllLocked } from '#app/db/all-locked.ts'
import { db, type Transaction } from '#app/db/client.server.ts'
import { lock } from '#app/db/lock.server.ts'
import { enqueue } from '#app/db/queue.server.ts'
import { allocations, onSitePayments, orders, payments } from '#app/db/schema.ts'
import { judgeCancellation } from '#app/models/booking/cancel.ts'
import { issueWithin } from '#app/models/invoice/issue.server.ts'
import { cents, sum, type Cents } from '#app/models/money.ts'
import { noteEvent } from '#app/models/order/order.server.ts'
import {
	giveVoucherBack,
	listSoldVouchers,
	voidSoldVouchers,
} from '#app/models/order/sold-vouchers.server.ts'
import { loadRefundable, noteRefundsOf } from '#app/models/payment/refund.server.ts'
import { ok, refuse, type Result } from '#app/models/result.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import { feeVatOf } from '#app/models/venue/venue.ts'
import { findReturnedVoucher, voucherOfOrder } from '#app/models/voucher/ledger.server.ts'
import type { ReturnedVoucher } from '#app/models/voucher/voucher.ts'

/**
 * The outcome of a cancellation: the money that goes back and that is kept, the number of gift vouchers voided, the
 * amount paid on site, and the voucher that the order was paid with.
 */
export type Cancelled = {
	back: Cents
	kept: Cents
	/** The part of the fee that was kept of what the voucher paid. */
	feeOfVoucher: Cents
	voided: number
	paidOnSite: Cents
	voucher: ReturnedVoucher | null
}

/**
 * Cancels a booking for the operator: frees its places, returns the amount to the voucher it was paid with, and notes a
 * refund of the online payment. `fee` is kept, first of the voucher's amount. Jobs send the refund and the mail.
 */
export async function cancelBooking(
	number: string,
	fee: Cents,
	now: DateTime,
): Promise<Result<Cancelled>> {
	const done = await untilAllLocked(() =>
		db.transaction((tx) => cancelOnce(tx, { number, fee, now })),
	)
	return done ?? refuse('desk.keepsChanging')
}

type Cancelling = { number: string; fee: Cents; now: DateTime }

/** Returns null when the order was paid before the lock, as its gift vouchers are not locked then. */
async function cancelOnce(
	tx: Transaction,
	{ number, fee, now }: Cancelling,
): Promise<Result<Cancelled> | null> {
	const found = await findBooking(tx, number)
	if (!found) return refuse('orderNotFound')
	const { id: orderId, day, voucher } = found
	const sold = await listSoldVouchers(tx, orderId)
	const spentOn = voucher === null ? [] : [voucher]
	await lock(tx, { days: [day], vouchers: [...sold, ...spentOn], orders: [orderId] })
	const locked = [await findBooking(tx, number), await listSoldVouchers(tx, orderId)]
	if (!isDeepStrictEqual(locked, [found, sold])) return null
	const [order] = await tx.select().from(orders).where(eq(orders.id, orderId))
	if (!order) return refuse('orderNotFound')
	const refundable = await loadRefundable(tx, orderId, sold)
	const judged = judgeCancellation(order, refundable, fee)
	if (!judged.ok) return judged

	const { back, kept, feeOfVoucher } = judged.value
	await end(tx, orderId, { kept, fee, feeOfVoucher }, now)
	await giveVoucherBack(tx, orderId, feeOfVoucher)
	const { length: voided } = await voidSoldVouchers(tx, orderId, sold)
	const cause = { reason: 'cancelled by the operator' }
	const refundIds = await noteRefundsOf(tx, back, refundable.payments, cause)
	// Corrects the invoices before the commit, so before the returned voucher can be spent again.
	await issueWithin(tx, orderId, now)
	const [refundId = null, ...otherRefundIds] = refundIds
	const letter = { orderId, refundId, otherRefundIds }
	await enqueue(tx, 'mailCancellation', letter, { id: orderId })
	const paidOnSite = await paidOnSiteFor(tx, orderId)
	const returned = await findReturnedVoucher(tx, orderId, now)
	return ok({ back, kept, feeOfVoucher, voided, paidOnSite, voucher: returned })
}

/** Finds what is locked for a cancellation, and whether the order was paid. */
async function findBooking(tx: Transaction, number: string) {
	const [found] = await tx
		.select({
			id: orders.id,
			day: orders.day,
			voucher: voucherOfOrder,
			isPaid: sql<boolean>`exists (
				select from ${payments} where ${eq(payments.orderId, orders.id)} and ${payments.state} = 'paid')`,
		})
		.from(orders)
		.where(eq(orders.number, number))
	return found
}

/** Ends the order and releases its places; a trigger raises the day's version. */
async function end(
	tx: Transaction,
	orderId: string,
	keeping: { kept: Cents; fee: Cents; feeOfVoucher: Cents },
	now: DateTime,
): Promise<void> {
	const kept = sum([keeping.kept, keeping.feeOfVoucher])
	const feeVat = feeVatOf(currentVenue())
	await tx
		.update(orders)
		.set({ state: 'cancelled', cancelledAt: now.toJSDate(), ...keeping, feeVat })
		.where(eq(orders.id, orderId))
	await tx
		.update(allocations)
		.set({ state: 'released' })
		.where(and(eq(allocations.orderId, orderId), eq(allocations.state, 'confirmed')))
	await noteEvent(tx, orderId, 'operator', kept > 0 ? `cancelled, ${kept} kept` : 'cancelled')
}

async function paidOnSiteFor(tx: Transaction, orderId: string): Promise<Cents> {
	const [row] = await tx
		.select({ amount: sql`coalesce(sum(${onSitePayments.counts}), 0)`.mapWith(Number) })
		.from(onSitePayments)
		.where(eq(onSitePayments.orderId, orderId))
	return cents(row?.amount ?? 0)
}
