import { eq, type SQL, sql } from 'drizzle-orm'

import { db, type Database, type Transaction } from '#app/db/client.server.ts'
import { jsonObject, type JsonRow, jsonRow } from '#app/db/json-row.server.ts'
import { prepare } from '#app/db/prepare.server.ts'
import { orderLines, orders } from '#app/db/schema.ts'
import type { Locale } from '#app/i18n/i18n.ts'
import { cents } from '#app/models/money.ts'
import { paidOnSite, refunded } from '#app/models/order/money.server.ts'
import type { Order, OrderLine } from '#app/models/order/order.ts'
import { inReadingOrder } from '#app/models/order/reading-order.ts'

/** Finds an order with its lines by its public id; null for an unknown one. One round trip. */
export async function findOrder(publicId: string): Promise<Order | null> {
	return isToken(publicId) ? firstOf(selectByPublicId(db, { publicId })) : null
}

export function findOrderById(
	id: string,
	executor: Database | Transaction = db,
): Promise<Order | null> {
	return firstOf(selectById(executor, { id }))
}

/** Finds an order by its number, such as 2026-000042; null for an unknown one. */
export async function findOrderByNumber(number: string): Promise<Order | null> {
	return /^\d{4}-\d{6,}$/.test(number) ? firstOf(selectByNumber(db, { number })) : null
}

/**
 * True while the address of an order's page shows it to any visitor: for `days` days after its visit or, without one,
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

/**
 * True for base64url text of at most 100 signs, as the shop's tokens are; other text is not looked up (Postgres refuses
 * NUL).
 */
export function isToken(text: string): boolean {
	return /^[\w-]{1,100}$/.test(text)
}

async function firstOf(rows: Promise<{ order: OrderJson }[]>): Promise<Order | null> {
	const [row] = await rows
	return row ? readOrder(row.order) : null
}

const [orderRow, lineRow] = [jsonRow(orders), jsonRow(orderLines)]

export type OrderJson = {
	order: JsonRow<typeof orders>
	lines: JsonRow<typeof orderLines>[] | null
	paidOnSite: number
	refunded: number
}

const selectById = prepare<{ id: string }, { order: OrderJson }>((_, value) =>
	orderWhere(eq(orders.id, value('id'))),
)

const selectByNumber = prepare<{ number: string }, { order: OrderJson }>((_, value) =>
	orderWhere(eq(orders.number, value('number'))),
)

const selectByPublicId = prepare<{ publicId: string }, { order: OrderJson }>((_, value) =>
	orderWhere(eq(orders.publicId, value('publicId'))),
)

function orderWhere(which: SQL): SQL {
	return sql`select ${orderJson()} as "order" from ${orders} where ${which}`
}

/** SQL for an order with its lines as JSON, a column of a query over orders; `readOrder` reads it. */
export function orderJson(): SQL {
	const lines = sql`(
		select json_agg(${lineRow.json} order by ${orderLines.position})
		from ${orderLines} where ${eq(orderLines.orderId, orders.id)})`
	return jsonObject({ order: orderRow.json, lines, paidOnSite, refunded })
}

/** Makes an order of its JSON, field by field: a new column of the table stays out until it is named here. */
export function readOrder({ order, lines, ...money }: OrderJson): Order {
	const row = orderRow.read(order)
	return {
		id: row.id,
		publicId: row.publicId,
		number: row.number,
		state: row.state,
		revision: row.revision,
		locale: row.locale as Locale,
		day: row.day,
		person: row.person,
		recipient: row.recipient,
		party: row.party,
		answers: row.answers,
		termsVersion: row.termsVersion,
		policy: row.policy,
		voucherCode: row.voucherCode,
		voucherTerms: row.voucherTerms,
		linesTotal: row.linesTotal,
		discount: row.discount,
		shipping: row.shipping,
		shippingVatRate: row.shippingVatRate,
		total: row.total,
		voucher: row.voucher,
		online: row.online,
		onSite: row.onSite,
		vat: row.vat,
		paidOnSite: cents(money.paidOnSite),
		refunded: cents(money.refunded),
		cancelTier: row.cancelTier,
		createdAt: row.createdAt,
		confirmedAt: row.confirmedAt,
		cancelledAt: row.cancelledAt,
		kept: row.kept,
		fee: row.fee,
		feeOfVoucher: row.feeOfVoucher,
		feeVat: row.feeVat,
		payUntil: row.payUntil,
		lines: inReadingOrder((lines ?? []).map(readLine)),
	}
}

function readLine(line: JsonRow<typeof orderLines>): OrderLine {
	const row = lineRow.read(line)
	return {
		position: row.position,
		parentPosition: row.parentPosition,
		productId: row.productId,
		title: row.title,
		detail: row.detail,
		quantity: row.quantity,
		included: row.included,
		unitPrice: row.unitPrice,
		amount: row.amount,
		vatRate: row.vatRate,
		vatClass: row.vatClass,
		vatParts: row.vatParts,
		due: row.due,
		startsAt: row.startsAt,
		endsAt: row.endsAt,
		gift: row.gift,
	}
}
