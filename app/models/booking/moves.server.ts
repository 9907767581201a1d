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
import { listLoadsByDay } from '#app/models/capacity/loads.server.ts'
import { ok, refuse, type Result } from '#app/models/result.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import type { Day } from '#app/models/venue/slot.ts'

/** Counts how often its customer has moved a booking. */
export async function countMoves(orderId: string): Promise<number> {
	const [row] = await db.execute<{ moved: number }>(
		sql`select ${movesOf(sql`${orderId}::uuid`)} as moved`,
	)
	return row?.moved ?? 0
}

/** The days of a page, or one of them; `change` is what is to be changed with the move. */
type Wanted = { first: Day; last: Day; change?: AskedChange }

/** Finds the days to which a booking can be moved. The calendar's places are those that this process has read. */
export async function findMoveDays(
	orderId: string,
	{ first, last, change }: Wanted,
	now: DateTime,
): Promise<Result<MoveDay[]>> {
	const [found, { byDay }] = await Promise.all([
		findBooking(db, orderId, []),
		listLoadsByDay(first, last),
	])
	if (!found) return refuse('orderNotFound')
	const moment = { now, dbNow: found.dbNow }
	const days = { first, last, byDay, ...(change && { change }) }
	return ok(listMoveDays(currentVenue(), found.booking, days, moment))
}

/** Finds the times of a day to which a booking can be moved. */
export async function findMoveTimes(
	orderId: string,
	{ day, change }: { day: Day; change?: AskedChange },
	now: DateTime,
): Promise<Result<MoveTime[]>> {
	const [found, { byDay }] = await Promise.all([
		findBooking(db, orderId, []),
		listLoadsByDay(day, day),
	])
	if (!found) return refuse('orderNotFound')
	const moment = { now, dbNow: found.dbNow }
	const on = { day, loads: byDay.get(day) ?? [], ...(change && { change }) }
	return ok(listMoveTimes(currentVenue(), found.booking, on, moment))
}
