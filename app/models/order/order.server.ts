import { eq, sql } from 'drizzle-orm'

import { db, type Database, type Transaction } from '#app/db/client.server.ts'
import { prepare } from '#app/db/prepare.server.ts'
import { orderEvents, orders } from '#app/db/schema.ts'

/**
 * The author of a verb as the history of an order keeps it: 'customer', 'operator' or `staff:<id>`, with the reason
 * given.
 */
export type Author = { actor: string; reason?: string | null }

/** The author of a verb that is done by command. */
export const byOperator: Author = { actor: 'operator' }

/** Writes an event of an order: who changed the order, what changed and why; the database adds the time. */
export async function noteEvent(
	tx: Database | Transaction,
	orderId: string,
	who: string | Author,
	what: string,
): Promise<void> {
	const { actor, reason = null } = typeof who === 'string' ? { actor: who } : who
	await insertEvent(tx, { orderId, who: actor, what, reason })
}

type EventValues = { orderId: string; who: string; what: string; reason: string | null }

const insertEvent = prepare<EventValues>((build, value) =>
	build.insert(orderEvents).values({
		orderId: value('orderId'),
		who: value('who'),
		what: value('what'),
		reason: value('reason'),
	}),
)

/**
 * Finds who cancelled an order: 'customer', 'operator' or `staff:<id>`; null for one that was not cancelled. The event
 * tells it for an order that the build before cancelled (record 040).
 */
export async function cancelledBy(orderId: string): Promise<string | null> {
	const ofEvent = sql`(
		select who from order_events where order_id = orders.id and what like 'cancelled%'
		order by id desc limit 1)`
	const [order] = await db
		.select({ by: sql<string | null>`coalesce(${orders.cancelledBy}, ${ofEvent})` })
		.from(orders)
		.where(eq(orders.id, orderId))
	return order?.by ?? null
}
