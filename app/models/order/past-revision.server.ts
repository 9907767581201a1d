import { and, desc, eq, lte, or } from 'drizzle-orm'

import { db } from '#app/db/client.server.ts'
import { orderRevisions } from '#app/db/schema.ts'
import type { Order } from '#app/models/order/order.ts'
import { readContent, type OrderContent } from '#app/models/order/past-revision.ts'

/**
 * The contents of an order that were in force at `moment`; null for an order that was never changed. Revision 1 is
 * written with the first change, so it counts for every moment before that.
 */
export async function findContentAt(
	{ id, revision }: Pick<Order, 'id' | 'revision'>,
	moment: Date,
): Promise<OrderContent | null> {
	if (revision === 1) return null
	const isBefore = or(eq(orderRevisions.number, 1), lte(orderRevisions.madeAt, moment))
	const [found] = await db
		.select({ content: orderRevisions.content })
		.from(orderRevisions)
		.where(and(eq(orderRevisions.orderId, id), isBefore))
		.orderBy(desc(orderRevisions.number))
		.limit(1)
	return found ? readContent(found.content) : null
}
