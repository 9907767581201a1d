import { and, desc, eq, lte, or, sql } from 'drizzle-orm'

import { db, type Database, type Transaction } from '#app/db/client.server.ts'
import { prepare } from '#app/db/prepare.server.ts'
import { orderRevisions } from '#app/db/schema.ts'
import { cents } from '#app/models/money.ts'
import type { Order } from '#app/models/order/order.ts'
import { readContent, type OrderContent } from '#app/models/order/past-revision.ts'

/**
 * Finds the contents of an order that were in force at `moment`; null for an order that was never changed. Revision 1
 * is written with the first change, so it counts for every earlier moment.
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

/** Finds the contents of one revision of an order; null when the order has no revision of this number. */
export async function findContent(
	{ id }: Pick<Order, 'id'>,
	number: number,
	executor: Database | Transaction = db,
): Promise<OrderContent | null> {
	const [found] = await executor
		.select({ content: orderRevisions.content })
		.from(orderRevisions)
		.where(and(eq(orderRevisions.orderId, id), eq(orderRevisions.number, number)))
	return found ? readContent(found.content) : null
}

/** A revision of an order: the order with its contents, the order before it, who made it and when. */
export type MadeRevision = {
	order: Order
	before: Order
	actor: string
	madeAt: Date
}

/**
 * Finds one revision of an order with the contents before it, also when newer ones followed; `paidOnSite` is the sum
 * paid at the venue up to that moment. Null when the revision or the one before it is unknown.
 */
export async function findMadeRevision(
	newest: Order,
	revision: number,
): Promise<MadeRevision | null> {
	const rows = await selectMade(db, { orderId: newest.id, revision })
	const made = rows.find(({ number }) => number === revision)
	const former = rows.find(({ number }) => number === revision - 1)
	if (!made || !former) return null
	const paidOnSite = cents(made.paidOnSite)
	const contentBefore = { ...readContent(former.content), ...made.content.partsBefore }
	return {
		order: { ...newest, ...readContent(made.content), revision, paidOnSite },
		before: { ...newest, ...contentBefore, revision: revision - 1, paidOnSite },
		actor: made.actor,
		madeAt: made.madeAt,
	}
}

type MadeRow = Pick<
	typeof orderRevisions.$inferSelect,
	'number' | 'actor' | 'madeAt' | 'content'
> & {
	/** The amount, in cents, paid at the venue up to the moment of the revision. */
	paidOnSite: number
}

/** Selects the rows of a revision and of the one before it. */
const selectMade = prepare<{ orderId: string; revision: number }, MadeRow>(
	(_, value) => sql`
		select number, actor, made_at as "madeAt", content, (
				select coalesce(sum(counts), 0)::int from on_site_payments
				where order_id = r.order_id and paid_at <= r.made_at
			) as "paidOnSite"
		from order_revisions r where order_id = ${value('orderId')}
			and number between ${value('revision')}::int - 1 and ${value('revision')}::int`,
)
