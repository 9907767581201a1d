import { randomUUID } from 'node:crypto'

import { and, eq, gt, sql } from 'drizzle-orm'

import { db } from '#app/db/client.server.ts'
import { lock } from '#app/db/lock.server.ts'
import { enqueue } from '#app/db/queue.server.ts'
import { bookingCodes, orderEvents, orders } from '#app/db/schema.ts'
import { askForKey } from '#app/models/booking/code.server.ts'
import { replaceKeys } from '#app/models/booking/key.server.ts'
import { noteEvent } from '#app/models/order/order.server.ts'
import { ok, refuse, type Result } from '#app/models/result.ts'

/** The parts of an order's person to correct; parts left out stay as they are. */
export type Correction = { firstName?: string; lastName?: string; email?: string }

const CORRECTED = 'corrected name or mail address'

type Corrector = { sessionId?: string | null | undefined; actor?: string; seen?: Correction }

/**
 * Corrects the name or the mail address of an order's person, or both. No revision is made: an event tells that they
 * were corrected, and contains neither. Refused when the person is not the one that the form has `seen` (faults K90);
 * an order that has ended keeps its person. After a new mail address, an order that waits for the payment by its link
 * is mailed the link (faults N324). Any other order's keys end, with the rights that they gave to every session but
 * `sessionId`, and a new key is mailed to the new address (faults K77). `actor` is 'customer' or `staff:<id>`.
 */
export async function correctPerson(
	orderId: string,
	correction: Correction,
	{ sessionId = null, actor = 'customer', seen = {} }: Corrector = {},
): Promise<Result<undefined>> {
	const { email } = correction
	const corrected = sql`${JSON.stringify(correction)}::jsonb`
	const elsewhere = await db.transaction(async (tx) => {
		await lock(tx, { orders: [orderId] })
		const [before] = await tx
			.select({
				email: sql<string>`${orders.person} ->> 'email'`,
				isSeen: sql<boolean>`${orders.person} @> ${JSON.stringify(seen)}::jsonb
					or ${orders.person} @> ${corrected}`,
			})
			.from(orders)
			.where(eq(orders.id, orderId))
		if (!before?.isSeen) return refuse('booking.changed')
		const [changed] = await tx
			.update(orders)
			.set({ person: sql`${orders.person} || ${corrected}` })
			.where(
				sql`${orders.id} = ${orderId}
					and (${orders.state} = 'confirmed' or ${orders.state} = 'pendingPayment' and ${orders.payUntil} is not null)
					and not ${orders.person} @> ${corrected}`,
			)
			.returning({ state: orders.state })
		if (!changed) return ok(null)
		await noteEvent(tx, orderId, actor, CORRECTED)
		if (email === undefined || before.email === email) return ok(null)
		if (changed.state === 'pendingPayment') {
			await enqueue(tx, 'mailPayLink', { orderId, again: randomUUID() })
			return ok(null)
		}
		await replaceKeys(tx, orderId, sessionId)
		await tx.delete(bookingCodes).where(eq(bookingCodes.orderId, orderId))
		return ok({ email })
	})
	if (!elsewhere.ok) return elsewhere
	// Above the limit of letters `askForKey` refuses: then no letter goes out, and the customer can ask for the link
	// later.
	if (elsewhere.value) await askForKey({ id: orderId, person: elsewhere.value }, null)
	return ok()
}

/** True when the customer corrected the name or the mail address of an order within the last half hour. */
export async function wasJustCorrected(orderId: string): Promise<boolean> {
	const isJustCorrected = and(
		eq(orderEvents.orderId, orderId),
		eq(orderEvents.who, 'customer'),
		eq(orderEvents.what, CORRECTED),
		gt(orderEvents.at, sql`now() - interval '30 minutes'`),
	)
	return (await db.$count(orderEvents, isJustCorrected)) > 0
}
