import { and, desc, eq, lte, sql } from 'drizzle-orm'

import { db } from '#app/db/client.server.ts'
import { dayOverrides } from '#app/db/schema.ts'
import type { OrderHistory } from '#app/models/payment/history.server.ts'

/**
 * Finds the id of the closing of a day that cancelled an order; the letter about the cancellation begins with the
 * closing's words (faults N395). Null for an order that is not cancelled or was cancelled by hand: such a cancellation
 * has another author, or a reason.
 */
export async function findCancellingClosing({
	order,
	events,
}: Pick<OrderHistory, 'order' | 'events'>): Promise<string | null> {
	const cancelled = events.findLast(({ what }) => /^cancelled(?:,|$)/.test(what))
	if (!cancelled || cancelled.reason !== null || order.day === null) return null
	const [closing] = await db
		.select({ id: dayOverrides.id })
		.from(dayOverrides)
		.where(
			and(
				eq(dayOverrides.day, order.day),
				eq(dayOverrides.actor, cancelled.who),
				lte(dayOverrides.madeAt, cancelled.at),
				sql`${dayOverrides.fates} ->> ${order.id} = 'cancel'`,
			),
		)
		.orderBy(desc(dayOverrides.madeAt))
		.limit(1)
	return closing?.id ?? null
}
