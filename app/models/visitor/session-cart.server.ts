import { and, eq, type SQL, sql } from 'drizzle-orm'

import { db } from '#app/db/client.server.ts'
import { accounts, carts, sessions } from '#app/db/schema.ts'
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
	if (changed?.accountId)
		await db
			.update(accounts)
			.set({ cartId: changed.cartId })
			.where(eq(accounts.id, changed.accountId))
	return changed !== undefined
}
