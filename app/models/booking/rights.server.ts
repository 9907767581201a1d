import { and, eq, type SQL, sql } from 'drizzle-orm'

import { db } from '#app/db/client.server.ts'
import { prepare } from '#app/db/prepare.server.ts'
import { orders, sessions, visitOrders } from '#app/db/schema.ts'
import type { BookingRights } from '#app/models/booking/rights.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'

/** The rights of a session to an order; null when it has none. One round trip. */
export async function findRights(
	sessionId: string,
	orderId: string,
): Promise<BookingRights | null> {
	const { bookingLinks: days } = currentVenue().keep
	const [found] = await selectRights(db, { sessionId, orderId, days })
	return found?.rights ?? null
}

/** True until so many days after the visit or the cancelling of an order, by the database's clock. */
export function isBookingOpen(days: SQL): SQL {
	return sql`coalesce(${orders.cancelledAt}::date, ${orders.day}, ${orders.createdAt}::date)
		>= now()::date - ${days}::int`
}

const selectRights = prepare<
	{ sessionId: string; orderId: string; days: number },
	{ rights: BookingRights | null }
>(
	(_, value) => sql`
		select case
			when ${orders.accountId} = ${sessions.accountId} or ${visitOrders.cameBy} = 'ordering' then 'all'
			when ${isBookingOpen(value('days'))} then
				case ${visitOrders.cameBy} when 'code' then 'all' when 'link' then 'link' end
		end as rights
		from ${orders} join ${sessions} on ${eq(sessions.id, value('sessionId'))}
		left join ${visitOrders} on ${and(eq(visitOrders.sessionId, sessions.id), eq(visitOrders.orderId, orders.id))}
		where ${eq(orders.id, value('orderId'))}`,
)
