import type { Database, Transaction } from '#app/db/client.server.ts'
import { prepare } from '#app/db/prepare.server.ts'
import { orderEvents } from '#app/db/schema.ts'

/** Every change of an order: who, when and what. */
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
