import { isDeepStrictEqual } from 'node:util'

import { and, eq, type SQL, sql } from 'drizzle-orm'
import { DateTime } from 'luxon'

import { untilAllLocked } from '#app/db/all-locked.ts'
import { db, type Transaction } from '#app/db/client.server.ts'
import { lock } from '#app/db/lock.server.ts'
import { enqueue } from '#app/db/queue.server.ts'
import { allocations, onSitePayments, orders, payments } from '#app/db/schema.ts'
import { judgeCancellation, type OwnCancellation } from '#app/models/booking/cancel.ts'
import { issueWithin } from '#app/models/invoice/issue.server.ts'
import { cents, sum, type Cents } from '#app/models/money.ts'
import { endChange } from '#app/models/order/change.server.ts'
import { findOrderById } from '#app/models/order/find.server.ts'
import { noteEvent } from '#app/models/order/order.server.ts'
import type { Order } from '#app/models/order/order.ts'
import { enqueueNoteOfCancellation } from '#app/models/order/revision-letters.server.ts'
import {
	giveVoucherBack,
	listSoldVouchers,
	voidSoldVouchers,
} from '#app/models/order/sold-vouchers.server.ts'
import { closeLivePayment } from '#app/models/payment/close.server.ts'
import { loadRefundable, noteRefundsOf } from '#app/models/payment/refund.server.ts'
import type { Refundable } from '#app/models/payment/refund.ts'
import { ok, refuse, type Result } from '#app/models/result.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import type { Day } from '#app/models/venue/slot.ts'
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
 * refund of the online payment. `fee` is kept, first of the voucher's amount. Jobs send the refund and the mail. A
 * payment of the rest or of a change that is open is closed at its provider before, and the change ends.
 */
export async function cancelBooking(
	number: string,
	fee: Cents,
	now: DateTime,
): Promise<Result<Cancelled>> {
	const [order] = await db.select({ id: orders.id }).from(orders).where(eq(orders.number, number))
	if (order) await closeLivePayment(order.id, now)
	return cancelAs('operator', eq(orders.number, number), now, (order, money) => {
		const judged = judgeCancellation(order, money, fee)
		return judged.ok ? ok({ ...judged.value, fee }) : judged
	})
}

/** The first words of a refund's reason that belongs to a cancellation. */
export const CANCELLED = 'cancelled by the'

type Actor = 'operator' | 'customer'

/** Decides the sums of a cancellation once all that it needs is locked; `at` is the moment of the database. */
type Judge = (order: Order, money: Refundable, at: DateTime) => Result<OwnCancellation>

/** Cancels the booking that `which` finds, with the sums that `judge` decides under the locks. */
export async function cancelAs(
	actor: Actor,
	which: SQL,
	now: DateTime,
	judge: Judge,
): Promise<Result<Cancelled>> {
	const done = await untilAllLocked(() =>
		db.transaction((tx) => cancelOnce(tx, { actor, which, now, judge })),
	)
	return done ?? refuse('desk.keepsChanging')
}

type Cancelling = { actor: Actor; which: SQL; now: DateTime; judge: Judge }

/** Returns null when the order was paid before the lock, as its gift vouchers are not locked then. */
async function cancelOnce(
	tx: Transaction,
	{ actor, which, now, judge }: Cancelling,
): Promise<Result<Cancelled> | null> {
	const found = await findBooking(tx, which)
	if (!found) return refuse('orderNotFound')
	const { id: orderId, day, voucher, change } = found
	const sold = await listSoldVouchers(tx, orderId)
	const spentOn = voucher === null ? [] : [voucher]
	const days = [day, change?.day ?? null]
	await lock(tx, { days, vouchers: [...sold, ...spentOn], orders: [orderId] })
	const locked = [await findBooking(tx, which), await listSoldVouchers(tx, orderId)]
	if (!isDeepStrictEqual(locked, [found, sold])) return null
	const [order, at] = [await findOrderById(orderId, tx), await clockOf(tx)]
	if (!order) return refuse('orderNotFound')
	const refundable = await loadRefundable(tx, orderId, sold)
	const judged = judge(order, refundable, at)
	if (!judged.ok) return judged

	const { back, kept, fee, feeOfVoucher } = judged.value
	await end(tx, orderId, { kept, fee, feeOfVoucher }, { actor, now })
	if (change) await endChange(tx, change.id)
	await giveVoucherBack(tx, orderId, feeOfVoucher)
	const { length: voided } = await voidSoldVouchers(tx, orderId, sold)
	const cause = { reason: `${CANCELLED} ${actor}` }
	const refundIds = await noteRefundsOf(tx, back, refundable.payments, cause)
	// Corrects the invoices before the commit, so before the returned voucher can be spent again.
	await issueWithin(tx, orderId, now)
	const [refundId = null, ...otherRefundIds] = refundIds
	const letter = { orderId, refundId, otherRefundIds }
	await enqueue(tx, 'mailCancellation', letter, { id: orderId })
	await enqueueNoteOfCancellation(tx, order)
	const paidOnSite = await paidOnSiteFor(tx, orderId)
	const returned = await findReturnedVoucher(tx, orderId, now)
	return ok({ back, kept, feeOfVoucher, voided, paidOnSite, voucher: returned })
}

/** The moment of the database now, not that at which the transaction began to wait for its locks. */
export async function clockOf(tx: Transaction): Promise<DateTime> {
	const [row] = await tx.execute<{ at: number }>(
		sql`select extract(epoch from clock_timestamp())::float8 as at`,
	)
	return DateTime.fromSeconds(row?.at ?? 0, { zone: 'utc' })
}

/** Finds what is locked for a cancellation, with the change that waits for its payment, and whether the order was paid. */
async function findBooking(tx: Transaction, which: SQL) {
	const [found] = await tx
		.select({
			id: orders.id,
			day: orders.day,
			voucher: voucherOfOrder,
			change: sql<{ id: string; day: Day | null } | null>`(
				select json_build_object('id', id, 'day', content ->> 'day') from order_changes
				where order_id = orders.id and state = 'open')`,
			isPaid: sql<boolean>`exists (
				select from ${payments} where ${eq(payments.orderId, orders.id)} and ${payments.state} = 'paid')`,
		})
		.from(orders)
		.where(which)
	return found
}

/** Ends the order and releases its places; a trigger raises the day's version. */
async function end(
	tx: Transaction,
	orderId: string,
	keeping: { kept: Cents; fee: Cents; feeOfVoucher: Cents },
	{ actor, now }: { actor: Actor; now: DateTime },
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
	await noteEvent(tx, orderId, actor, kept > 0 ? `cancelled, ${kept} kept` : 'cancelled')
}

async function paidOnSiteFor(tx: Transaction, orderId: string): Promise<Cents> {
	const [row] = await tx
		.select({ amount: sql`coalesce(sum(${onSitePayments.counts}), 0)`.mapWith(Number) })
		.from(onSitePayments)
		.where(eq(onSitePayments.orderId, orderId))
	return cents(row?.amount ?? 0)
}
