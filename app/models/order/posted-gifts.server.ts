import { and, asc, eq, gte, inArray, isNotNull, not, sql } from 'drizzle-orm'

import { db } from '#app/db/client.server.ts'
import { orderLines, orders, vouchers } from '#app/db/schema.ts'
import { zero, type Cents } from '#app/models/money.ts'
import { giftWordsIn, type GiftWords } from '#app/models/product/answer.ts'
import { instantAt } from '#app/models/venue/day.ts'
import type { Day } from '#app/models/venue/slot.ts'
import type { OrderedPerson } from '#app/models/visitor/person.ts'
import { isVoid } from '#app/models/voucher/ledger.server.ts'

/** A gift voucher to send by post, with its order's number, the person it goes to and the words to write on it. */
export type PostedGift = {
	number: string
	paidAt: Date | null
	code: string
	amount: Cents
	validUntil: Day | null
	person: OrderedPerson
	words: GiftWords
}

/**
 * Lists the gift vouchers to send by post, the first paid first. The shop does not note which of them were sent;
 * `since` leaves out those paid before that day.
 */
export async function listPostedGifts(since: Day | null): Promise<PostedGift[]> {
	const rows = await db
		.select({ order: orders, voucher: vouchers })
		.from(vouchers)
		.innerJoin(orderLines, eq(orderLines.id, vouchers.orderLineId))
		.innerJoin(orders, eq(orders.id, orderLines.orderId))
		.where(
			and(
				sql`${orderLines.gift} ->> 'delivery' = 'post'`,
				inArray(orders.state, ['confirmed', 'completed']),
				isNotNull(vouchers.activatedAt),
				not(isVoid),
				since === null ? undefined : gte(orders.confirmedAt, instantAt(since, '00:00')),
			),
		)
		.orderBy(asc(orders.confirmedAt), asc(orders.number), asc(vouchers.code))
	return rows.map(({ order, voucher }) => ({
		number: order.number,
		paidAt: order.confirmedAt,
		code: voucher.code,
		amount: voucher.amount ?? zero,
		validUntil: voucher.validUntil,
		person: order.person,
		words: giftWordsIn(order.answers),
	}))
}
