import { and, eq, type SQL, sql } from 'drizzle-orm'

import { db } from '#app/db/client.server.ts'
import { carts, sessions } from '#app/db/schema.ts'
import { isJustBegun } from '#app/models/visitor/begun-cart.server.ts'
import { isLive, used } from '#app/models/visitor/session.server.ts'

/** From now on the session has that cart, and so has its account. False: the session is over. */
export function putCart(id: string, cartId: string): Promise<boolean> {
	return setCart(id, sql`${cartId}::uuid`)
}

/**
 * The session takes a cart that was just begun. One that is somebody's by the time this is written, or has another id,
 * it does not get: it stays as it is (faults M1). The cart is locked while it is looked at, so that nobody says who he
 * is in it or signs in with it meanwhile. False: the session is over.
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
 * From now on the account has that cart, and so have those of its sessions that had none, or `joined`, the cart whose
 * lines it has now: else what lies in theirs would be nobody's when they sign out (faults M16). A cart whose order runs
 * stays with its sessions. The account is locked before its sessions, as everywhere.
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
