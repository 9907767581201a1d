import { and, eq, inArray, lte, sql } from 'drizzle-orm'

import { db, type Transaction } from '#app/db/client.server.ts'
import { prepare } from '#app/db/prepare.server.ts'
import { allocations } from '#app/db/schema.ts'
import type { Day } from '#app/models/venue/slot.ts'

/** Releases the holds of a cart. */
export async function releaseHolds(tx: Transaction, cartId: string): Promise<void> {
	await tx
		.update(allocations)
		.set({ state: 'released', expiresAt: null })
		.where(and(eq(allocations.cartId, cartId), eq(allocations.state, 'held')))
}

/**
 * Marks holds that ran out on `days` as expired, so that the guard of exclusive rooms stops counting them. The
 * caller has locked the days.
 */
export async function expireHolds(tx: Transaction, days: readonly Day[]): Promise<void> {
	if (days.length === 0) return
	await updateExpired(tx, { days })
}

const updateExpired = prepare<{ days: readonly Day[] }>(
	(_, value) => sql`
		update allocations set state = 'expired', expires_at = null
		where day = any(${value('days')}) and state = 'held' and expires_at <= now()`,
)

/**
 * Marks holds that ran out on all days as expired, for days that no change locks. It locks no day, so it spares
 * holds that ended less than 15 seconds ago: a change that began before their end may still count on them.
 */
export async function sweepHolds(): Promise<void> {
	const idle = db
		.select({ id: allocations.id })
		.from(allocations)
		.where(
			and(
				eq(allocations.state, 'held'),
				lte(allocations.expiresAt, sql`now() - make_interval(secs => ${LONGEST_CHANGE.seconds})`),
			),
		)
		.for('update', { skipLocked: true })
	await db
		.update(allocations)
		.set({ state: 'expired', expiresAt: null })
		.where(inArray(allocations.id, idle))
}

/** The time after which no transaction can still count on a hold that has ended: longer than a transaction may take. */
const LONGEST_CHANGE = { seconds: 15 }
