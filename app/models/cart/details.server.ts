import { and, eq, isNull, sql } from 'drizzle-orm'

import { db } from '#app/db/client.server.ts'
import { carts } from '#app/db/schema.ts'
import type { OrderedParty } from '#app/models/visitor/party.ts'
import type { OrderedPerson } from '#app/models/visitor/person.ts'

/** Keeps what the address step asked for. It makes nothing scarcer, so it needs no lock and no version. */
export async function saveDetails(
	cartId: string,
	details: { person: OrderedPerson; party: OrderedParty | null },
): Promise<void> {
	await db
		.update(carts)
		.set({ ...details, updatedAt: sql`now()` })
		.where(and(eq(carts.id, cartId), isNull(carts.orderId)))
}
