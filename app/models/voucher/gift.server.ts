import { randomInt, randomUUID } from 'node:crypto'

import { and, asc, eq, inArray, isNotNull, isNull, not, sql } from 'drizzle-orm'
import type { DateTime } from 'luxon'

import { db, type Transaction } from '#app/db/client.server.ts'
import { inOneRoundTrip } from '#app/db/lock.server.ts'
import {
	disputes,
	orderLines,
	payments,
	redemptions,
	refunds,
	voucherEntries,
	vouchers,
} from '#app/db/schema.ts'
import type { LocalText } from '#app/i18n/i18n.ts'
import { cents, zero, type Cents } from '#app/models/money.ts'
import type { Day } from '#app/models/venue/slot.ts'
import {
	generateCode,
	groupedCode,
	normaliseCode,
	standingOf,
	type GiftTerms,
	type ReturnedVoucher,
} from '#app/models/voucher/voucher.ts'

type SoldVoucher = { orderLineId: string; amount: Cents; validUntil: Day | null }

/** Makes the vouchers that an order has sold, usable from now on. Called once, when the order is paid. */
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

/** Ids of the vouchers that an order has sold, which are locked before the order. */
export async function listSoldVouchers(tx: Transaction, orderId: string): Promise<string[]> {
	const rows = await tx
		.select({ id: vouchers.id })
		.from(vouchers)
		.where(isSoldBy(orderId))
		.orderBy(vouchers.id)
	return rows.map(({ id }) => id)
}

/** The sum that orders and carts have taken of vouchers; this part of their price cannot be refunded. */
export async function spentOf(tx: Transaction, ids: readonly string[]): Promise<Cents> {
	if (ids.length === 0) return zero
	const [row] = await tx
		.select({ spent: sql`coalesce(-sum(${voucherEntries.amount}), 0)`.mapWith(Number) })
		.from(voucherEntries)
		.where(and(inArray(voucherEntries.voucherId, [...ids]), isNotNull(voucherEntries.redemptionId)))
	return cents(row?.spent ?? 0)
}

/**
 * Voids vouchers: takes back what is left of them. Returns the amount for each that had a balance. The caller has
 * locked the vouchers.
 */
export async function voidVouchers(tx: Transaction, ids: readonly string[]): Promise<Cents[]> {
	if (ids.length === 0) return []
	const withdrawn = await tx.execute<{ left: number }>(sql`
		insert into voucher_entries (voucher_id, sequence, kind, amount, balance)
		select voucher_id, sequence + 1, 'withdrawn', -balance, 0 from (
			select distinct on (voucher_id) voucher_id, sequence, balance from voucher_entries
			where ${inArray(voucherEntries.voucherId, [...ids])} order by voucher_id, sequence desc
		) last where balance > 0 returning -amount as left`)
	return withdrawn.map(({ left }) => cents(left))
}

/**
 * The ids of those vouchers whose price the venue no longer has: all that was paid for their order was refunded, or
 * taken by a bank in a dispute.
 */
export async function listPaidBack(tx: Transaction, ids: readonly string[]): Promise<string[]> {
	if (ids.length === 0) return []
	const rows = await tx
		.select({ id: vouchers.id })
		.from(vouchers)
		.innerJoin(orderLines, eq(orderLines.id, vouchers.orderLineId))
		.innerJoin(payments, and(eq(payments.orderId, orderLines.orderId), eq(payments.state, 'paid')))
		.where(and(inArray(vouchers.id, [...ids]), sql`${payments.paidAmount} <= ${given} + ${taken}`))
	return rows.map(({ id }) => id)
}

const given = sql`(select coalesce(sum(amount), 0) from ${refunds}
	where ${refunds.paymentId} = ${payments.id} and ${isNull(refunds.failedAt)})`

/** SQL for the amount of a dispute without the refunds given for that dispute, so that no money counts twice. */
export const takenByDispute = sql`greatest(0, disputes.amount - (
	select coalesce(sum(amount), 0) from refunds where refunds.payment_id = disputes.payment_id
		and refunds.dispute_id = disputes.dispute_id and failed_at is null))`
const taken = sql`(select coalesce(sum(${takenByDispute}), 0) from ${disputes}
	where ${disputes.paymentId} = ${payments.id} and ${eq(disputes.state, 'lost')})`

/** Counts the vouchers that an order has sold: those that are valid, and those that were voided. */
export async function countSoldVouchers(
	orderId: string,
): Promise<{ valid: number; withdrawn: number }> {
	const [row] = await db
		.select({
			valid: sql`count(*) filter (where not ${isWithdrawn})`.mapWith(Number),
			withdrawn: sql`count(*) filter (where ${isWithdrawn})`.mapWith(Number),
		})
		.from(vouchers)
		.innerJoin(orderLines, eq(orderLines.id, vouchers.orderLineId))
		.where(eq(orderLines.orderId, orderId))
	return row ?? { valid: 0, withdrawn: 0 }
}

/** SQL that is true when a voucher's last entry is 'withdrawn'; false after an order has returned an amount to it. */
export const isWithdrawn = sql`'withdrawn' = (
	select kind from voucher_entries e where e.voucher_id = ${vouchers.id} order by sequence desc limit 1)`

/** The state of the voucher that an order was paid with and has given back; null when it has given back none. */
export async function findReturnedVoucher(
	executor: Pick<Transaction, 'select'>,
	orderId: string,
	now: DateTime,
): Promise<ReturnedVoucher | null> {
	const [row] = await executor
		.select({
			voucher: vouchers,
			isWithdrawn: sql<boolean>`coalesce(${isWithdrawn}, false)`,
		})
		.from(redemptions)
		.innerJoin(vouchers, eq(vouchers.id, redemptions.voucherId))
		.where(and(eq(redemptions.orderId, orderId), isNotNull(redemptions.releasedAt)))
	return row ? standingOf(row.voucher, row.isWithdrawn, now) : null
}

/** The gift vouchers that a paid order has sold, without those that were voided. */
export async function listGiftVouchers(orderId: string): Promise<GiftVoucher[]> {
	const rows = await db
		.select({ line: orderLines, voucher: vouchers })
		.from(vouchers)
		.innerJoin(orderLines, eq(orderLines.id, vouchers.orderLineId))
		.where(and(eq(orderLines.orderId, orderId), isNotNull(vouchers.activatedAt), not(isWithdrawn)))
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
