import { randomUUID } from 'node:crypto'

import { and, eq, gt, inArray, isNotNull, ne, or, sql } from 'drizzle-orm'

import type { Transaction } from '#app/db/client.server.ts'
import { allocations, carts } from '#app/db/schema.ts'
import { listHeld } from '#app/models/capacity/claim.server.ts'
import { listLoads } from '#app/models/capacity/loads.server.ts'
import type { Cart, CartRef, Visitor } from '#app/models/cart/cart.ts'
import type { OtherCarts, Standing } from '#app/models/cart/standing.ts'
import { findCart } from '#app/models/cart/find.server.ts'
import type { Day } from '#app/models/venue/slot.ts'

/** Everything the decision about a change needs, in one flight; null: there is no such cart. A hold that ran out counts for nothing. */
export async function loadStanding(
	tx: Transaction,
	ref: CartRef,
	visitor: Visitor,
	days: readonly Day[],
): Promise<Standing | null> {
	const [cart, own, loads, others, [clock]] = await Promise.all([
		ref.id ? findCart(ref.id, tx) : null,
		ref.id ? listHeld(tx, ref.id) : [],
		listLoads(tx, days, ref.id),
		findOthers(tx, ref, visitor, days),
		tx.execute<{ now: Date }>(sql`select now() as now`),
	])
	if (!cart && ref.version > 0) return null
	return {
		cart: cart ?? emptyCart(ref.id ?? randomUUID()),
		own,
		loads,
		others,
		dbNow: new Date(clock?.now ?? 0),
	}
}

/** A cart that has no row yet has none to lock: changes that would make the same one come one after another. */
export async function lockFirstChange(tx: Transaction, { id, version }: CartRef): Promise<void> {
	if (id !== null && version === 0)
		await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${id}, 0))`)
}

/**
 * Carts of one address that are about to hold something are counted one after another, or as many as come
 * on different days at once would all be counted too early. It is the last lock of a change and waits for
 * nothing else, so no circle of waiting goes through it.
 */
export async function lockAddress(tx: Transaction, addressHash: string | null): Promise<void> {
	if (addressHash !== null)
		await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${addressHash}, 0))`)
}

/** A cart whose order is waiting for its payment holds something too. */
async function findOthers(
	tx: Transaction,
	{ id: exceptCart }: CartRef,
	{ addressHash }: Visitor,
	days: readonly Day[],
): Promise<OtherCarts | null> {
	if (addressHash === null) return null
	const isHolding = or(
		gt(carts.expiresAt, sql`now()`),
		and(isNotNull(carts.orderId), isNotNull(carts.expiresAt)),
	)
	const isBegun = gt(carts.createdAt, sql`now() - interval '1 day'`)
	const isOther = and(
		eq(carts.addressHash, addressHash),
		exceptCart ? ne(carts.id, exceptCart) : undefined,
	)
	const isTaken = and(inArray(allocations.day, [...days]), isUnpaid, isOther)
	const [[row], taken] = await Promise.all([
		tx
			.select({
				holding: sql`count(*) filter (where ${isHolding})`.mapWith(Number),
				begun: sql`count(*) filter (where ${isBegun})`.mapWith(Number),
			})
			.from(carts)
			.where(isOther),
		days.length === 0
			? []
			: tx
					.select({
						resourceId: allocations.resourceId,
						units: sql`sum(${allocations.units})`.mapWith(Number),
					})
					.from(allocations)
					.innerJoin(carts, eq(carts.id, allocations.cartId))
					.where(isTaken)
					.groupBy(allocations.resourceId),
	])
	return { holding: row?.holding ?? 0, begun: row?.begun ?? 0, taken }
}

const isUnpaid = or(
	eq(allocations.state, 'pending'),
	and(eq(allocations.state, 'held'), gt(allocations.expiresAt, sql`now()`)),
)

function emptyCart(id: string): Cart {
	return {
		id,
		version: 0,
		day: null,
		heldSince: null,
		expiresAt: null,
		party: null,
		person: null,
		orderId: null,
		lines: [],
		given: {},
		voucher: null,
	}
}
