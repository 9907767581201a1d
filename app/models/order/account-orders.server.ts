import { and, asc, desc, eq, gte, isNull, lt, or, sql } from 'drizzle-orm'

import { db } from '#app/db/client.server.ts'
import { orderLines, orders, payments } from '#app/db/schema.ts'
import type { LocalText } from '#app/i18n/i18n.ts'
import type { Cents } from '#app/models/money.ts'
import { findOrder } from '#app/models/order/find.server.ts'
import { paidOnSite, refunded } from '#app/models/order/money.server.ts'
import type { Order, OrderState } from '#app/models/order/order.ts'
import type { Day } from '#app/models/venue/slot.ts'

/** An order in a list; `productId`, `title` and `quantity` are those of its first line. */
export type OrderSummary = {
	publicId: string
	number: string
	state: OrderState
	day: Day | null
	createdAt: Date
	startsAt: Date | null
	endsAt: Date | null
	productId: string
	title: LocalText
	quantity: number
	total: Cents
	onSite: Cents
	paidOnSite: Cents
	refunded: Cents
}
export type OrderPage = { orders: OrderSummary[]; page: number; hasMore: boolean }

const PAGE = 10

/**
 * One page (from 1) of the orders of an account: `upcoming` the next visit first, `past` the latest first,
 * with those that have no day, such as gift vouchers. What was never paid is none, unless it stood there for long,
 * waiting for a payment that was declined.
 */
export async function listOrders(
	accountId: string,
	when: 'upcoming' | 'past',
	{ page, today }: { page: number; today: Day },
): Promise<OrderPage> {
	const isUpcoming = gte(orders.day, today)
	const rows = await db
		.select({
			publicId: orders.publicId,
			number: orders.number,
			state: orders.state,
			day: orders.day,
			createdAt: orders.createdAt,
			startsAt: orderLines.startsAt,
			endsAt: orderLines.endsAt,
			productId: orderLines.productId,
			title: orderLines.title,
			quantity: orderLines.quantity,
			total: orders.total,
			onSite: orders.onSite,
			paidOnSite,
			refunded,
		})
		.from(orders)
		.innerJoin(orderLines, and(eq(orderLines.orderId, orders.id), eq(orderLines.position, 1)))
		.where(
			and(
				eq(orders.accountId, accountId),
				sql`(${orders.confirmedAt} is not null or ${orders.state} = 'pendingPayment' or ${wasDeclinedLate})`,
				when === 'upcoming' ? isUpcoming : or(lt(orders.day, today), isNull(orders.day)),
			),
		)
		.orderBy(
			...(when === 'upcoming'
				? [asc(orders.day), asc(orderLines.startsAt)]
				: [desc(sql`coalesce(${orders.day}, ${orders.createdAt}::date)`), desc(orders.createdAt)]),
		)
		.limit(PAGE + 1)
		.offset((page - 1) * PAGE)
	return { orders: rows.slice(0, PAGE), page, hasMore: rows.length > PAGE }
}

const wasDeclinedLate = sql`exists (select from ${payments}
	where order_id = ${orders.id} and state = 'declined' and settled_at > expires_at)`

/** An order of this account; null for an unknown one and for that of another, which are not told apart (faults E8). */
export async function findOrderOf(accountId: string, publicId: string): Promise<Order | null> {
	const order = await findOrder(publicId)
	if (!order) return null
	const [own] = await db
		.select({ id: orders.id })
		.from(orders)
		.where(and(eq(orders.id, order.id), eq(orders.accountId, accountId)))
	return own ? order : null
}
