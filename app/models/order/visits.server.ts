import { and, asc, eq, getTableColumns, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'

import { db } from '#app/db/client.server.ts'
import { allocations, orderLines, orders } from '#app/db/schema.ts'
import { paidOnSite } from '#app/models/order/money.server.ts'
import type { OrderLine, OrderState } from '#app/models/order/order.ts'
import { inReadingOrder } from '#app/models/order/reading-order.ts'
import { leftOnSite } from '#app/models/order/remainder.ts'
import { visitTimes } from '#app/models/order/visit-times.ts'
import type { BookedPlace, Visit } from '#app/models/order/visit.ts'
import type { Day } from '#app/models/venue/slot.ts'

/** The bookings of a day, earliest first, with their lines and places. */
export function listVisits(day: Day): Promise<Visit[]> {
	return listWhere(eq(orders.day, day))
}

/** Finds the booking of an order; null unless it is confirmed or completed. */
export async function findVisit(orderId: string): Promise<Visit | null> {
	const [visit] = await listWhere(eq(orders.id, orderId))
	return visit ?? null
}

/** Finds the booking of an order that was cancelled, without places; null for any other. */
export async function findCancelledVisit(orderId: string): Promise<Visit | null> {
	const [visit] = await listWhere(and(eq(orders.id, orderId), isNotNull(orders.cancelledAt)), [
		'cancelled',
	])
	return visit ?? null
}

async function listWhere(
	which: SQL | undefined,
	states: OrderState[] = ['confirmed', 'completed'],
): Promise<Visit[]> {
	const booked = await db
		.select({ ...getTableColumns(orders), paidOnSite })
		.from(orders)
		.where(and(which, inArray(orders.state, states)))
		.orderBy(asc(orders.number))
	const ids = booked.map(({ id }) => id)
	const [lines, places] = await Promise.all([
		db.select().from(orderLines).where(inArray(orderLines.orderId, ids)),
		listPlaces(ids),
	])
	return booked
		.map((order) => {
			const isOwn = ({ orderId }: { orderId: string | null }) => orderId === order.id
			return visitOf({ ...order, lines: inReadingOrder(lines.filter(isOwn)) }, places.filter(isOwn))
		})
		.sort((one, other) => beginOf(one) - beginOf(other))
}

/** The places of orders, earliest first; without the minutes of cleaning. */
async function listPlaces(orderIds: readonly string[]) {
	const from = sql`lower(${allocations.during})`.mapWith(toDate)
	const until = sql`upper(${allocations.during})`.mapWith(toDate)
	const { orderId, resourceId, units, exclusive } = allocations
	return db
		.select({ orderId, resourceId, units, isRoom: exclusive, from, until })
		.from(allocations)
		.where(and(inArray(orderId, [...orderIds]), eq(allocations.state, 'confirmed')))
		.orderBy(from, asc(resourceId))
}

function toDate(moment: unknown): Date {
	return moment instanceof Date ? moment : new Date(String(moment))
}

type Row = typeof orders.$inferSelect & { paidOnSite: Visit['left']; lines: OrderLine[] }

function visitOf(row: Row, places: readonly BookedPlace[]): Visit {
	const { number, person, party, answers, lines } = row
	const times = visitTimes(row)
	return {
		number,
		name: `${person.firstName} ${person.lastName}`,
		email: person.email,
		phones: [person.phone, person.mobile].filter((each) => each !== null),
		startsAt: times?.startsAt ?? null,
		endsAt: times?.endsAt ?? null,
		lines,
		places: places.map(({ resourceId, units, isRoom, from, until }) => ({
			resourceId,
			units,
			isRoom,
			from,
			until,
		})),
		left: leftOnSite(row),
		party,
		answers,
	}
}

function beginOf({ startsAt }: Visit): number {
	return startsAt?.valueOf() ?? 0
}
