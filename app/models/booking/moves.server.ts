import { sql } from 'drizzle-orm'
import type { DateTime } from 'luxon'

import { db } from '#app/db/client.server.ts'
import type { AskedChange } from '#app/models/booking/asked-lines.ts'
import { findBooking, movesOf } from '#app/models/booking/booked.server.ts'
import {
	listMoveDays,
	listMoveTimes,
	type MoveDay,
	type MoveTime,
} from '#app/models/booking/move-days.ts'
import { isStaff } from '#app/models/booking/revise.server.ts'
import { listLoadsAround } from '#app/models/capacity/loads-around.server.ts'
import type { Order } from '#app/models/order/order.ts'
import { ok, refuse, type Result } from '#app/models/result.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import type { Day } from '#app/models/venue/slot.ts'

/** Counts how often the customer of a booking has moved it; a booking that was never changed is not looked up. */
export async function countMoves({
	id,
	revision,
}: Pick<Order, 'id' | 'revision'>): Promise<number> {
	if (revision === 1) return 0
	const [row] = await db.execute<{ moved: number }>(
		sql`select ${movesOf(sql`${id}::uuid`)} as moved`,
	)
	return row?.moved ?? 0
}

/** The days from `first` to `last` on which a booking might be moved; `change` is made together with the move. */
type WantedDays = { first: Day; last: Day; change?: AskedChange }

/**
 * Finds the days to which `actor` can move a booking; its policy binds the customer alone. The loads of days that have
 * not changed come from this process's memory.
 */
export async function findMoveDays(
	orderId: string,
	{ first, last, change }: WantedDays,
	now: DateTime,
	actor = 'customer',
): Promise<Result<MoveDay[]>> {
	const [found, { byDay }] = await Promise.all([
		findBooking(db, orderId, []),
		listLoadsAround(currentVenue(), { first, last }),
	])
	if (!found) return refuse('orderNotFound')
	const moment = { now, dbNow: found.dbNow, isStaff: isStaff(actor) }
	const days = { first, last, byDay, ...(change && { change }) }
	return ok(listMoveDays(currentVenue(), found.booking, days, moment))
}

/** Finds the times of a day to which `actor` can move a booking (faults N193); its policy binds the customer alone. */
export async function findMoveTimes(
	orderId: string,
	{ day, change }: { day: Day; change?: AskedChange },
	now: DateTime,
	actor = 'customer',
): Promise<Result<MoveTime[]>> {
	const [found, { byDay }] = await Promise.all([
		findBooking(db, orderId, []),
		listLoadsAround(currentVenue(), { first: day, last: day }),
	])
	if (!found) return refuse('orderNotFound')
	const moment = { now, dbNow: found.dbNow, isStaff: isStaff(actor) }
	const on = { day, loads: byDay.get(day) ?? [], ...(change && { change }) }
	return ok(listMoveTimes(currentVenue(), found.booking, on, moment))
}
