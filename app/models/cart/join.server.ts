import { isDeepStrictEqual } from 'node:util'

import { and, eq, gt, sql } from 'drizzle-orm'

import { untilAllLocked } from '#app/db/all-locked.ts'
import { db, type Transaction } from '#app/db/client.server.ts'
import { inOneRoundTrip, lockAndLoad } from '#app/db/lock.server.ts'
import { allocations, cartLines, carts, redemptions } from '#app/db/schema.ts'
import { extendHolds } from '#app/models/capacity/claim.server.ts'
import { releaseHolds } from '#app/models/capacity/release.server.ts'
import type { Cart } from '#app/models/cart/cart.ts'
import { join } from '#app/models/cart/change.ts'
import { findCart, isBegunCart } from '#app/models/cart/find.server.ts'
import { joinAnswers } from '#app/models/product/answer.ts'
import { ok, refuse, type Result } from '#app/models/result.ts'
import type { Venue } from '#app/models/venue/venue.ts'
import { inCart, releaseWhere } from '#app/models/voucher/ledger.server.ts'

/**
 * Moves the lines of a cart with their places, its answers and its voucher into another cart of the visitor; no new
 * places are claimed. The voucher is released when the other cart has one of its own. When the two carts do not go
 * together, lines, places and voucher are given up, so that nothing is held for a cart that its visitor cannot reach.
 */
export function joinCarts(
	venue: Venue,
	intoId: string,
	fromId: string,
): Promise<Result<undefined>> {
	return joinWhere(venue, { intoId, fromId }, async () => true)
}

/**
 * Joins a cart that this browser says it has just begun. Every holder of the cookie can say so; therefore the cart is
 * joined only while it is just begun and belongs to no visitor, by the database's clock (faults M1). `accountId` is
 * the signed-in account.
 */
export function joinBegunCart(
	venue: Venue,
	intoId: string,
	begun: { id: string; accountId: string | null },
): Promise<Result<undefined>> {
	const { id: fromId, accountId } = begun
	return joinWhere(venue, { intoId, fromId }, (executor) =>
		isBegunCart(fromId, accountId, executor),
	)
}

type Joining = { intoId: string; fromId: string }
type MayBeTaken = (executor?: Transaction) => Promise<boolean>

async function joinWhere(
	venue: Venue,
	ids: Joining,
	mayBeTaken: MayBeTaken,
): Promise<Result<undefined>> {
	const done = await untilAllLocked(() => joinOnce(venue, ids, mayBeTaken))
	return done ?? refuse('cartChanged')
}

/**
 * Joins the carts under one lock; null when a cart has got a day or a voucher since the first look, which is not locked
 * then.
 */
async function joinOnce(
	venue: Venue,
	{ intoId, fromId }: Joining,
	mayBeTaken: MayBeTaken,
): Promise<Result<undefined> | null> {
	const [isTakeable, ...glance] = await Promise.all([
		mayBeTaken(),
		findCart(intoId),
		findCart(fromId),
	])
	if (!isTakeable || !canBeGiven(glance[1])) return ok()
	const scarce = scarceIn(glance)
	return db.transaction(async (tx) => {
		const [isStill, into, from] = await lockAndLoad(
			tx,
			{ ...scarce, carts: [intoId, fromId] },
			() => Promise.all([mayBeTaken(tx), findCart(intoId, tx), findCart(fromId, tx)]),
		)
		if (!isStill || !canBeGiven(from)) return ok()
		if (!isDeepStrictEqual(scarceIn([into, from]), scarce)) return null

		const joined = into?.orderId === null ? join(venue, into, from) : refuse('orderRunning')
		if (!into || !joined.ok) {
			await inOneRoundTrip([
				() => releaseHolds(tx, from.id),
				() => tx.delete(cartLines).where(eq(cartLines.cartId, from.id)),
				() => empty(tx, from),
			])
			await releaseWhere(tx, inCart(from.id))
			return joined.ok ? ok() : joined
		}
		await move(tx, into, from)
		return ok()
	})
}

/** Lists the days and vouchers of the carts, which are locked besides the carts. */
function scarceIn(found: readonly (Cart | null)[]) {
	return {
		days: found.flatMap((cart) => cart?.day ?? []),
		vouchers: found.flatMap((cart) => cart?.voucher?.id ?? []),
	}
}

/**
 * True for a cart that can be joined into another: with lines or a voucher, and without an order, as a running order
 * freezes its cart.
 */
function canBeGiven(cart: Cart | null): cart is Cart {
	if (cart === null || cart.orderId !== null) return false
	return cart.lines.length > 0 || cart.voucher !== null
}

async function move(tx: Transaction, into: Cart, from: Cart): Promise<void> {
	const expiresAt = later(into.expiresAt, from.expiresAt)
	await inOneRoundTrip([
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
					answers: joinAnswers(into.answers, from.answers),
					...nextVersion,
				})
				.where(eq(carts.id, into.id)),
		() => empty(tx, from),
	])
	if (into.voucher) await releaseWhere(tx, inCart(from.id))
	else await tx.update(redemptions).set({ cartId: into.id }).where(inCart(from.id))
}

/**
 * Clears the day, the hold and the visitor's details of a cart that was joined or given up. The details are cleared
 * because deleting the account later would not find this cart (faults M9).
 */
function empty(tx: Transaction, cart: Cart) {
	const nothing = { day: null, heldSince: null, expiresAt: null }
	return tx
		.update(carts)
		.set({ ...nothing, person: null, party: null, answers: {}, ...nextVersion })
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
