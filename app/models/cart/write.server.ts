import { eq, inArray, sql } from 'drizzle-orm'

import type { Transaction } from '#app/db/client.server.ts'
import { cartLines, carts } from '#app/db/schema.ts'
import { extendHolds, holdPlaces } from '#app/models/capacity/claim.server.ts'
import { releaseHolds } from '#app/models/capacity/release.server.ts'
import type { Cart, Visitor } from '#app/models/cart/cart.ts'
import { holdOf } from '#app/models/cart/claim.ts'
import type { Claim, Standing } from '#app/models/cart/standing.ts'

/** Writes the decision in one flight and answers the cart as it now stands. */
export async function writeClaim(
	tx: Transaction,
	standing: Standing,
	claim: Claim,
	{ venue, addressHash }: Visitor,
): Promise<Cart> {
	const { cart } = standing
	const next: Cart = {
		...cart,
		...holdOf(venue, standing, claim),
		version: cart.version + 1,
		day: claim.day,
		lines: claim.lines,
	}
	await Promise.all([
		writeCart(tx, next, addressHash),
		...writeLines(tx, cart, next),
		...writePlaces(tx, next, claim),
	])
	return next
}

/** Every change counts, so that forms made before it are noticed. */
export async function bumpVersion(tx: Transaction, cartId: string): Promise<void> {
	await tx
		.update(carts)
		.set({ version: sql`${carts.version} + 1`, updatedAt: sql`now()` })
		.where(eq(carts.id, cartId))
}

function writeCart(tx: Transaction, cart: Cart, addressHash: string | null): PromiseLike<unknown> {
	const { id, version, day, heldSince, expiresAt } = cart
	const values = { version, day, heldSince, expiresAt, addressHash }
	return version === 1
		? tx.insert(carts).values({ id, ...values })
		: tx
				.update(carts)
				.set({ ...values, updatedAt: sql`now()` })
				.where(eq(carts.id, id))
}

function writeLines(tx: Transaction, before: Cart, after: Cart): PromiseLike<unknown>[] {
	const old = new Map(before.lines.map((line) => [line.id, line]))
	const current = new Set(after.lines.map((line) => line.id))
	const gone = before.lines.filter((line) => !current.has(line.id)).map((line) => line.id)
	const fresh = after.lines.filter((line) => !old.has(line.id))
	const changed = after.lines.filter((line) => {
		const was = old.get(line.id)
		return was !== undefined && (was.quantity !== line.quantity || was.unitPrice !== line.unitPrice)
	})
	return [
		...(gone.length > 0 ? [tx.delete(cartLines).where(inArray(cartLines.id, gone))] : []),
		...(fresh.length > 0
			? [tx.insert(cartLines).values(fresh.map((line) => ({ ...line, cartId: after.id })))]
			: []),
		...changed.map(({ id, quantity, unitPrice }) =>
			tx.update(cartLines).set({ quantity, unitPrice }).where(eq(cartLines.id, id)),
		),
	]
}

function writePlaces(tx: Transaction, cart: Cart, { kept, claimed }: Claim): Promise<unknown>[] {
	const { id: cartId, day, expiresAt } = cart
	const release = releaseHolds(
		tx,
		cartId,
		kept.map((held) => held.id),
	)
	if (day === null || expiresAt === null) return [release]

	const holder = { cartId, day, expiresAt }
	const placed = claimed.map(({ line, placement }) => ({ lineId: line.id, placement }))
	return [
		release,
		...(kept.length > 0 ? [extendHolds(tx, holder)] : []),
		holdPlaces(tx, holder, placed),
	]
}
