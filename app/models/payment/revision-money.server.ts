import { and, eq, isNull } from 'drizzle-orm'

import { db } from '#app/db/client.server.ts'
import { orderChanges, payments, refunds } from '#app/db/schema.ts'
import { cents, sum, type Cents } from '#app/models/money.ts'

/** The money that moved online because of one revision of a booking, with the payments and refunds that moved it. */
export type RevisionMoney = {
	paid: Cents
	paymentIds: string[]
	back: Cents
	refundIds: string[]
}

/** Finds the payments and refunds of a revision; a refund that failed counts for nothing. */
export async function findRevisionMoney(orderId: string, revision: number): Promise<RevisionMoney> {
	const [paid, back] = await Promise.all([
		db
			.select({ id: payments.id, amount: payments.paidAmount })
			.from(payments)
			.innerJoin(orderChanges, eq(orderChanges.id, payments.changeId))
			.where(
				and(
					eq(payments.orderId, orderId),
					eq(payments.state, 'paid'),
					eq(orderChanges.state, 'applied'),
					eq(orderChanges.revision, revision - 1),
				),
			),
		db
			.select({ id: refunds.id, amount: refunds.amount })
			.from(refunds)
			.innerJoin(payments, eq(payments.id, refunds.paymentId))
			.where(
				and(
					eq(payments.orderId, orderId),
					eq(refunds.revision, revision),
					isNull(refunds.failedAt),
				),
			),
	])
	return {
		paid: sum(paid.map(({ amount }) => amount ?? cents(0))),
		paymentIds: paid.map(({ id }) => id),
		back: sum(back.map(({ amount }) => amount)),
		refundIds: back.map(({ id }) => id),
	}
}
