import { and, between, eq, gt, inArray, isNull, lte, ne, or, sql } from 'drizzle-orm'

import { db, type Database, type Transaction } from '#app/db/client.server.ts'
import { allocations } from '#app/db/schema.ts'
import type { Day } from '#app/models/venue/calendar.ts'
import { liveStates, type Load, type Placement, type Span } from '#app/models/capacity/capacity.ts'

/** A load as the database tells it: range bounds in epoch milliseconds. */
export const loadColumns = {
	resourceId: allocations.resourceId,
	from: sql`(extract(epoch from lower(${allocations.blocked})) * 1000)`.mapWith(Number),
	until: sql`(extract(epoch from upper(${allocations.blocked})) * 1000)`.mapWith(Number),
	units: allocations.units,
}

/** A hold counts until it expires, whether or not somebody has come by to say so: the database's clock decides. */
const isLive = and(
	inArray(allocations.state, [...liveStates]),
	or(isNull(allocations.expiresAt), gt(allocations.expiresAt, sql`now()`)),
)

/**
 * What is taken on `days`, but for what `exceptCart` holds; what it has ordered counts. One round trip; its
 * cost does not grow with the past.
 */
export async function listLoads(
	executor: Database | Transaction,
	days: readonly Day[],
	exceptCart: string | null,
): Promise<Load[]> {
	if (days.length === 0) return []
	const others = exceptCart
		? or(
				isNull(allocations.cartId),
				ne(allocations.cartId, exceptCart),
				ne(allocations.state, 'held'),
			)
		: undefined
	return executor
		.select({ ...loadColumns, units: sql`sum(${allocations.units})`.mapWith(Number) })
		.from(allocations)
		.where(and(inArray(allocations.day, [...days]), isLive, others))
		.groupBy(allocations.resourceId, allocations.blocked)
}

/** What is taken on each day from `first` to `last`, for calendars. One round trip. */
export async function listLoadsByDay(first: Day, last: Day): Promise<Map<Day, Load[]>> {
	const rows = await db
		.select({
			day: allocations.day,
			...loadColumns,
			units: sql`sum(${allocations.units})`.mapWith(Number),
		})
		.from(allocations)
		.where(and(between(allocations.day, first, last), isLive))
		.groupBy(allocations.day, allocations.resourceId, allocations.blocked)
	const byDay = new Map<Day, Load[]>()
	for (const { day, ...load } of rows) {
		const loads = byDay.get(day)
		if (loads) loads.push(load)
		else byDay.set(day, [load])
	}
	return byDay
}

/**
 * Marks holds that ran out on `days`, so that the guard of exclusive rooms stops counting them. The days
 * are locked by the caller.
 */
export async function expireHolds(tx: Transaction, days: readonly Day[]): Promise<void> {
	if (days.length === 0) return
	await tx
		.update(allocations)
		.set({ state: 'expired', expiresAt: null })
		.where(and(hasRunOut, inArray(allocations.day, [...days])))
}

/**
 * The same everywhere, for days that nobody asks about. It takes no lock of a day, so it leaves alone what
 * a change may still go by that began before the end of the hold and has not ended yet.
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

/** Longer than any transaction may take. */
const LONGEST_CHANGE = { seconds: 15 }

const hasRunOut = and(eq(allocations.state, 'held'), lte(allocations.expiresAt, sql`now()`))

/** A placement as columns of a row. */
export function toAllocation({ resourceId, exclusive, units, during, blocked }: Placement) {
	return { resourceId, exclusive, units, during: range(during), blocked: range(blocked) }
}

function range({ from, until }: Span): string {
	return `[${new Date(from).toISOString()},${new Date(until).toISOString()})`
}
