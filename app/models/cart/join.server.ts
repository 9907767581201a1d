import { and, eq, gt, sql } from 'drizzle-orm'

import { db, type Transaction } from '#app/db/client.server.ts'
import { inOneFlight, lockAndLoad } from '#app/db/lock.server.ts'
import { allocations, cartLines, carts } from '#app/db/schema.ts'
import { extendHolds } from '#app/models/capacity/claim.server.ts'
import { releaseHolds } from '#app/models/capacity/release.server.ts'
import type { Cart } from '#app/models/cart/cart.ts'
import { join } from '#app/models/cart/change.ts'
import { findCart } from '#app/models/cart/find.server.ts'
import { ok, refuse, type Result } from '#app/models/result.ts'
import type { Venue } from '#app/models/venue/venue.ts'

/**
 * Moves the lines of a cart, and what they hold, into another one of the same visitor. Where the two do
 * not go together the lines are given up and their places released, so that none is held for a cart that
 * its visitor cannot reach. It makes nothing scarcer.
 */
export async function joinCarts(
	venue: Venue,
	intoId: string,
	fromId: string,
): Promise<Result<undefined>> {
	const glance = await Promise.all([findCart(intoId), findCart(fromId)])
	if (!canBeGiven(glance[1])) return ok()
	const days = glance.flatMap((cart) => cart?.day ?? [])
	return db.transaction(async (tx) => {
		const scarce = { days, carts: [intoId, fromId] }
		const [into, from] = await lockAndLoad(tx, scarce, () =>
			Promise.all([findCart(intoId, tx), findCart(fromId, tx)]),
		)
		if (!canBeGiven(from)) return ok()

		const joined = into?.orderId === null ? join(venue, into, from) : refuse('orderRunning')
		if (!into || !joined.ok) {
			await inOneFlight([
				() => releaseHolds(tx, from.id),
				() => tx.delete(cartLines).where(eq(cartLines.cartId, from.id)),
				() => empty(tx, from),
			])
			return joined.ok ? ok() : joined
		}
		await move(tx, into, from)
		return ok()
	})
}

/** An order holds its cart as it is. */
function canBeGiven(cart: Cart | null): cart is Cart {
	return cart !== null && cart.lines.length > 0 && cart.orderId === null
}

async function move(tx: Transaction, into: Cart, from: Cart): Promise<void> {
	const expiresAt = later(into.expiresAt, from.expiresAt)
	await inOneFlight([
		() => tx.update(cartLines).set({ cartId: into.id }).where(eq(cartLines.cartId, from.id)),
		() => tx.update(allocations).set({ cartId: into.id }).where(isHeldBy(from.id)),
		...(expiresAt ? [() => extendHolds(tx, { cartId: into.id, expiresAt })] : []),
		() =>
			tx
				.update(carts)
				.set({
					day: into.day ?? from.day,
					heldSince: into.heldSince ?? from.heldSince,
					expiresAt,
					...nextVersion,
				})
				.where(eq(carts.id, into.id)),
		() => empty(tx, from),
	])
}

function empty(tx: Transaction, cart: Cart) {
	return tx
		.update(carts)
		.set({ day: null, heldSince: null, expiresAt: null, ...nextVersion })
		.where(eq(carts.id, cart.id))
}

const nextVersion = { version: sql`${carts.version} + 1`, updatedAt: sql`now()` }

function isHeldBy(cartId: string) {
	return and(
		eq(allocations.cartId, cartId),
		eq(allocations.state, 'held'),
		gt(allocations.expiresAt, sql`now()`),
	)
}

function later(one: Date | null, other: Date | null): Date | null {
	if (!one || !other) return one ?? other
	return one > other ? one : other
}
