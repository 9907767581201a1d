import { and, eq, gt, sql } from 'drizzle-orm'

import type { Transaction } from '#app/db/client.server.ts'
import { allocations } from '#app/db/schema.ts'
import type { Held, Placement } from '#app/models/capacity/claim.ts'
import { loadColumns } from '#app/models/capacity/loads.server.ts'
import type { Span } from '#app/models/capacity/peak.ts'
import type { Day } from '#app/models/venue/slot.ts'

/** Whose a place becomes, on which day and until when. */
export type Holder = { cartId: string; day: Day; expiresAt: Date }

/** What a cart holds at this moment, by the database's clock. One round trip. */
export async function listHeld(tx: Transaction, cartId: string): Promise<Held[]> {
	const rows = await tx
		.select({ id: allocations.id, lineId: allocations.cartLineId, ...loadColumns })
		.from(allocations)
		.where(
			and(
				eq(allocations.cartId, cartId),
				eq(allocations.state, 'held'),
				gt(allocations.expiresAt, sql`now()`),
			),
		)
	return rows.map(({ id, lineId, ...load }) => ({ id, lineId, load }))
}

/** Writes placements down as held for lines of a cart. The day is locked by the caller. */
export async function holdPlaces(
	tx: Transaction,
	{ cartId, day, expiresAt }: Holder,
	placements: readonly { lineId: string; placement: Placement }[],
): Promise<void> {
	if (placements.length === 0) return
	await tx.insert(allocations).values(
		placements.map(({ lineId, placement }) => ({
			...toAllocation(placement),
			day,
			state: 'held' as const,
			expiresAt,
			cartId,
			cartLineId: lineId,
		})),
	)
}

/** What a cart holds lasts until then. */
export async function extendHolds(
	tx: Transaction,
	{ cartId, expiresAt }: Pick<Holder, 'cartId' | 'expiresAt'>,
): Promise<void> {
	await tx
		.update(allocations)
		.set({ expiresAt })
		.where(and(eq(allocations.cartId, cartId), eq(allocations.state, 'held')))
}

/** A placement as columns of a row. */
export function toAllocation({ resourceId, exclusive, units, during, blocked }: Placement) {
	return { resourceId, exclusive, units, during: range(during), blocked: range(blocked) }
}

function range({ from, until }: Span): string {
	return `[${new Date(from).toISOString()},${new Date(until).toISOString()})`
}
