import { sql } from 'drizzle-orm'

import { db } from '#app/db/client.server.ts'
import { lock } from '#app/db/lock.server.ts'
import { orders } from '#app/db/schema.ts'
import { noteEvent } from '#app/models/order/order.server.ts'

type Person = { firstName: string; lastName: string; email: string }

/**
 * Corrects the name and the mail address of an order. It makes no revision: an event says that they were corrected, and
 * holds neither. An order that has ended keeps its person.
 */
export async function correctPerson(orderId: string, person: Person): Promise<void> {
	const { firstName, lastName, email } = person
	await db.transaction(async (tx) => {
		await lock(tx, { orders: [orderId] })
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
		if (changed.length > 0)
			await noteEvent(tx, orderId, 'customer', 'corrected name or mail address')
	})
}
