import { eq, sql } from 'drizzle-orm'

import { db } from '#app/db/client.server.ts'
import { lock } from '#app/db/lock.server.ts'
import { bookingCodes, orders } from '#app/db/schema.ts'
import { askForKey } from '#app/models/booking/code.server.ts'
import { replaceKeys } from '#app/models/booking/key.server.ts'
import { noteEvent } from '#app/models/order/order.server.ts'

type Person = { firstName: string; lastName: string; email: string }

/**
 * Corrects the name and the mail address of an order. It makes no revision: an event says that they were corrected, and
 * holds neither. An order that has ended keeps its person. Keys that were mailed to another address end, with what they
 * gave to every session but `sessionId`, and the corrected one is sent a key of its own (faults K77).
 */
export async function correctPerson(
	orderId: string,
	person: Person,
	sessionId: string | null = null,
): Promise<void> {
	const { firstName, lastName, email } = person
	const isElsewhere = await db.transaction(async (tx) => {
		await lock(tx, { orders: [orderId] })
		const [before] = await tx
			.select({ email: sql<string>`${orders.person} ->> 'email'` })
			.from(orders)
			.where(eq(orders.id, orderId))
		const changed = await tx
			.update(orders)
			.set({
				person: sql`${orders.person} || ${JSON.stringify({ firstName, lastName, email })}::jsonb`,
			})
			.where(
				sql`${orders.id} = ${orderId} and ${orders.state} = 'confirmed'
					and not ${orders.person} @> ${JSON.stringify({ firstName, lastName, email })}::jsonb`,
			)
			.returning({ id: orders.id })
		if (changed.length === 0) return false
		await noteEvent(tx, orderId, 'customer', 'corrected name or mail address')
		if (before?.email === email) return false
		await replaceKeys(tx, orderId, sessionId)
		await tx.delete(bookingCodes).where(eq(bookingCodes.orderId, orderId))
		return true
	})
	// Refused above its limit: then no letter goes out, and the link can be asked for later.
	if (isElsewhere) await askForKey({ id: orderId, person }, null)
}
