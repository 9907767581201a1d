import { and, desc, eq, inArray, lte, or, sql } from 'drizzle-orm'

import { db } from '#app/db/client.server.ts'
import { onSitePayments, orderRevisions } from '#app/db/schema.ts'
import { cents } from '#app/models/money.ts'
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

/** A revision as it was made: the order with its contents, the order before it, and who made it when. */
export type MadeRevision = {
	order: Order
	before: Order
	actor: string
	madeAt: Date
}

/**
 * Finds how one revision of an order came about, however many there are since. What was paid at the venue counts up to
 * that moment. Null for a revision that was not made.
 */
export async function findMadeRevision(
	newest: Order,
	revision: number,
): Promise<MadeRevision | null> {
	const rows = await db
		.select()
		.from(orderRevisions)
		.where(
			and(
				eq(orderRevisions.orderId, newest.id),
				inArray(orderRevisions.number, [revision - 1, revision]),
			),
		)
	const made = rows.find(({ number }) => number === revision)
	const former = rows.find(({ number }) => number === revision - 1)
	if (!made || !former) return null
	const paidOnSite = await paidOnSiteUntil(newest.id, made.madeAt)
	return {
		order: { ...newest, ...readContent(made.content), revision, paidOnSite },
		before: { ...newest, ...readContent(former.content), revision: revision - 1, paidOnSite },
		actor: made.actor,
		madeAt: made.madeAt,
	}
}

async function paidOnSiteUntil(orderId: string, moment: Date) {
	const [row] = await db
		.select({ amount: sql`coalesce(sum(${onSitePayments.counts}), 0)`.mapWith(Number) })
		.from(onSitePayments)
		.where(and(eq(onSitePayments.orderId, orderId), lte(onSitePayments.paidAt, moment)))
	return cents(row?.amount ?? 0)
}
