import { and, between, gt, inArray, isNull, ne, or, sql } from 'drizzle-orm'

import { db, type Database, type Transaction } from '#app/db/client.server.ts'
import { allocations } from '#app/db/schema.ts'
import { liveStates } from '#app/models/capacity/allocation.ts'
import type { Load } from '#app/models/capacity/peak.ts'
import type { Day } from '#app/models/venue/slot.ts'

/** A load as the database tells it: range bounds in epoch milliseconds. */
export const loadColumns = {
	resourceId: allocations.resourceId,
	from: sql`(extract(epoch from lower(${allocations.blocked})) * 1000)`.mapWith(Number),
	until: sql`(extract(epoch from upper(${allocations.blocked})) * 1000)`.mapWith(Number),
	units: allocations.units,
}

/** A hold counts until it expires, also before its row says that it has run out: the database's clock decides. */
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
