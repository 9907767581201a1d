import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm'

import { db } from '#app/db/client.server.ts'
import { jsonObject, type JsonRow, jsonRow } from '#app/db/json-row.server.ts'
import { prepare } from '#app/db/prepare.server.ts'
import { allocations, orderLines, orders } from '#app/db/schema.ts'
import { cents } from '#app/models/money.ts'
import { paidOnSite } from '#app/models/order/money.server.ts'
import { emailOf } from '#app/models/order/order.ts'
import { inReadingOrder } from '#app/models/order/reading-order.ts'
import { leftOnSite } from '#app/models/order/remainder.ts'
import { visitTimes } from '#app/models/order/visit-times.ts'
import type { BookedPlace, Visit } from '#app/models/order/visit.ts'
import type { Day } from '#app/models/venue/slot.ts'

/** Lists the confirmed and completed bookings of a day, the earliest first, with their lines and places. */
export async function listVisits(day: Day): Promise<Visit[]> {
	const visits = (await selectOfDay(db, { day })).map(({ visit }) => visitOf(visit))
	return visits.sort((one, other) => beginOf(one) - beginOf(other))
}

/** Finds the booking of an order; null unless it is confirmed or completed. */
export async function findVisit(orderId: string): Promise<Visit | null> {
	const [row] = await selectById(db, { orderId })
	return row ? visitOf(row.visit) : null
}

/**
 * Finds the booking of an order that was cancelled; `places` is empty, because they are released. Null for any other
 * order.
 */
export async function findCancelledVisit(orderId: string): Promise<Visit | null> {
	const [row] = await selectCancelled(db, { orderId })
	return row ? visitOf(row.visit) : null
}

const isBooked = sql`${orders.state} in ('confirmed', 'completed')`

const selectOfDay = prepare<{ day: Day }, { visit: VisitJson }>((_, value) =>
	visitsWhere(and(eq(orders.day, value('day')), isBooked)),
)

const selectById = prepare<{ orderId: string }, { visit: VisitJson }>((_, value) =>
	visitsWhere(and(eq(orders.id, value('orderId')), isBooked)),
)

const selectCancelled = prepare<{ orderId: string }, { visit: VisitJson }>((_, value) =>
	visitsWhere(
		and(
			eq(orders.id, value('orderId')),
			eq(orders.state, 'cancelled'),
			isNotNull(orders.cancelledAt),
		),
	),
)

const [orderRow, lineRow] = [jsonRow(orders), jsonRow(orderLines)]

type VisitJson = {
	order: JsonRow<typeof orders>
	paidOnSite: number
	lines: JsonRow<typeof orderLines>[] | null
	places: PlaceJson[] | null
}
type PlaceJson = Omit<BookedPlace, 'from' | 'until'> & { from: string; until: string }

/**
 * The statement that reads bookings with their lines and places at once, so that each booking is as it was at one
 * moment: in two statements, one that is cancelled between them would have lines and no places (faults N211).
 */
function visitsWhere(which: SQL | undefined): SQL {
	const lines = sql`(
		select json_agg(${lineRow.json}) from ${orderLines} where ${eq(orderLines.orderId, orders.id)})`
	const visit = jsonObject({ order: orderRow.json, paidOnSite, lines, places: placesOfOrder() })
	return sql`select ${visit} as "visit" from ${orders} where ${which} order by ${orders.number}`
}

/** SQL for the confirmed places of an order as JSON, earliest first, without the minutes of cleaning after them. */
function placesOfOrder(): SQL {
	const { orderId, resourceId, units, exclusive, state, during } = allocations
	const from = sql`lower(${during})`
	const until = sql`upper(${during})`
	const place = jsonObject({ resourceId, units, isRoom: exclusive, from, until })
	return sql`(
		select json_agg(${place} order by ${from}, ${resourceId}) from ${allocations}
		where ${eq(orderId, orders.id)} and ${state} = 'confirmed')`
}

function visitOf({ order, lines, places, ...money }: VisitJson): Visit {
	const row = {
		...orderRow.read(order),
		paidOnSite: cents(money.paidOnSite),
		lines: inReadingOrder((lines ?? []).map((line) => lineRow.read(line))),
	}
	const { id, number, person, party, answers } = row
	const times = visitTimes(row)
	return {
		id,
		number,
		name: `${person.firstName} ${person.lastName}`,
		familyName: person.lastName,
		email: emailOf(person),
		phones: [person.phone, person.mobile].filter((each) => each !== null),
		startsAt: times?.startsAt ?? null,
		endsAt: times?.endsAt ?? null,
		lines: row.lines,
		places: (places ?? []).map(({ from, until, ...place }) => ({
			...place,
			from: new Date(from),
			until: new Date(until),
		})),
		left: leftOnSite(row),
		party,
		answers,
	}
}

function beginOf({ startsAt }: Visit): number {
	return startsAt?.valueOf() ?? 0
}
