import { randomInt, randomUUID } from 'node:crypto'

import { and, asc, eq, inArray, isNotNull, not, sql } from 'drizzle-orm'
import type { DateTime } from 'luxon'

import { db, type Transaction } from '#app/db/client.server.ts'
import { inOneFlight } from '#app/db/lock.server.ts'
import { orderLines, voucherEntries, vouchers } from '#app/db/schema.ts'
import type { LocalText } from '#app/i18n/i18n.ts'
import { cents, zero, type Cents } from '#app/models/money.ts'
import type { Day } from '#app/models/venue/slot.ts'
import { generateCode, normaliseCode, type GiftTerms } from '#app/models/voucher/voucher.ts'

type SoldVoucher = { orderLineId: string; amount: Cents; validUntil: Day | null }

/** Makes the vouchers an order has sold, usable from now on; called when it is paid, once. */
export async function issueVouchers(
	tx: Transaction,
	sold: readonly SoldVoucher[],
	now: DateTime,
): Promise<void> {
	if (sold.length === 0) return
	const issued = sold.map((voucher) => ({ ...voucher, id: randomUUID() }))
	await inOneFlight([
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
	/** In groups of four, as people read it. */
	code: string
	amount: Cents
	validUntil: Day | null
}

/** The vouchers that an order has sold, to be locked before the order is. */
export async function listSoldVouchers(tx: Transaction, orderId: string): Promise<string[]> {
	const rows = await tx
		.select({ id: vouchers.id })
		.from(vouchers)
		.where(isSoldBy(orderId))
		.orderBy(vouchers.id)
	return rows.map(({ id }) => id)
}

/** What orders and carts have taken of these vouchers: of what was paid for them, it cannot go back. */
export async function spentOf(tx: Transaction, ids: readonly string[]): Promise<Cents> {
	if (ids.length === 0) return zero
	const [row] = await tx
		.select({ spent: sql`coalesce(-sum(${voucherEntries.amount}), 0)`.mapWith(Number) })
		.from(voucherEntries)
		.where(and(inArray(voucherEntries.voucherId, [...ids]), isNotNull(voucherEntries.redemptionId)))
	return cents(row?.spent ?? 0)
}

/**
 * Takes back what is left of these vouchers, because the money for it goes back; answers of how many there
 * was any. They are locked by the caller.
 */
export async function withdrawVouchers(tx: Transaction, ids: readonly string[]): Promise<number> {
	if (ids.length === 0) return 0
	const withdrawn = await tx.execute(sql`
		insert into voucher_entries (voucher_id, sequence, kind, amount, balance)
		select voucher_id, sequence + 1, 'withdrawn', -balance, 0 from (
			select distinct on (voucher_id) voucher_id, sequence, balance from voucher_entries
			where ${inArray(voucherEntries.voucherId, [...ids])} order by voucher_id, sequence desc
		) last where balance > 0 returning voucher_id`)
	return withdrawn.length
}

/** How many of the vouchers that an order has sold are valid, and how many were taken back. */
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

/** Not when an order has given back since what it had paid with it. */
const isWithdrawn = sql`'withdrawn' = (
	select kind from voucher_entries e where e.voucher_id = ${vouchers.id} order by sequence desc limit 1)`

/** What an order has sold, once it is paid, but for what was taken back. */
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
		code: voucher.code.replace(/.{4}(?=.)/g, '$&-'),
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
