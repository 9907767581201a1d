import { type SQL, sql } from 'drizzle-orm'

import { carts } from '#app/db/schema.ts'

/** The time in which a cart can be taken by its name; longer than a response may be on its way. */
export const begunFor = { seconds: 120 }

/**
 * SQL condition on `carts`: true for a cart that was just begun, by the database's clock, and has no owner. Only such
 * a cart may be taken by the name from a page, because pages stay open longer than sessions last, and more than one
 * person may have seen them (faults M1). `accountId` is the signed-in account, null for a guest: the cart of an
 * account is for that account alone.
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
