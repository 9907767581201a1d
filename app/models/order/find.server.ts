import { eq, type SQL, sql } from 'drizzle-orm'

import { db, type Database, type Transaction } from '#app/db/client.server.ts'
import { jsonObject, type JsonRow, jsonRow } from '#app/db/json-row.server.ts'
import { prepare } from '#app/db/prepare.server.ts'
import { orderLines, orders } from '#app/db/schema.ts'
import type { Locale } from '#app/i18n/i18n.ts'
import { cents } from '#app/models/money.ts'
import { paidOnSite, refunded } from '#app/models/order/money.server.ts'
import type { Order, OrderLine } from '#app/models/order/order.ts'

/** An order by its public id, with its lines; null for an unknown one. One round trip. */
export async function findOrder(publicId: string): Promise<Order | null> {
	return isToken(publicId) ? firstOf(selectByPublicId(db, { publicId })) : null
}

export function findOrderById(
	id: string,
	executor: Database | Transaction = db,
): Promise<Order | null> {
	return firstOf(selectById(executor, { id }))
}

/**
 * Whether the link of an order still shows it to anybody who has it: so many days after its visit or, without one,
 * after it was placed, by the database's clock (faults M15).
 */
export async function isLinkOpen(orderId: string, days: number): Promise<boolean> {
	return (await selectOpen(db, { orderId, days })).length > 0
}

const selectOpen = prepare<{ orderId: string; days: number }>(
	(_, value) => sql`
		select from ${orders} where ${orders.id} = ${value('orderId')}
			and greatest(${orders.day}, ${orders.createdAt}::date) >= now()::date - ${value('days')}::int`,
)

/** What we give out is base64url; anything else need not be asked for (and Postgres takes no NUL). */
function isToken(text: string): boolean {
	return /^[\w-]{1,100}$/.test(text)
}

async function firstOf(rows: Promise<{ order: OrderJson }[]>): Promise<Order | null> {
	const [row] = await rows
	return row ? readOrder(row.order) : null
}

const [orderRow, lineRow] = [jsonRow(orders), jsonRow(orderLines)]

type OrderJson = {
	order: JsonRow<typeof orders>
	lines: JsonRow<typeof orderLines>[] | null
	paidOnSite: number
	refunded: number
}

const selectById = prepare<{ id: string }, { order: OrderJson }>((_, value) =>
	orderWhere(eq(orders.id, value('id'))),
)

const selectByPublicId = prepare<{ publicId: string }, { order: OrderJson }>((_, value) =>
	orderWhere(eq(orders.publicId, value('publicId'))),
)

function orderWhere(which: SQL): SQL {
	const lines = sql`(
		select json_agg(${lineRow.json} order by ${orderLines.position})
		from ${orderLines} where ${eq(orderLines.orderId, orders.id)})`
	const order = jsonObject({ order: orderRow.json, lines, paidOnSite, refunded })
	return sql`select ${order} as "order" from ${orders} where ${which}`
}

/** What an order says; whose it is and of which cart is for those who ask for it. */
function readOrder({ order, lines, ...money }: OrderJson): Order {
	const { accountId: _, cartId: __, cartVersion: ___, ...said } = orderRow.read(order)
	return {
		...said,
		locale: said.locale as Locale,
		paidOnSite: cents(money.paidOnSite),
		refunded: cents(money.refunded),
		lines: (lines ?? []).map(readLine),
	}
}

function readLine(line: JsonRow<typeof orderLines>): OrderLine {
	const { id: _, orderId: __, ...said } = lineRow.read(line)
	return said
}
