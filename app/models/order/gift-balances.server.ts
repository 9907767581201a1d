import { and, desc, eq, inArray, not, sql } from 'drizzle-orm'

import type { Transaction } from '#app/db/client.server.ts'
import { orderLines, vouchers } from '#app/db/schema.ts'
import { cents } from '#app/models/money.ts'
import type { GiftBalance } from '#app/models/order/gift-words.ts'
import { isVoid } from '#app/models/voucher/ledger.server.ts'

/**
 * The amounts and balances, in cents, of the gift vouchers with these ids, without void ones, the highest amount first.
 * An amount redeemed in a cart counts as spent. The caller has locked the vouchers.
 */
export async function listGiftBalances(
	tx: Transaction,
	ids: readonly string[],
): Promise<GiftBalance[]> {
	if (ids.length === 0) return []
	const rows = await tx
		.select({ amount: vouchers.amount, left: balance.mapWith(Number) })
		.from(vouchers)
		.innerJoin(orderLines, eq(orderLines.id, vouchers.orderLineId))
		.where(and(inArray(vouchers.id, [...ids]), not(isVoid)))
		.orderBy(desc(vouchers.amount), desc(balance))
	return rows.map(({ amount, left }) => ({ amount: amount ?? cents(0), left: cents(left) }))
}

const balance = sql`(
	select balance from voucher_entries e where e.voucher_id = ${vouchers.id} order by sequence desc limit 1)`
