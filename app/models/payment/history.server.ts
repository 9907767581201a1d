import { asc, eq } from 'drizzle-orm'

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
import { listNotes } from '#app/models/invoice/on-site.server.ts'
import type { TillNote } from '#app/models/invoice/on-site.ts'
import { findOrderById } from '#app/models/order/find.server.ts'
import { listColleagueNotes, type ColleagueNote } from '#app/models/order/notes.server.ts'
import type { Order } from '#app/models/order/order.ts'

type Row<Table extends { $inferSelect: unknown }> = Table['$inferSelect']

/**
 * The history of an order with its rows, each list the oldest first, as the terminal and the desk show it, for instance
 * while the customer is on the telephone.
 */
export type OrderHistory = {
	order: Order
	payments: Row<typeof payments>[]
	refunds: Row<typeof refunds>[]
	disputes: Row<typeof disputes>[]
	invoices: Row<typeof invoices>[]
	events: Row<typeof orderEvents>[]
	/** The revisions of a booking, with the reasons that staff gave; empty while nothing was changed. */
	revisions: Pick<Row<typeof orderRevisions>, 'number' | 'reason' | 'kind' | 'content'>[]
	/** The jobs of letters that are not delivered yet. A delivered letter has an event such as 'mailed confirmation'. */
	letters: OpenJob[]
	/** The notes of the till: money taken and given back. */
	till: TillNote[]
	/** Notes for colleagues. */
	notes: ColleagueNote[]
}

/** Loads an order's history by its number; null for an unknown number. */
export async function findHistory(number: string): Promise<OrderHistory | null> {
	const [found] = await db.select({ id: orders.id }).from(orders).where(eq(orders.number, number))
	const order = found && (await findOrderById(found.id))
	if (!order) return null
	const isOfOrder = eq(payments.orderId, order.id)
	const [paid, back, disputed, issued, events, revisions, till, notes] = await Promise.all([
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
			.select({
				number: orderRevisions.number,
				reason: orderRevisions.reason,
				kind: orderRevisions.kind,
				content: orderRevisions.content,
			})
			.from(orderRevisions)
			.where(eq(orderRevisions.orderId, order.id))
			.orderBy(asc(orderRevisions.number)),
		listNotes(db, order.id),
		listColleagueNotes(order.id),
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
		revisions,
		letters: await listOpenJobs(db, lettersToVisitors, about),
		till,
		notes,
	}
}

const lettersToVisitors: JobName[] = [
	'mailConfirmation',
	'paymentTooLate',
	'paymentDeclined',
	'paymentNotAsAgreed',
	'paymentTwice',
	'mailPayLink',
	'mailMoveLink',
	'mailRest',
	'mailRevision',
	'mailChange',
	'mailBookingLink',
	'mailBookingCode',
	'mailRefund',
	'mailCancellation',
	'mailInvoice',
]
