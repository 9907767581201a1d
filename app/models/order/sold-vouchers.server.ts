import { randomInt, randomUUID } from 'node:crypto'

import { and, asc, eq, inArray, isNotNull, isNull, not, or, sql } from 'drizzle-orm'
import type { DateTime } from 'luxon'

import { db, type Transaction } from '#app/db/client.server.ts'
import { inOneRoundTrip, lock } from '#app/db/lock.server.ts'
import {
	disputes,
	orderLines,
	orders,
	payments,
	refunds,
	voucherEntries,
	vouchers,
} from '#app/db/schema.ts'
import type { LocalText } from '#app/i18n/i18n.ts'
import { releaseFromCarts, releaseStale } from '#app/models/cart/redeem.server.ts'
import { cents, zero, type Cents } from '#app/models/money.ts'
import { takenByDispute } from '#app/models/order/money.server.ts'
import { noteEvent } from '#app/models/order/order.server.ts'
import { ok, refuse, type Result } from '#app/models/result.ts'
import type { Day } from '#app/models/venue/slot.ts'
import { isVoid, releaseRedemption } from '#app/models/voucher/ledger.server.ts'
import {
	generateCode,
	groupedCode,
	normaliseCode,
	type GiftTerms,
} from '#app/models/voucher/voucher.ts'

// Gift vouchers, from their sale to their end: issued when their order is paid, void when its money goes back.

type SoldVoucher = { orderLineId: string; amount: Cents; validUntil: Day | null }

/** Issues the gift vouchers that an order has sold, usable at once. Called once, when the order is paid. */
export async function issueVouchers(
	tx: Transaction,
	sold: readonly SoldVoucher[],
	now: DateTime,
): Promise<void> {
	if (sold.length === 0) return
	const issued = sold.map((voucher) => ({ ...voucher, id: randomUUID() }))
	await inOneRoundTrip([
		() =>
			tx.insert(vouchers).values(
				issued.map((voucher) => ({
					...voucher,
					code: normaliseCode(generateCode(randomInt)),
					kind: 'value' as const,
					activatedAt: now.toJSDate(),
				})),
			),
		() =>
			tx.insert(voucherEntries).values(
				issued.map(({ id, amount }) => ({
					voucherId: id,
					sequence: 1,
					kind: 'issued' as const,
					amount,
					balance: amount,
				})),
			),
	])
}

export type GiftVoucher = {
	title: LocalText
	delivery: GiftTerms['delivery'] | null
	/** The code in groups of four. */
	code: string
	amount: Cents
	validUntil: Day | null
}

/** Lists the ids of the gift vouchers that an order has sold, which are locked before the order. */
export async function listSoldVouchers(tx: Transaction, orderId: string): Promise<string[]> {
	const rows = await tx
		.select({ id: vouchers.id })
		.from(vouchers)
		.where(isSoldBy(orderId))
		.orderBy(vouchers.id)
	return rows.map(({ id }) => id)
}

/**
 * The cents that orders, carts and the till have taken of these gift vouchers; this part of their price cannot be
 * refunded. Releases them first from carts whose hold has run out. The caller has locked the vouchers.
 */
export async function spentOf(tx: Transaction, ids: readonly string[]): Promise<Cents> {
	if (ids.length === 0) return zero
	for (const id of ids) await releaseStale(tx, id)
	const [row] = await tx
		.select({ spent: sql`coalesce(-sum(${voucherEntries.amount}), 0)`.mapWith(Number) })
		.from(voucherEntries)
		.where(and(inArray(voucherEntries.voucherId, [...ids]), isSpending))
	return cents(row?.spent ?? 0)
}

/**
 * SQL that is true for entries of a voucher's ledger that spend or return an amount, by a redemption or by a note of
 * the till.
 */
const isSpending = or(isNotNull(voucherEntries.redemptionId), isNotNull(voucherEntries.noteId))

/**
 * Voids the gift vouchers of an order by its number, also those in carts, for the operator; moves no money. Returns the
 * balance of each, which may be refunded. Refuses an unknown order and one with no balance left.
 */
export async function voidVouchersOf(number: string): Promise<Result<Cents[]>> {
	return db.transaction(async (tx) => {
		const [order] = await tx.select({ id: orders.id }).from(orders).where(eq(orders.number, number))
		if (!order) return refuse('orderNotFound')
		const sold = await listSoldVouchers(tx, order.id)
		await lock(tx, { vouchers: sold, orders: [order.id] })
		await releaseFromCarts(tx, sold)
		const left = await voidSoldVouchers(tx, order.id, sold)
		return left.length > 0 ? ok(left) : refuse('desk.noGiftVoucherLeft')
	})
}

/**
 * Voids the gift vouchers of an order whose price was paid back or lost in a dispute, also in carts. The caller has
 * locked the vouchers and their order.
 */
export async function voidPaidBack(
	tx: Transaction,
	orderId: string,
	sold: readonly string[],
): Promise<void> {
	const paidBack = await listPaidBack(tx, sold)
	if (paidBack.length === 0) return
	await releaseFromCarts(tx, paidBack)
	await voidSoldVouchers(tx, orderId, paidBack)
}

/**
 * Voids the gift vouchers of an order and writes an event of it. Returns the balance of each that had one, in cents.
 */
export async function voidSoldVouchers(
	tx: Transaction,
	orderId: string,
	sold: readonly string[],
): Promise<Cents[]> {
	const left = await voidVouchers(tx, sold)
	const { length: count } = left
	if (count > 0) await noteEvent(tx, orderId, 'shop', `gift vouchers withdrawn: ${count}`)
	return left
}

/**
 * Releases the redemption by which a voucher paid an order and returns it; null without one. `kept`: the cents of its
 * amount that stay with the venue. A gift voucher whose own price was paid back is voided at once. The caller has
 * locked the voucher and the order.
 */
export async function giveVoucherBack(tx: Transaction, orderId: string, kept: Cents = zero) {
	const released = await releaseRedemption(tx, orderId, kept)
	await voidReturned(
		tx,
		released.map(({ voucherId }) => voucherId),
	)
	return released[0] ?? null
}

/** Voids the gift vouchers among these whose own price was paid back, after an amount was returned to them. */
export async function voidReturned(tx: Transaction, ids: readonly string[]): Promise<void> {
	await voidVouchers(tx, await listPaidBack(tx, ids))
}

/** Sets the balance of each of these vouchers to 0. Returns the former balance of each that had one, in cents. */
async function voidVouchers(tx: Transaction, ids: readonly string[]): Promise<Cents[]> {
	if (ids.length === 0) return []
	const voided = await tx.execute<{ left: number }>(sql`
		insert into voucher_entries (voucher_id, sequence, kind, amount, balance)
		select voucher_id, sequence + 1, 'withdrawn', -balance, 0 from (
			select distinct on (voucher_id) voucher_id, sequence, balance from voucher_entries
			where ${inArray(voucherEntries.voucherId, [...ids])} order by voucher_id, sequence desc
		) last where balance > 0 returning -amount as left`)
	return voided.map(({ left }) => cents(left))
}

/**
 * Finds the ids of the gift vouchers among these whose price the venue no longer has: all that was paid for their
 * order, over all its payments, was refunded, or taken by a bank in a dispute.
 */
async function listPaidBack(tx: Transaction, ids: readonly string[]): Promise<string[]> {
	if (ids.length === 0) return []
	const rows = await tx
		.select({ id: vouchers.id })
		.from(vouchers)
		.innerJoin(orderLines, eq(orderLines.id, vouchers.orderLineId))
		.innerJoin(payments, and(eq(payments.orderId, orderLines.orderId), eq(payments.state, 'paid')))
		.where(inArray(vouchers.id, [...ids]))
		.groupBy(vouchers.id)
		.having(sql`sum(${payments.paidAmount}) <= sum(${given} + ${taken})`)
	return rows.map(({ id }) => id)
}

const given = sql`(select coalesce(sum(amount), 0) from ${refunds}
	where ${refunds.paymentId} = ${payments.id} and ${isNull(refunds.failedAt)})`

const taken = sql`(select coalesce(sum(${takenByDispute}), 0) from ${disputes}
	where ${disputes.paymentId} = ${payments.id} and ${eq(disputes.state, 'lost')})`

/** Counts the gift vouchers that an order has sold: those not voided (`valid`), and those voided. */
export async function countSoldVouchers(
	orderId: string,
): Promise<{ valid: number; voided: number }> {
	const [row] = await db
		.select({
			valid: sql`count(*) filter (where not ${isVoid})`.mapWith(Number),
			voided: sql`count(*) filter (where ${isVoid})`.mapWith(Number),
		})
		.from(vouchers)
		.innerJoin(orderLines, eq(orderLines.id, vouchers.orderLineId))
		.where(eq(orderLines.orderId, orderId))
	return row ?? { valid: 0, voided: 0 }
}

/** Lists the gift vouchers that a paid order has sold, without those that were voided. */
export async function listGiftVouchers(orderId: string): Promise<GiftVoucher[]> {
	const rows = await db
		.select({ line: orderLines, voucher: vouchers })
		.from(vouchers)
		.innerJoin(orderLines, eq(orderLines.id, vouchers.orderLineId))
		.where(and(eq(orderLines.orderId, orderId), isNotNull(vouchers.activatedAt), not(isVoid)))
		.orderBy(asc(orderLines.position), asc(vouchers.code))
	return rows.map(({ line, voucher }) => ({
		title: line.title,
		delivery: line.gift?.delivery ?? null,
		code: groupedCode(voucher.code),
		amount: voucher.amount ?? cents(0),
		validUntil: voucher.validUntil,
	}))
}

function isSoldBy(orderId: string) {
	const lines = db
		.select({ id: orderLines.id })
		.from(orderLines)
		.where(eq(orderLines.orderId, orderId))
	return inArray(vouchers.orderLineId, lines)
}
