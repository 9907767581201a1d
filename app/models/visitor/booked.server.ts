import { sql } from 'drizzle-orm'

import { db } from '#app/db/client.server.ts'
import { prepare } from '#app/db/prepare.server.ts'
import { orders, sessions, visitOrders } from '#app/db/schema.ts'

/**
 * Finds the public id of the newest order that was confirmed within the last day and was placed in the session `id` or
 * by its account; null without one.
 */
export async function findBooked(id: string): Promise<string | null> {
	const [booked] = await selectBooked(db, { id })
	return booked?.publicId ?? null
}

const selectBooked = prepare<{ id: string }, { publicId: string }>(
	(_, value) => sql`
		select ${orders.publicId} as "publicId" from ${orders} where ${orders.id} in (
			select ${visitOrders.orderId} from ${visitOrders}
			where ${visitOrders.sessionId} = ${value('id')} and ${visitOrders.cameBy} = 'ordering'
			union all
			select own.id from ${orders} own join ${sessions} on ${sessions.accountId} = own.account_id
			where ${sessions.id} = ${value('id')}
		) and ${orders.state} in ('confirmed', 'completed') and ${orders.confirmedAt} > now() - interval '1 day'
		order by ${orders.confirmedAt} desc limit 1`,
)
