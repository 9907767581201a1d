import type { Database, Transaction } from '#app/db/client.server.ts'
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
