import { and, inArray, lt, sql } from 'drizzle-orm'

import { db } from '#app/db/client.server.ts'
import { orderEvents, orders } from '#app/db/schema.ts'
import { today, type Instant } from '#app/models/venue/day.ts'

/**
 * Completes the confirmed orders whose day is over at the venue. Works in batches with a transaction each, so that no
 * row stays locked for long; rows locked by another transaction wait for the next night. An order without a day (gift
 * vouchers alone) stays confirmed. The state is literal text as in the index: with a parameter the cached plan would
 * read all orders.
 */
export async function completeOrders(now: Instant): Promise<void> {
	const past = db
		.select({ id: orders.id })
		.from(orders)
		.where(and(sql`${orders.state} = 'confirmed'`, lt(orders.day, today(now))))
		.limit(BATCH)
		.for('update', { skipLocked: true })
	for (let completed = BATCH; completed === BATCH;) {
		completed = await db.transaction(async (tx) => {
			const rows = await tx
				.update(orders)
				.set({ state: 'completed' })
				.where(inArray(orders.id, past))
				.returning({ orderId: orders.id })
			const events = rows.map(({ orderId }) => ({ orderId, who: 'shop', what: 'completed' }))
			if (events.length > 0) await tx.insert(orderEvents).values(events)
			return rows.length
		})
	}
}

const BATCH = 500
