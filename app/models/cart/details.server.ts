import { and, eq, isNull, not, type SQL, sql } from 'drizzle-orm'

import { db } from '#app/db/client.server.ts'
import { lockAndLoad } from '#app/db/lock.server.ts'
import { prepare } from '#app/db/prepare.server.ts'
import { carts } from '#app/db/schema.ts'
import { giveNewId } from '#app/models/cart/new-id.server.ts'
import type { Answers } from '#app/models/product/answer.ts'
import { ok, refuse, type Result } from '#app/models/result.ts'
import type { OrderedParty } from '#app/models/visitor/party.ts'
import type { OrderedPerson } from '#app/models/visitor/person.ts'

type Details = { person: OrderedPerson; party: OrderedParty | null; answers?: Answers }

/**
 * Keeps what the address step asked for, and answers the cart's version with it. It makes nothing scarcer. Other
 * details than before are a change of the cart: an overview that showed the earlier ones is out of date (faults H10).
 * Refused while an order runs. What the visit had typed there and not sent is forgotten in the same statement.
 *
 * A cart that another visit has as well, by its name, gets a new id first: from now on it says who its visitor is
 * (faults M1).
 */
export async function saveDetails(
	cartId: string,
	details: Details,
	visit: string | null = null,
): Promise<Result<{ version: number }>> {
	const saved = await saveUnshared(cartId, details, visit)
	if (!('sharedBy' in saved)) return saved
	const id = await giveNewId(cartId, { sessionId: visit, accountId: saved.sharedBy })
	return id === null ? refuse('cartChanged') : saveDetails(id, details, visit)
}

/** Asked and written once the cart is locked, so that no visit takes it by its name in between. */
async function saveUnshared(
	cartId: string,
	{ answers = {}, ...details }: Details,
	visit: string | null,
): Promise<Result<{ version: number }> | { sharedBy: string | null }> {
	const [[standing], [saved]] = await db.transaction((tx) =>
		lockAndLoad(tx, { carts: [cartId] }, () =>
			Promise.all([
				selectSharing(tx, { cartId, visit }),
				updateDetails(tx, { ...details, answers, cartId, visit }),
			]),
		),
	)
	if (saved) return ok(saved)
	// It has another id since it was read: another tab of the visit has said who its visitor is.
	if (!standing) return refuse('cartChanged')
	return standing.isShared ? { sharedBy: standing.accountId } : refuse('orderRunning')
}

type Sharing = { isShared: boolean; accountId: string | null }

const selectSharing = prepare<{ cartId: string; visit: string | null }, Sharing>(
	(_, value) => sql`
		select ${isShared(value('visit'))} and order_id is null as "isShared",
			${accountOf(value('visit'))} as "accountId"
		from carts where id = ${value('cartId')}`,
)

/** Whether another visit has the cart as well, which is not of the same account. */
function isShared(visit: SQL): SQL {
	return sql`exists (
		select from sessions other
		where other.cart_id = carts.id and other.id is distinct from ${visit}
			and not coalesce(other.account_id = ${accountOf(visit)}, false)
	)`
}

function accountOf(visit: SQL): SQL {
	return sql`(select account_id from sessions own where own.id = ${visit})`
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
		.where(and(eq(carts.id, value('cartId')), isNull(carts.orderId), not(isShared(value('visit')))))
		.returning({ version: carts.version })
	return sql`
		with saved as ${saved}, forgotten as (
			delete from form_drafts
			where session_id = ${value('visit')} and path = '/checkout/address' and exists (select from saved)
		)
		select version from saved`
})
