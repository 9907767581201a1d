import { and, eq, type SQL, sql } from 'drizzle-orm'

import { db } from '#app/db/client.server.ts'
import { prepare } from '#app/db/prepare.server.ts'
import { lastDayOfLinks, orders, sessions, visitOrders } from '#app/db/schema.ts'
import type { BookingRights } from '#app/models/booking/rights.ts'
import { isToken, orderJson, readOrder, type OrderJson } from '#app/models/order/find.server.ts'
import type { Order } from '#app/models/order/order.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import { voucherOfOrder } from '#app/models/voucher/ledger.server.ts'

/** An order, the rights of a session to it, and the id of the voucher that pays for it. */
type OrderWithRights = { order: Order; rights: BookingRights | null; voucherId: string | null }

/** Finds the rights of a session to an order; null when it has none. One round trip. */
export async function findRights(
	sessionId: string,
	orderId: string,
): Promise<BookingRights | null> {
	const { bookingLinks: days } = currentVenue().keep
	const [found] = await selectRights(db, { sessionId, orderId, days })
	return found?.rights ?? null
}

/** Finds an order by its public id, with the rights of a session to it; null for an unknown order. One round trip. */
export async function findOrderWithRights(
	sessionId: string | null,
	publicId: string,
): Promise<OrderWithRights | null> {
	if (!isToken(publicId)) return null
	const { bookingLinks: days } = currentVenue().keep
	const [found] = await selectWithRights(db, { sessionId: sessionId ?? '', publicId, days })
	return found ? { ...found, order: readOrder(found.order) } : null
}

/** SQL that is true until `days` days after the visit or the cancelling of an order, by the database's clock. */
export function isBookingOpen(days: SQL): SQL {
	return sql`${lastDayOfLinks} >= now()::date - ${days}::int`
}

const selectRights = prepare<
	{ sessionId: string; orderId: string; days: number },
	{ rights: BookingRights | null }
>(
	(_, value) => sql`
		select ${rightsFor(value('days'))} as rights ${fromOrdersSeenBy(value('sessionId'))}
		where ${eq(orders.id, value('orderId'))}`,
)

const selectWithRights = prepare<
	{ sessionId: string; publicId: string; days: number },
	Omit<OrderWithRights, 'order'> & { order: OrderJson }
>(
	(_, value) => sql`
		select ${orderJson()} as "order", ${rightsFor(value('days'))} as rights,
			${voucherOfOrder} as "voucherId"
		${fromOrdersSeenBy(value('sessionId'))}
		where ${eq(orders.publicId, value('publicId'))}`,
)

/** SQL for the rights of a session to the order of a row of `fromOrdersSeenBy`. */
function rightsFor(days: SQL): SQL {
	return sql`case
		when ${orders.accountId} = ${sessions.accountId} or ${visitOrders.cameBy} = 'ordering' then 'all'
		when ${isBookingOpen(days)} then
			case ${visitOrders.cameBy} when 'code' then 'all' when 'link' then 'link' end
	end`
}

/** SQL that joins each order with one session, and with the row that says how that session came to see the order. */
function fromOrdersSeenBy(sessionId: SQL): SQL {
	return sql`from ${orders} left join ${sessions} on ${eq(sessions.id, sessionId)}
		left join ${visitOrders} on ${and(eq(visitOrders.sessionId, sessions.id), eq(visitOrders.orderId, orders.id))}`
}
