import { type SQL, sql } from 'drizzle-orm'

import { carts } from '#app/db/schema.ts'

/** How long a cart can be taken by its name: longer than an answer may be on its way. */
export const begunFor = { seconds: 120 }

/**
 * Whether a cart was just begun, by the database's clock, and is nobody's by now: a condition on `carts`. Such a cart
 * alone may be taken by the name that stood in a page, because pages stay open longer than visits last, and more than
 * one person may have seen them (faults M1). `accountId` is who is signed in, null for a guest: the cart of an account
 * is for that account alone.
 */
export function isJustBegun(accountId: SQL): SQL {
	return sql`(
		${carts.createdAt} > now() - make_interval(secs => ${sql.raw(String(begunFor.seconds))})
		and ${carts.orderId} is null and ${carts.person} is null and ${carts.party} is null
		and ${carts.answers} = '{}'
		and not exists (
			select from accounts owner
			where owner.cart_id = ${carts.id} and owner.id is distinct from ${accountId}
		)
		and not exists (
			select from sessions other
			where other.cart_id = ${carts.id} and other.account_id is distinct from ${accountId}
		))`
}
