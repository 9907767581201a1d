import { and, asc, eq, getTableColumns, inArray } from 'drizzle-orm'

import { db } from '#app/db/client.server.ts'
import { orderLines, orders } from '#app/db/schema.ts'
import { defaultLocale } from '#app/i18n/i18n.ts'
import { euros, type Cents } from '#app/models/money.ts'
import { forTerminal } from '#app/models/order/for-terminal.ts'
import { paidOnSite } from '#app/models/order/money.server.ts'
import type { OrderLine } from '#app/models/order/order.ts'
import { leftOnSite } from '#app/models/order/remainder.ts'
import { roomWords } from '#app/models/order/room-words.ts'
import { visitTimes } from '#app/models/order/visit-times.ts'
import { endTimeAt, timeAt } from '#app/models/venue/day.ts'
import type { Day } from '#app/models/venue/slot.ts'

/**
 * Who comes that day, for those who receive them, earliest first: a line for each booking, and below it what is
 * booked, what is left to pay, whose party it is and what was said.
 */
export async function listVisits(day: Day): Promise<string[]> {
	const booked = await db
		.select({ ...getTableColumns(orders), paidOnSite })
		.from(orders)
		.where(and(eq(orders.day, day), inArray(orders.state, ['confirmed', 'completed'])))
		.orderBy(asc(orders.number))
	const ids = booked.map(({ id }) => id)
	const lines = await db
		.select()
		.from(orderLines)
		.where(inArray(orderLines.orderId, ids))
		.orderBy(asc(orderLines.position))
	return booked
		.map((order) => ({ ...order, lines: lines.filter(({ orderId }) => orderId === order.id) }))
		.sort((one, other) => beginOf(one) - beginOf(other))
		.flatMap(wordsOf)
}

type Visit = typeof orders.$inferSelect & { paidOnSite: Cents; lines: OrderLine[] }

function beginOf(visit: Visit): number {
	return visitTimes(visit)?.startsAt.valueOf() ?? 0
}

function wordsOf(visit: Visit): string[] {
	const { number, person, party, answers, lines } = visit
	const times = timesOf(visit)
	const reached = [person.phone, person.mobile].filter((each) => each !== null)
	const contact = reached.length > 0 ? reached : [person.email]
	const name = `${person.firstName} ${person.lastName}`
	const left = leftOnSite(visit)
	return [
		`${number}  ${times}  ${[name, ...contact].join(', ')}`,
		...lines.map((line) => `    ${bookedAs(line, times)}`),
		...(left > 0 ? [`    left to pay: ${euros(left, defaultLocale)}`] : []),
		...(party ? [`    ${party.type}: ${party.name}`] : []),
		...(party?.contactPerson ? [`    contact person: ${party.contactPerson}`] : []),
		...Object.values(answers).map(({ label, text }) => `    ${label.de}: ${text}`),
	].map(forTerminal)
}

/** With its own times where they are not those of the whole visit. */
function bookedAs(line: OrderLine, wholeVisit: string): string {
	const { quantity, title, detail } = line
	const room = roomWords({ title, room: detail }, defaultLocale)
	const own = timesOf({ lines: [line] })
	const when = own && own !== wholeVisit ? `, ${own}` : ''
	return `${quantity} ${title.de}${room ? `, ${room}` : ''}${when}`
}

function timesOf(visit: Pick<Visit, 'lines'>): string {
	const times = visitTimes(visit)
	return times ? `${timeAt(times.startsAt)}-${endTimeAt(times.endsAt)}` : ''
}
