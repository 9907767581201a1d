import { and, eq, gt, sql } from 'drizzle-orm'

import { db } from '#app/db/client.server.ts'
import { lock } from '#app/db/lock.server.ts'
import { accounts, carts, sessions } from '#app/db/schema.ts'
import { releaseHolds } from '#app/models/capacity/release.server.ts'
import type { Cart } from '#app/models/cart/cart.ts'
import { findCart } from '#app/models/cart/find.server.ts'
import { joinCarts } from '#app/models/cart/join.server.ts'
import { giveNewId } from '#app/models/cart/new-id.server.ts'
import type { Venue } from '#app/models/venue/venue.ts'
import { noteCart } from '#app/models/visitor/session-cart.server.ts'

/**
 * Decides the cart of a session after a sign-in: the cart of the visit, joined with the account's cart. When the two do
 * not go together, the visit's cart is kept, because the visitor is just choosing it (`isShort`: the account's lines
 * are gone). It becomes the account's cart for the next sign-in anywhere, and the account's other sessions go on with
 * it. When the account's cart is in use and the visit has none or an unused one, the account's cart goes on under a new
 * id, in its other sessions too (faults M1).
 */
export async function bringCart(
	venue: Venue,
	accountId: string,
	visitCartId: string | null,
): Promise<{ cartId: string | null; isShort: boolean }> {
	const [account] = await db
		.select({ cartId: accounts.cartId })
		.from(accounts)
		.where(eq(accounts.id, accountId))
	const [visited, kept] = await Promise.all([find(visitCartId), find(account?.cartId ?? null)])
	if (kept && (!visited || (!isInUse(visited) && isInUse(kept))))
		return { cartId: await giveNewId(kept.id, { sessionId: null, accountId }), isShort: false }
	if (!visited) return { cartId: null, isShort: false }

	const joined = kept && kept.id !== visited.id ? kept.id : null
	const isWhole = joined === null || (await joinCarts(venue, visited.id, joined)).ok
	await noteCart(accountId, { cartId: visited.id, joined })
	return { cartId: visited.id, isShort: !isWhole }
}

/**
 * Frees the places of a cart as if its time had run out: its lines stay and can be claimed again. Does nothing while
 * the cart's order waits for its payment, or while another session of the account uses the cart.
 */
export async function leaveCart(cartId: string): Promise<void> {
	const glance = await findCart(cartId)
	if (!glance) return
	await db.transaction(async (tx) => {
		await lock(tx, { days: [glance.day], carts: [cartId] })
		const [inUse] = await tx
			.select({ id: sessions.id })
			.from(sessions)
			.where(and(eq(sessions.cartId, cartId), gt(sessions.expiresAt, sql`now()`)))
			.limit(1)
		const cart = await findCart(cartId, tx)
		// A cart that moved to another day meanwhile is in use.
		if (inUse || !cart || cart.orderId !== null || cart.day !== glance.day) return
		await releaseHolds(tx, cartId)
		if (cart.expiresAt === null) return
		await tx
			.update(carts)
			.set({
				expiresAt: sql`least(${carts.expiresAt}, now())`,
				version: sql`${carts.version} + 1`,
				updatedAt: sql`now()`,
			})
			.where(eq(carts.id, cartId))
	})
}

function find(id: string | null): Promise<Cart | null> {
	return id === null ? Promise.resolve(null) : findCart(id)
}

/** True when the cart has a line, an order or a voucher. */
function isInUse(cart: Cart | null): cart is Cart {
	if (cart === null) return false
	return cart.lines.length > 0 || cart.orderId !== null || cart.voucher !== null
}
