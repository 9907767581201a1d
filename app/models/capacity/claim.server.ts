import { and, eq, gt, type SQL, sql } from 'drizzle-orm'

import type { Transaction } from '#app/db/client.server.ts'
import { prepare } from '#app/db/prepare.server.ts'
import { allocations } from '#app/db/schema.ts'
import type { Placement } from '#app/models/capacity/claim.ts'
import { loadPairs } from '#app/models/capacity/loads.server.ts'
import type { Span } from '#app/models/capacity/peak.ts'
import type { Day } from '#app/models/venue/slot.ts'

/** The cart that gets places, the day of the places and the end of their hold. */
export type Holder = { cartId: string; day: Day; expiresAt: Date }

/** SQL for the places that a cart holds now, by the database's clock, as JSON. */
export function heldBy(cartId: SQL): SQL {
	return sql`(
		select coalesce(json_agg(json_build_object('id', ${allocations.id},
			'lineId', ${allocations.cartLineId}, ${loadPairs}, 'units', ${allocations.units})), '[]')
		from ${allocations} where ${allocations.cartId} = ${cartId}
			and ${allocations.state} = 'held' and ${allocations.expiresAt} > now()
	)`
}

/** Writes placements as holds for the lines of a cart. The caller has locked the day. */
export async function holdPlaces(
	tx: Transaction,
	{ cartId, day, expiresAt }: Holder,
	placements: readonly { lineId: string; placement: Placement }[],
): Promise<void> {
	if (placements.length === 0) return
	const places = placements.map(({ lineId, placement }) => ({
		...toAllocation(placement),
		lineId,
	}))
	await insertHeld(tx, { cartId, day, expiresAt, places: JSON.stringify(places) })
}

const insertHeld = prepare<Holder & { places: string }>(
	(_, value) => sql`
		insert into allocations (resource_id, exclusive, units, during, blocked, day, state,
			expires_at, cart_id, cart_line_id)
		select "resourceId", exclusive, units, during, blocked, ${value('day')}::date, 'held',
			${value('expiresAt')}::timestamptz, ${value('cartId')}::uuid, "lineId"
		from json_to_recordset(${value('places')}) as places("resourceId" text, exclusive boolean,
			units integer, during tstzrange, blocked tstzrange, "lineId" uuid)`,
)

/**
 * Extends the holds `kept` (ids) of a cart until `expiresAt` and releases its other holds; with `expiresAt` null it
 * releases all.
 */
export async function keepHolds(
	tx: Transaction,
	cartId: string,
	{ kept, expiresAt }: { kept: readonly string[]; expiresAt: Date | null },
): Promise<void> {
	await updateHeld(tx, { cartId, kept: expiresAt ? kept : [], expiresAt })
}

const updateHeld = prepare<{ cartId: string; kept: readonly string[]; expiresAt: Date | null }>(
	(_, value) => {
		const isKept = sql`id = any(${value('kept')}::uuid[])`
		return sql`
			update allocations set
				state = (case when ${isKept} then 'held' else 'released' end)::allocation_state,
				expires_at = case when ${isKept} then ${value('expiresAt')}::timestamptz end
			where cart_id = ${value('cartId')} and state = 'held'`
	},
)

/** Extends a cart's holds until `expiresAt`. Those that ran out stay ended: their lines were not checked again. */
export async function extendHolds(
	tx: Transaction,
	{ cartId, expiresAt }: Pick<Holder, 'cartId' | 'expiresAt'>,
): Promise<void> {
	await tx
		.update(allocations)
		.set({ expiresAt })
		.where(
			and(
				eq(allocations.cartId, cartId),
				eq(allocations.state, 'held'),
				gt(allocations.expiresAt, sql`now()`),
			),
		)
}

/** Turns a placement into the columns of a row in `allocations`. */
function toAllocation({ resourceId, exclusive, units, during, blocked }: Placement) {
	return { resourceId, exclusive, units, during: range(during), blocked: range(blocked) }
}

function range({ from, until }: Span): string {
	return `[${new Date(from).toISOString()},${new Date(until).toISOString()})`
}
