import { and, eq, isNull, sql } from 'drizzle-orm'

import { db } from '#app/db/client.server.ts'
import { prepare } from '#app/db/prepare.server.ts'
import { carts } from '#app/db/schema.ts'
import type { Answers } from '#app/models/product/answer.ts'
import { ok, refuse, type Result } from '#app/models/result.ts'
import type { OrderedParty } from '#app/models/visitor/party.ts'
import type { OrderedPerson } from '#app/models/visitor/person.ts'

type Details = { person: OrderedPerson; party: OrderedParty | null; answers?: Answers }

/**
 * Keeps what the address step asked for, and answers the cart's version with it. It makes nothing scarcer,
 * so it needs no lock. Other details than before are a change of the cart: an overview that showed the
 * earlier ones is out of date (faults H10). Refused while an order runs. What the visit had typed there and not
 * sent is forgotten in the same statement.
 */
export async function saveDetails(
	cartId: string,
	{ answers = {}, ...details }: Details,
	visit: string | null = null,
): Promise<Result<{ version: number }>> {
	const [saved] = await updateDetails(db, { ...details, answers, cartId, visit })
	return saved ? ok(saved) : refuse('orderRunning')
}

const updateDetails = prepare<
	Required<Details> & { cartId: string; visit: string | null },
	{ version: number }
>((build, value) => {
	const isOther = sql`row(${carts.person}, ${carts.party}, ${carts.answers})
		is distinct from row(${value('person')}::jsonb, ${value('party')}::jsonb, ${value('answers')}::jsonb)`
	const saved = build
		.update(carts)
		.set({
			person: value('person'),
			party: value('party'),
			answers: value('answers'),
			version: sql`${carts.version} + case when ${isOther} then 1 else 0 end`,
			updatedAt: sql`now()`,
		})
		.where(and(eq(carts.id, value('cartId')), isNull(carts.orderId)))
		.returning({ version: carts.version })
	return sql`
		with saved as ${saved}, forgotten as (
			delete from form_drafts
			where session_id = ${value('visit')} and path = '/checkout/address' and exists (select from saved)
		)
		select version from saved`
})
