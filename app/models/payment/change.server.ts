import { and, eq, sql } from 'drizzle-orm'
import type { DateTime } from 'luxon'

import { db, type Transaction } from '#app/db/client.server.ts'
import { lock } from '#app/db/lock.server.ts'
import { orderChanges, orders } from '#app/db/schema.ts'
import { log } from '#app/gateways/log.server.ts'
import { minus, type Cents } from '#app/models/money.ts'
import { endChange } from '#app/models/order/change.server.ts'
import { readContent } from '#app/models/order/past-revision.ts'
import { isShut } from '#app/models/order/shut.ts'
import { beginPayment, type BegunPayment } from '#app/models/payment/begin.server.ts'
import { findLive, openFor } from '#app/models/payment/create.server.ts'
import { everyProvider, type ProviderName } from '#app/models/provider.ts'
import { ok, refuse, type Result } from '#app/models/result.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'

/**
 * Begins to pay a change of a booking with this provider, as `beginPayment` does. The change comes into force once it
 * is paid.
 */
export function payChange(
	orderId: string,
	changeId: string,
	provider: ProviderName,
	now: DateTime,
): Promise<Result<BegunPayment>> {
	const purpose = 'change' as const
	const findDue = (tx: Transaction) => findDueOfChange(tx, orderId, changeId)
	return beginPayment(orderId, { provider, purpose, changeId, findDue }, now)
}

/**
 * Finds the amount that an open change makes due online, while the order is locked. Refuses a move to a day that staff
 * closed meanwhile: a payment under way may come in, but none is begun (faults N186). Refuses a change that is not open
 * any more or whose amount is less than providers move.
 */
async function findDueOfChange(
	tx: Transaction,
	orderId: string,
	changeId: string,
): Promise<Result<Cents>> {
	const [row] = await tx
		.select({ content: orderChanges.content, online: orders.online, day: orders.day })
		.from(orderChanges)
		.innerJoin(orders, eq(orders.id, orderChanges.orderId))
		.where(
			and(
				eq(orderChanges.id, changeId),
				eq(orderChanges.orderId, orderId),
				eq(orderChanges.state, 'open'),
				eq(orderChanges.revision, orders.revision),
				eq(orders.state, 'confirmed'),
			),
		)
	if (row && row.content.day !== row.day) {
		const moved = { day: row.content.day, lines: readContent(row.content).lines }
		if (isShut(currentVenue(), moved)) return refuse('closed')
	}
	const amount = row && minus(row.content.online, row.online)
	return amount !== undefined && amount >= everyProvider.smallestAmount
		? ok(amount)
		: refuse('booking.changeNotDue')
}

/**
 * Ends the changes that have been open for longer than a payment page is and have no open payment: none was begun, or
 * the last one was closed for another that could not begin.
 */
export async function endForgottenChanges(): Promise<void> {
	const forgotten = await db
		.select({
			id: orderChanges.id,
			orderId: orderChanges.orderId,
			day: orders.day,
			changeDay: sql<string | null>`${orderChanges.content} ->> 'day'`,
		})
		.from(orderChanges)
		.innerJoin(orders, eq(orders.id, orderChanges.orderId))
		.where(
			and(
				eq(orderChanges.state, 'open'),
				sql`${orderChanges.createdAt} < now() - make_interval(mins => ${openFor.minutes})`,
				sql`not exists (select from payments where change_id = ${orderChanges.id} and state in ('created', 'started'))`,
			),
		)
		.limit(MOST_FORGOTTEN)
	for (const { id, orderId, day, changeDay } of forgotten) {
		await db
			.transaction(async (tx) => {
				await lock(tx, { days: [day, changeDay], orders: [orderId] })
				const live = await findLive(tx, orderId)
				if (live?.changeId !== id) await endChange(tx, id)
			})
			.catch((error: unknown) => log.warn({ changeId: id, err: error }, 'a change does not end'))
	}
}

const MOST_FORGOTTEN = 50
