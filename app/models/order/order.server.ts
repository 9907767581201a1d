import { and, desc, eq, like } from 'drizzle-orm'

import { db, type Database, type Transaction } from '#app/db/client.server.ts'
import { prepare } from '#app/db/prepare.server.ts'
import { orderEvents } from '#app/db/schema.ts'

/** Writes an event of an order: who changed it and what changed; the database adds the time. */
export async function noteEvent(
	tx: Database | Transaction,
	orderId: string,
	who: string,
	what: string,
): Promise<void> {
	await insertEvent(tx, { orderId, who, what })
}

const insertEvent = prepare<{ orderId: string; who: string; what: string }>((build, value) =>
	build
		.insert(orderEvents)
		.values({ orderId: value('orderId'), who: value('who'), what: value('what') }),
)

/** Finds who cancelled an order: 'customer' or 'operator'; null for one that was not cancelled. */
export async function cancelledBy(orderId: string): Promise<string | null> {
	const [event] = await db
		.select({ who: orderEvents.who })
		.from(orderEvents)
		.where(and(eq(orderEvents.orderId, orderId), like(orderEvents.what, 'cancelled%')))
		.orderBy(desc(orderEvents.id))
		.limit(1)
	return event?.who ?? null
}
