import { desc, eq, or, sql } from 'drizzle-orm'

import { db } from '#app/db/client.server.ts'
import { orders } from '#app/db/schema.ts'
import type { Cents } from '#app/models/money.ts'
import { paidOnSite } from '#app/models/order/money.server.ts'
import type { OrderState } from '#app/models/order/order.ts'
import { leftOnSite } from '#app/models/order/remainder.ts'
import type { Day } from '#app/models/venue/slot.ts'

/** An order in one line, enough to recognise. `left`: still to be paid at the venue. */
export type KnownOrder = {
	number: string
	state: OrderState
	name: string
	day: Day | null
	total: Cents
	left: Cents
}

/** The order with this number; null for an unknown one. */
export async function findKnownOrder(number: string): Promise<KnownOrder | null> {
	const [row] = await select(eq(orders.number, number))
	return row ? known(row) : null
}

/**
 * Finds orders by number, customer's name, telephone number or mail address, or name of the party; the newest visit
 * first, 20 at most. Ignores case, and spaces and signs in a telephone number.
 */
export async function listOrdersAbout(asked: string): Promise<KnownOrder[]> {
	const text = asked.trim()
	if (text === '') return []
	const { person, party, number } = orders
	const has = (value: unknown) => sql`position(lower(${text}) in lower(${value})) > 0`
	const digits = text.replaceAll(/\D/g, '').replace(/^(00)?49|^0+/, '')
	const isPhone = /^[-+()/\d\s]+$/.test(text) && digits.length >= 5
	const rows = await select(
		or(
			eq(number, text),
			has(sql`concat_ws(' ', ${person} ->> 'firstName', ${person} ->> 'lastName')`),
			has(sql`coalesce(${party} ->> 'name', '')`),
			sql`lower(${person} ->> 'email') = lower(${text})`,
			isPhone
				? sql`regexp_replace(concat_ws('x', ${person} ->> 'phone', ${person} ->> 'mobile'), '[^0-9x]', '', 'g')
					like ${`%${digits}%`}`
				: undefined,
		),
	)
	return rows.map(known)
}

function select(which: Parameters<ReturnType<typeof all>['where']>[0]) {
	return all()
		.where(which)
		.orderBy(sql`${orders.day} desc nulls last`, desc(orders.createdAt))
		.limit(20)
}

function all() {
	const { number, state, person, day, total, onSite } = orders
	return db.select({ number, state, person, day, total, onSite, paidOnSite }).from(orders)
}

type Row = Awaited<ReturnType<typeof select>>[number]

function known({ person, ...row }: Row): KnownOrder {
	const { number, state, day, total } = row
	const name = [person.firstName, person.lastName].filter(Boolean).join(' ')
	return { number, state, name, day, total, left: leftOnSite(row) }
}
