import { isDeepStrictEqual } from 'node:util'

import { and, eq, inArray, sql } from 'drizzle-orm'
import { DateTime } from 'luxon'

import { untilAllLocked } from '#app/db/all-locked.ts'
import { db, type Transaction } from '#app/db/client.server.ts'
import { lock } from '#app/db/lock.server.ts'
import { enqueue } from '#app/db/queue.server.ts'
import { allocations, onSitePayments, orders, payments } from '#app/db/schema.ts'
import {
	judgeByTerms,
	judgeCancellation,
	type OwnCancellation,
} from '#app/models/booking/cancel.ts'
import { issueWithin } from '#app/models/invoice/issue.server.ts'
import { cents, sum, type Cents } from '#app/models/money.ts'
import { endChange } from '#app/models/order/change.server.ts'
import { findOrderById } from '#app/models/order/find.server.ts'
import { byOperator, noteEvent, type Author } from '#app/models/order/order.server.ts'
import type { Order } from '#app/models/order/order.ts'
import { enqueueNoteOfCancellation } from '#app/models/order/revision-letters.server.ts'
import {
	giveVoucherBack,
	listSoldVouchers,
	voidSoldVouchers,
} from '#app/models/order/sold-vouchers.server.ts'
import { closeLivePayment } from '#app/models/payment/close.server.ts'
import { livePaymentStates } from '#app/models/payment/payment.ts'
import { loadRefundable, noteRefundsOf } from '#app/models/payment/refund.server.ts'
import { CANCELLED, type PaymentLeft, type Refundable } from '#app/models/payment/refund.ts'
import { ok, refuse, type Result } from '#app/models/result.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import type { Day } from '#app/models/venue/slot.ts'
import { feeVatOf } from '#app/models/venue/venue.ts'
import { findReturnedVoucher, voucherOfOrder } from '#app/models/voucher/ledger.server.ts'
import type { ReturnedVoucher } from '#app/models/voucher/voucher.ts'

/**
 * The outcome of a cancellation: the money that goes back online (`back`) and that is kept, the number of gift vouchers
 * voided, the amount paid on site, and the voucher that the order was paid with.
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
 * The author of a cancellation by the venue and, where a page has shown them, the sum that goes back online and the fee
 * of the policy. What a voucher paid covers the fee first, so the sum alone does not tell the fee (faults N390).
 */
type ByVenue = Author & { shownBack?: Cents; shownFee?: Cents }

/**
 * Cancels a booking for the venue: frees its places, returns the amount to the voucher it was paid with, and notes a
 * refund of the online payment. `fee` (cents) is kept, first of the voucher's amount. Jobs send the refund and the
 * mail. Refused, with nothing written, when another sum would go back than was shown, or the policy keeps another fee
 * by now.
 */
export async function cancelBooking(
	number: string,
	fee: Cents,
	now: DateTime,
	{ actor, reason = null, shownBack, shownFee }: ByVenue = byOperator,
): Promise<Result<Cancelled>> {
	const [found] = await db.select({ id: orders.id }).from(orders).where(eq(orders.number, number))
	if (!found) return refuse('orderNotFound')
	return cancelAs({ actor, reason }, found.id, now, (order, money, at) => {
		const judged = judgeCancellation(order, money, fee)
		if (!judged.ok) return judged
		const byTerms = shownFee !== undefined && judgeByTerms(currentVenue(), order, money, at)
		const isAsShown =
			(shownBack === undefined || shownBack === judged.value.back) &&
			(byTerms === false || byTerms?.fee === shownFee)
		return isAsShown ? ok({ ...judged.value, fee }) : refuse('booking.sumsChanged')
	})
}

/** The money of an order with its payments, and the ids of the gift vouchers it has sold. */
type Money = Refundable & { payments: PaymentLeft[]; sold: string[] }

/** Decides the sums of a cancellation once all rows that it needs are locked; `at` is the moment of the database. */
type Judge<Sums = OwnCancellation> = (
	order: Order,
	money: Money,
	at: DateTime,
	tx: Transaction,
) => Result<Sums> | Promise<Result<Sums>>

/**
 * The author of a cancellation; `closingId` is the id of the closing of the booking's day, with whose words the letter
 * begins.
 */
type Canceller = Author & { closingId?: string }

/**
 * Cancels a booking with the sums that `judge` decides under the locks. An open payment of the rest or of a change is
 * closed at its provider before, and the change ends; one that was begun between that and the locks is closed after the
 * commit, and money that comes all the same goes back whole when it is settled (faults K8). When `judge` refuses, that
 * payment stays open (faults K115).
 */
export async function cancelAs(
	by: Canceller,
	orderId: string,
	now: DateTime,
	judge: Judge,
): Promise<Result<Cancelled>> {
	const ahead = await lookAhead(orderId, judge)
	const asked = ahead.ok ? await closeLivePayment(orderId, now) : null
	const done = await untilAllLocked(() =>
		db.transaction((tx) => cancelOnce(tx, { by, orderId, now, judge })),
	)
	if (!done?.ok) return done ?? refuse('desk.keepsChanging')
	const { liveId, ...cancelled } = done.value
	// A provider that did not close a payment a moment ago is not waited for twice.
	if (liveId !== null && liveId !== asked) await closeLivePayment(orderId, now)
	return ok(cancelled)
}

/** Calls `judge` with an order and its money under their locks, and returns its sums or refusal; cancels nothing. */
export async function lookAhead<Sums>(orderId: string, judge: Judge<Sums>): Promise<Result<Sums>> {
	return db.transaction(async (tx) => {
		const sold = await listSoldVouchers(tx, orderId)
		await lock(tx, { vouchers: sold, orders: [orderId] })
		const [order, at] = [await findOrderById(orderId, tx), await clockOf(tx)]
		if (!order) return refuse('orderNotFound')
		return judge(order, { ...(await loadRefundable(tx, orderId, sold)), sold }, at, tx)
	})
}

type Cancelling = { by: Canceller; orderId: string; now: DateTime; judge: Judge }

/**
 * Cancels an order in one transaction. Returns null when its day, voucher, open change, payment or gift vouchers
 * changed before the lock, so that the wrong rows may be locked.
 */
async function cancelOnce(
	tx: Transaction,
	{ by, orderId, now, judge }: Cancelling,
): Promise<Result<Cancelled & { liveId: string | null }> | null> {
	const found = await findBooking(tx, orderId)
	if (!found) return refuse('orderNotFound')
	const { day, voucher, change, liveId } = found
	const sold = await listSoldVouchers(tx, orderId)
	const spentOn = voucher === null ? [] : [voucher]
	const days = [day, change?.day ?? null]
	await lock(tx, { days, vouchers: [...sold, ...spentOn], orders: [orderId] })
	const locked = [await findBooking(tx, orderId), await listSoldVouchers(tx, orderId)]
	if (!isDeepStrictEqual(locked, [found, sold])) return null
	const [order, at] = [await findOrderById(orderId, tx), await clockOf(tx)]
	if (!order) return refuse('orderNotFound')
	const refundable = await loadRefundable(tx, orderId, sold)
	const judged = await judge(order, { ...refundable, sold }, at, tx)
	if (!judged.ok) return judged

	const { back, kept, fee, feeOfVoucher } = judged.value
	await end(tx, orderId, { kept, fee, feeOfVoucher }, { by, now })
	if (change) await endChange(tx, change.id)
	await giveVoucherBack(tx, orderId, feeOfVoucher)
	const { length: voided } = await voidSoldVouchers(tx, orderId, sold)
	const reason = `${CANCELLED} ${by.actor === 'customer' ? 'customer' : 'operator'}`
	const why = { cause: 'cancelled' as const, reason }
	const refundIds = await noteRefundsOf(tx, back, refundable.payments, why)
	// Corrects the invoices before the commit, so before the returned voucher can be spent again.
	await issueWithin(tx, orderId, now)
	const [refundId = null, ...otherRefundIds] = refundIds
	const { closingId } = by
	const letter = { orderId, refundId, otherRefundIds, ...(closingId && { closingId }) }
	await enqueue(tx, 'mailCancellation', letter, { id: orderId })
	await enqueueNoteOfCancellation(tx, order)
	const paidOnSite = await paidOnSiteFor(tx, orderId)
	if (paidOnSite > 0 && (by.actor === 'customer' || closingId))
		await enqueue(tx, 'tellOperator', { orderId, concern: 'tillMoney' })
	const returned = await findReturnedVoucher(tx, orderId, now)
	return ok({ back, kept, feeOfVoucher, voided, paidOnSite, voucher: returned, liveId })
}

/** Reads the present moment of the database's clock, not that at which the transaction began to wait for its locks. */
async function clockOf(tx: Transaction): Promise<DateTime> {
	const [row] = await tx.execute<{ at: number }>(
		sql`select extract(epoch from clock_timestamp())::float8 as at`,
	)
	return DateTime.fromSeconds(row?.at ?? 0, { zone: 'utc' })
}

/**
 * Finds the day, the voucher and the open change of an order, which determine what a cancellation locks, whether the
 * order was paid, and the open payment of its rest or change; undefined for an unknown order.
 */
async function findBooking(tx: Transaction, orderId: string) {
	const [found] = await tx
		.select({
			day: orders.day,
			voucher: voucherOfOrder,
			change: sql<{ id: string; day: Day | null } | null>`(
				select json_build_object('id', id, 'day', content ->> 'day') from order_changes
				where order_id = orders.id and state = 'open')`,
			isPaid: sql<boolean>`exists (
				select from ${payments} where ${eq(payments.orderId, orders.id)} and ${payments.state} = 'paid')`,
			liveId: sql<string | null>`(
				select id from ${payments} where ${eq(payments.orderId, orders.id)} and ${payments.purpose} <> 'order'
					and ${inArray(payments.state, [...livePaymentStates])})`,
		})
		.from(orders)
		.where(eq(orders.id, orderId))
	return found
}

/**
 * Marks an order as cancelled with the sums that are kept, and releases its places; a database trigger raises the
 * version of its day.
 */
async function end(
	tx: Transaction,
	orderId: string,
	keeping: { kept: Cents; fee: Cents; feeOfVoucher: Cents },
	{ by, now }: { by: Author; now: DateTime },
): Promise<void> {
	const kept = sum([keeping.kept, keeping.feeOfVoucher])
	const feeVat = feeVatOf(currentVenue())
	await tx
		.update(orders)
		.set({
			state: 'cancelled',
			cancelledAt: now.toJSDate(),
			cancelledBy: by.actor,
			...keeping,
			feeVat,
		})
		.where(eq(orders.id, orderId))
	await tx
		.update(allocations)
		.set({ state: 'released' })
		.where(and(eq(allocations.orderId, orderId), eq(allocations.state, 'confirmed')))
	await noteEvent(tx, orderId, by, kept > 0 ? `cancelled, ${kept} kept` : 'cancelled')
}

async function paidOnSiteFor(tx: Transaction, orderId: string): Promise<Cents> {
	const [row] = await tx
		.select({ amount: sql`coalesce(sum(${onSitePayments.counts}), 0)`.mapWith(Number) })
		.from(onSitePayments)
		.where(eq(onSitePayments.orderId, orderId))
	return cents(row?.amount ?? 0)
}
