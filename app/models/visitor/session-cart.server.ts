import { and, eq, type SQL, sql } from 'drizzle-orm'

import { db } from '#app/db/client.server.ts'
import { carts, sessions } from '#app/db/schema.ts'
import { isJustBegun } from '#app/models/visitor/begun-cart.server.ts'
import { isLive, used } from '#app/models/visitor/session.server.ts'

/** Gives a session, and the account signed in there, the cart `cartId`. False when the session is over. */
export function putCart(id: string, cartId: string): Promise<boolean> {
	return setCart(id, sql`${cartId}::uuid`)
}

/**
 * Gives a session the cart `cartId`, which was just begun. A cart that by the time of writing has an owner or another
 * id, or is no longer new, is not given, and the session keeps its own (faults M1). The cart is locked while it is
 * checked, so that no session saves details in it or signs in with it meanwhile. False when the session is over.
 */
export function takeBegunCart(id: string, cartId: string): Promise<boolean> {
	const begun = sql`(
		select ${carts.id} from ${carts}
		where ${carts.id} = ${cartId}::uuid and ${isJustBegun(sql`${sessions.accountId}`)} for share)`
	return setCart(id, sql`coalesce(${begun}, ${sessions.cartId})`)
}

async function setCart(id: string, cartId: SQL): Promise<boolean> {
	const [changed] = await db
		.update(sessions)
		.set({ cartId, ...used })
		.where(and(eq(sessions.id, id), isLive))
		.returning({ accountId: sessions.accountId, cartId: sessions.cartId })
	if (changed?.accountId && changed.cartId)
		await noteCart(changed.accountId, { cartId: changed.cartId })
	return changed !== undefined
}

/**
 * Gives an account a cart, and gives it to those of the account's sessions that have no cart or have `joined`, the cart
 * whose lines moved into it; otherwise the contents of their carts would be lost when they sign out (faults M16). A
 * session whose cart is being ordered keeps it. The account is locked before its sessions, as everywhere.
 */
export async function noteCart(
	accountId: string,
	{ cartId, joined = null }: { cartId: string; joined?: string | null },
): Promise<void> {
	await db.execute(sql`
		with noted as (
			update accounts set cart_id = ${cartId}::uuid where id = ${accountId}::uuid returning id
		)
		update sessions set cart_id = ${cartId}::uuid from noted
		where sessions.account_id = noted.id
			and (sessions.cart_id is null or sessions.cart_id = ${joined}::uuid)
			and not exists (select from carts where id = sessions.cart_id and order_id is not null)`)
}
