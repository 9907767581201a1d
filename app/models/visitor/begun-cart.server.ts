import { type SQL, sql } from 'drizzle-orm'

import { carts } from '#app/db/schema.ts'

/**
 * The time in which a session can take a first cart by the name that its page carries; no response is on its way for
 * longer.
 */
export const begunFor = { seconds: 120 }

/**
 * SQL condition on `carts`: true for a cart that was begun less than `begunFor` ago, by the database's clock, holds no
 * details and no order, and belongs to nobody else. Only such a cart may be taken by the name in a page, because pages
 * stay open longer than sessions last, and more than one person may have seen them (faults M1). `accountId` is the
 * signed-in account, null for a guest: the cart of an account is for that account alone.
 */
export function isJustBegun(accountId: SQL): SQL {
	return sql`(
		${carts.createdAt} > now() - make_interval(secs => ${sql.raw(String(begunFor.seconds))})
		and ${carts.holdRule} = 'visitor' and ${carts.orderId} is null and ${carts.person} is null and ${carts.party} is null
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
