import { and, asc, desc, eq, not, sql } from 'drizzle-orm'

import { db } from '#app/db/client.server.ts'
import { orderLines, orders, payments, voucherEntries, vouchers } from '#app/db/schema.ts'
import type { LocalText } from '#app/i18n/i18n.ts'
import type { Cents } from '#app/models/money.ts'
import { findOrder } from '#app/models/order/find.server.ts'
import { paidOnSite, refunded } from '#app/models/order/money.server.ts'
import type { Order, OrderState } from '#app/models/order/order.ts'
import type { Day } from '#app/models/venue/slot.ts'

/** A line of an order in the list of an account's orders. */
export type OrderedThing = { title: LocalText; quantity: number }

/** An order in the list of an account's orders; `productId`, `startsAt` and `endsAt` are those of its first line. */
export type OrderSummary = {
	publicId: string
	number: string
	state: OrderState
	cancelledAt: Date | null
	day: Day | null
	createdAt: Date
	startsAt: Date | null
	endsAt: Date | null
	productId: string
	/** The order's own lines by position, without the extras of packages. */
	things: OrderedThing[]
	total: Cents
	onSite: Cents
	paidOnSite: Cents
	refunded: Cents
}
export type PageOfOrders = { orders: OrderSummary[]; page: number; hasMore: boolean }

const PAGE = 10

/**
 * Returns one page of ten, counted from 1, of an account's orders. `upcoming`: the next visit first, then orders
 * without a day whose gift vouchers can still be used or paid. `past`: the latest first. Orders never paid are left
 * out, except those that wait for their payment or whose payment was declined after its time.
 */
export async function listOrders(
	accountId: string,
	when: 'upcoming' | 'past',
	{ page, today }: { page: number; today: Day },
): Promise<PageOfOrders> {
	const isUpcoming = sql`coalesce(${orders.day} >= ${today}, ${hasGiftsLeft(today)})`
	const rows = await db
		.select({
			publicId: orders.publicId,
			number: orders.number,
			state: orders.state,
			cancelledAt: orders.cancelledAt,
			day: orders.day,
			createdAt: orders.createdAt,
			startsAt: orderLines.startsAt,
			endsAt: orderLines.endsAt,
			productId: orderLines.productId,
			things,
			total: orders.total,
			onSite: orders.onSite,
			paidOnSite,
			refunded,
		})
		.from(orders)
		.innerJoin(orderLines, and(eq(orderLines.orderId, orders.id), isFirstLine))
		.where(
			and(
				eq(orders.accountId, accountId),
				sql`(${orders.confirmedAt} is not null or ${orders.state} = 'pendingPayment' or ${wasDeclinedLate})`,
				when === 'upcoming' ? isUpcoming : not(isUpcoming),
			),
		)
		.orderBy(
			...(when === 'upcoming'
				? [asc(orders.day), asc(orderLines.startsAt), desc(orders.createdAt)]
				: [desc(sql`coalesce(${orders.day}, ${orders.createdAt}::date)`), desc(orders.createdAt)]),
		)
		.limit(PAGE + 1)
		.offset((page - 1) * PAGE)
	return { orders: rows.slice(0, PAGE), page, hasMore: rows.length > PAGE }
}

/**
 * SQL that is true for the line with an order's lowest position, which need not be 1: a change of the booking may
 * remove earlier lines.
 */
const isFirstLine = sql`${orderLines.position} = (
	select min(first.position) from ${orderLines} first where first.order_id = ${orders.id})`

const things = sql<OrderedThing[]>`(
	select json_agg(json_build_object('title', thing.title, 'quantity', thing.quantity) order by thing.position)
	from ${orderLines} thing where thing.order_id = ${orders.id} and thing.parent_position is null)`

/** SQL: true when an order without a day still waits for its payment, or has sold a gift voucher that can be spent. */
function hasGiftsLeft(today: Day) {
	return sql`(${orders.state} = 'pendingPayment' or exists (
		select from ${vouchers}
		join ${orderLines} sold on sold.id = ${vouchers.orderLineId}
		join lateral (
			select balance from ${voucherEntries} where ${voucherEntries.voucherId} = ${vouchers.id}
			order by ${voucherEntries.sequence} desc limit 1
		) last on last.balance > 0
		where sold.order_id = ${orders.id}
			and (${vouchers.validUntil} is null or ${vouchers.validUntil} >= ${today})))`
}

const wasDeclinedLate = sql`exists (select from ${payments}
	where order_id = ${orders.id} and state = 'declined' and settled_at > expires_at)`

/**
 * Finds an order of this account by its public id; null for an unknown id and, alike, for another account's order
 * (faults E8).
 */
export async function findOrderOf(accountId: string, publicId: string): Promise<Order | null> {
	const order = await findOrder(publicId)
	if (!order) return null
	const [own] = await db
		.select({ id: orders.id })
		.from(orders)
		.where(and(eq(orders.id, order.id), eq(orders.accountId, accountId)))
	return own ? order : null
}
