import { type SQL, sql } from 'drizzle-orm'
import type { DateTime } from 'luxon'

import type { Transaction } from '#app/db/client.server.ts'
import { inOrder } from '#app/db/lock.server.ts'
import { enqueue } from '#app/db/queue.server.ts'
import { redemptions, vouchers } from '#app/db/schema.ts'
import type { Cents } from '#app/models/money.ts'
import { voidReturned } from '#app/models/order/sold-vouchers.server.ts'
import { today } from '#app/models/venue/day.ts'
import type { Day } from '#app/models/venue/slot.ts'
import { appendEntry } from '#app/models/voucher/ledger.server.ts'

/** The redemption by which a voucher pays an order; `validUntil` is the last day of redeeming the voucher. */
export type LiveRedemption = { id: string; voucherId: string; validUntil: Day | null }

/** SQL for the live redemption of an order, as JSON. */
export function redemptionOf(orderId: SQL): SQL {
	return sql`(
		select json_build_object('id', ${redemptions.id}, 'voucherId', ${redemptions.voucherId},
			'validUntil', ${vouchers.validUntil})
		from ${redemptions} join ${vouchers} on ${vouchers.id} = ${redemptions.voucherId}
		where ${redemptions.orderId} = ${orderId} and ${redemptions.releasedAt} is null
	)`
}

/**
 * Gives a part of the amount that a voucher paid for an order back to the voucher, because of a change. Tells the
 * operator when the voucher's last day is over, so that it can no longer be redeemed. The caller has locked the voucher
 * and the order.
 */
export async function returnToVoucher(
	tx: Transaction,
	orderId: string,
	{ redemption, amount }: { redemption: LiveRedemption; amount: Cents },
	now: DateTime,
): Promise<void> {
	const { id: redemptionId, voucherId, validUntil } = redemption
	const isExpired = validUntil !== null && validUntil < today(now)
	await inOrder(
		[
			() => appendEntry(tx, { voucherId, kind: 'released', amount, redemptionId }),
			...(isExpired
				? [() => enqueue(tx, 'tellOperator', { orderId, concern: 'voucherExpired' })]
				: []),
		],
		() => voidReturned(tx, [voucherId]),
	)
}
