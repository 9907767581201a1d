import { and, asc, eq, isNotNull } from 'drizzle-orm'

import { db } from '#app/db/client.server.ts'
import type { JobName } from '#app/db/job-list.server.ts'
import { listOpenJobs, type OpenJob } from '#app/db/open-jobs.server.ts'
import {
	disputes,
	invoices,
	orderEvents,
	orderRevisions,
	orders,
	payments,
	refunds,
} from '#app/db/schema.ts'
import { findOrderById } from '#app/models/order/find.server.ts'
import type { Order } from '#app/models/order/order.ts'

type Row<Table extends { $inferSelect: unknown }> = Table['$inferSelect']

/** An order with its events, payments, refunds, disputes and invoices, each list the oldest first. */
export type OrderHistory = {
	order: Order
	payments: Row<typeof payments>[]
	refunds: Row<typeof refunds>[]
	disputes: Row<typeof disputes>[]
	invoices: Row<typeof invoices>[]
	events: Row<typeof orderEvents>[]
	/** The reasons that staff gave for revisions. */
	reasons: { number: number; reason: string | null }[]
	/** Letters not delivered yet. A delivered one has an event: 'mailed confirmation'. */
	letters: OpenJob[]
}

/** Loads an order's history; null for an unknown number. */
export async function findHistory(number: string): Promise<OrderHistory | null> {
	const [found] = await db.select({ id: orders.id }).from(orders).where(eq(orders.number, number))
	const order = found && (await findOrderById(found.id))
	if (!order) return null
	const isOfOrder = eq(payments.orderId, order.id)
	const [paid, back, disputed, issued, events, reasons] = await Promise.all([
		db.select().from(payments).where(isOfOrder).orderBy(asc(payments.createdAt)),
		db
			.select({ refund: refunds })
			.from(refunds)
			.innerJoin(payments, eq(payments.id, refunds.paymentId))
			.where(isOfOrder)
			.orderBy(asc(refunds.createdAt)),
		db
			.select({ dispute: disputes })
			.from(disputes)
			.innerJoin(payments, eq(payments.id, disputes.paymentId))
			.where(isOfOrder)
			.orderBy(asc(disputes.createdAt)),
		db
			.select()
			.from(invoices)
			.where(eq(invoices.orderId, order.id))
			.orderBy(asc(invoices.createdAt), asc(invoices.number)),
		db
			.select()
			.from(orderEvents)
			.where(eq(orderEvents.orderId, order.id))
			.orderBy(asc(orderEvents.id)),
		db
			.select({ number: orderRevisions.number, reason: orderRevisions.reason })
			.from(orderRevisions)
			.where(and(eq(orderRevisions.orderId, order.id), isNotNull(orderRevisions.reason)))
			.orderBy(asc(orderRevisions.number)),
	])
	const refunded = back.map(({ refund }) => refund)
	const about = [order, ...paid, ...refunded, ...issued].map(({ id }) => id)
	return {
		order,
		payments: paid,
		refunds: refunded,
		disputes: disputed.map(({ dispute }) => dispute),
		invoices: issued,
		events,
		reasons,
		letters: await listOpenJobs(db, lettersToVisitors, about),
	}
}

const lettersToVisitors: JobName[] = [
	'mailConfirmation',
	'paymentTooLate',
	'paymentDeclined',
	'paymentNotAsAgreed',
	'paymentTwice',
	'mailRest',
	'mailRevision',
	'mailChange',
	'mailBookingLink',
	'mailBookingCode',
	'mailRefund',
	'mailCancellation',
	'mailInvoice',
]
