import { and, eq, sql } from 'drizzle-orm'

import type { Transaction } from '#app/db/client.server.ts'
import { enqueue } from '#app/db/queue.server.ts'
import { orderEvents } from '#app/db/schema.ts'
import { log } from '#app/gateways/log.server.ts'
import { noteEvent } from '#app/models/order/order.server.ts'

type Unknown = {
	orderId: string
	/** The id of the payment, refund or dispute with the status. */
	about: string
	status: string | undefined
}

/**
 * Tells the operator, by log and letter, of a provider's status that this shop has no meaning for: once for each
 * payment, refund or dispute. An event of the order keeps that it was told, since jobs are deleted after weeks. Does
 * nothing without a status. The caller has locked the order.
 */
export async function tellOfUnknownStatus(
	tx: Transaction,
	{ orderId, about, status }: Unknown,
): Promise<void> {
	if (status === undefined) return
	const event = `unknown status of ${about}: `
	const [told] = await tx
		.select({ orderId: orderEvents.orderId })
		.from(orderEvents)
		.where(and(eq(orderEvents.orderId, orderId), sql`starts_with(${orderEvents.what}, ${event})`))
		.limit(1)
	if (told) return
	// JSON escapes NUL, which Postgres refuses and a provider may send.
	const word = JSON.stringify(status.slice(0, 60))
	log.error({ orderId, about, status: word }, 'a provider names a status that is unknown here')
	await noteEvent(tx, orderId, 'provider', event + word)
	await enqueue(tx, 'tellOperator', { orderId, concern: 'unknownStatus', about })
}
