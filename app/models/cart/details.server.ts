import { and, eq, isNull, sql } from 'drizzle-orm'

import { db } from '#app/db/client.server.ts'
import { carts } from '#app/db/schema.ts'
import type { Answers } from '#app/models/product/answer.ts'
import { ok, refuse, type Result } from '#app/models/result.ts'
import type { OrderedParty } from '#app/models/visitor/party.ts'
import type { OrderedPerson } from '#app/models/visitor/person.ts'

type Details = { person: OrderedPerson; party: OrderedParty | null; answers?: Answers }

/**
 * Keeps what the address step asked for, and answers the cart's version with it. It makes nothing scarcer,
 * so it needs no lock. Other details than before are a change of the cart: an overview that showed the
 * earlier ones is out of date (faults H10). Refused while an order runs.
 */
export async function saveDetails(
	cartId: string,
	{ person, party, answers = {} }: Details,
): Promise<Result<{ version: number }>> {
	const isOther = sql`row(${carts.person}, ${carts.party}, ${carts.answers})
		is distinct from row(${JSON.stringify(person)}::jsonb, ${party && JSON.stringify(party)}::jsonb,
			${JSON.stringify(answers)}::jsonb)`
	const [saved] = await db
		.update(carts)
		.set({
			person,
			party,
			answers,
			version: sql`${carts.version} + case when ${isOther} then 1 else 0 end`,
			updatedAt: sql`now()`,
		})
		.where(and(eq(carts.id, cartId), isNull(carts.orderId)))
		.returning({ version: carts.version })
	return saved ? ok(saved) : refuse('orderRunning')
}
