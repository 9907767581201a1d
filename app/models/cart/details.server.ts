import { and, eq, isNull, not, type SQL, sql } from 'drizzle-orm'

import { untilAllLocked } from '#app/db/all-locked.ts'
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
 * Saves the details of the address step (person, party, answers) and returns the cart's version with them. It claims no
 * places. Details that differ from those before are a change of the cart: an overview that showed the earlier ones is
 * out of date (faults H10). Refused while an order runs. The statement also deletes the session's draft of the address
 * step.
 *
 * A cart that another session has taken by its name, too, gets a new id first, because from now on it names its
 * visitor (faults M1).
 */
export async function saveDetails(
	cartId: string,
	details: Details,
	sessionId: string | null = null,
): Promise<Result<{ version: number }>> {
	let id = cartId
	const saved = await untilAllLocked(async () => {
		const tried = await saveUnshared(id, details, sessionId)
		if (!('sharedBy' in tried)) return tried
		const given = await giveNewId(id, { sessionId, accountId: tried.sharedBy })
		if (given === null) return refuse('cartChanged')
		id = given
		return null
	})
	return saved ?? refuse('cartChanged')
}

/**
 * Saves the details unless another session has the cart: then `sharedBy` is the account of this session. Asks and
 * writes under the lock of the cart, so that no other session takes the cart by its name in between.
 */
async function saveUnshared(
	cartId: string,
	{ answers = {}, ...details }: Details,
	sessionId: string | null,
): Promise<Result<{ version: number }> | { sharedBy: string | null }> {
	const [[sharing], [saved]] = await db.transaction((tx) =>
		lockAndLoad(tx, { carts: [cartId] }, () =>
			Promise.all([
				selectSharing(tx, { cartId, sessionId }),
				updateDetails(tx, { ...details, answers, cartId, sessionId }),
			]),
		),
	)
	if (saved) return ok(saved)
	// The cart got another id since it was read: another tab of the session has saved the visitor's details.
	if (!sharing) return refuse('cartChanged')
	return sharing.isShared ? { sharedBy: sharing.accountId } : refuse('orderRunning')
}

type Sharing = { isShared: boolean; accountId: string | null }

const selectSharing = prepare<{ cartId: string; sessionId: string | null }, Sharing>(
	(_, value) => sql`
		select ${isShared(value('sessionId'))} and order_id is null as "isShared",
			${accountOf(value('sessionId'))} as "accountId"
		from carts where id = ${value('cartId')}`,
)

/** SQL that is true when another session has the cart as well and is not of the same account. */
function isShared(sessionId: SQL): SQL {
	return sql`exists (
		select from sessions other
		where other.cart_id = carts.id and other.id is distinct from ${sessionId}
			and not coalesce(other.account_id = ${accountOf(sessionId)}, false)
	)`
}

function accountOf(sessionId: SQL): SQL {
	return sql`(select account_id from sessions own where own.id = ${sessionId})`
}

const updateDetails = prepare<
	Required<Details> & { cartId: string; sessionId: string | null },
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
		.where(
			and(eq(carts.id, value('cartId')), isNull(carts.orderId), not(isShared(value('sessionId')))),
		)
		.returning({ version: carts.version })
	return sql`
		with saved as ${saved}, forgotten as (
			delete from form_drafts
			where session_id = ${value('sessionId')} and path = '/checkout/address' and exists (select from saved)
		)
		select version from saved`
})
