import { asc, eq, getTableColumns } from 'drizzle-orm'

import { db, type Transaction } from '#app/db/client.server.ts'
import { orderLines, orders } from '#app/db/schema.ts'
import type { Locale } from '#app/i18n/i18n.ts'
import { paidOnSite, refunded } from '#app/models/order/money.server.ts'
import type { Order } from '#app/models/order/order.ts'

/** An order by its public id, with its lines; null for an unknown one. One round trip. */
export async function findOrder(publicId: string): Promise<Order | null> {
	return isToken(publicId) ? loadOrder(eq(orders.publicId, publicId)) : null
}

export function findOrderById(
	id: string,
	executor: typeof db | Transaction = db,
): Promise<Order | null> {
	return loadOrder(eq(orders.id, id), executor)
}

/** What we give out is base64url; anything else need not be asked for (and Postgres takes no NUL). */
function isToken(text: string): boolean {
	return /^[\w-]{1,100}$/.test(text)
}

/** What an order says; whose it is and of which cart is for those who ask for it. */
const { accountId: _, cartId: __, cartVersion: ___, ...orderColumns } = getTableColumns(orders)
const { id: _id, orderId: _orderId, ...lineColumns } = getTableColumns(orderLines)

async function loadOrder(
	which: ReturnType<typeof eq>,
	executor: typeof db | Transaction = db,
): Promise<Order | null> {
	const rows = await executor
		.select({ order: { ...orderColumns, paidOnSite, refunded }, line: lineColumns })
		.from(orders)
		.leftJoin(orderLines, eq(orderLines.orderId, orders.id))
		.where(which)
		.orderBy(asc(orderLines.position))
	const [first] = rows
	if (!first) return null
	return {
		...first.order,
		locale: first.order.locale as Locale,
		lines: rows.flatMap(({ line }) => (line ? [line] : [])),
	}
}
