import { eq, sql } from 'drizzle-orm'
import type { DateTime } from 'luxon'

import { db, type Transaction } from '#app/db/client.server.ts'
import { lock } from '#app/db/lock.server.ts'
import { onSitePayments, orders } from '#app/db/schema.ts'
import type { OnSiteMethod } from '#app/models/invoice/invoice.ts'
import { issueWithin } from '#app/models/invoice/issue.server.ts'
import { takeOnSite } from '#app/models/invoice/on-site.ts'
import type { Cents } from '#app/models/money.ts'
import { noteEvent } from '#app/models/order/order.server.ts'
import { ok, refuse, type Result } from '#app/models/result.ts'

/**
 * Notes what was paid at the venue for the order with this number. With the last of it the final invoice is
 * issued and mailed; `left` is what is still due.
 */
export async function noteOnSite(
	number: string,
	taken: { amount: Cents; method: OnSiteMethod },
	now: DateTime,
): Promise<Result<{ left: Cents; invoices: string[] }>> {
	return db.transaction(async (tx) => {
		const [found] = await tx.select({ id: orders.id }).from(orders).where(eq(orders.number, number))
		if (!found) return refuse('orderNotFound')
		await lock(tx, { orders: [found.id] })
		const [[order], before] = await Promise.all([
			tx.select().from(orders).where(eq(orders.id, found.id)),
			listTaken(tx, found.id),
		])
		if (!order) return refuse('orderNotFound')
		const answer = takeOnSite(order, before, taken)
		if (!answer.ok) return answer

		await tx.insert(onSitePayments).values({ orderId: order.id, ...taken })
		await noteEvent(tx, order.id, 'operator', `paid ${taken.amount} ${taken.method}`)
		const issued = await issueWithin(tx, order.id, now)
		return ok({ ...answer.value, invoices: issued.map(({ number }) => number) })
	})
}

function listTaken(tx: Transaction, orderId: string) {
	return tx
		.select({
			amount: onSitePayments.amount,
			method: onSitePayments.method,
			isRecent: sql<boolean>`${onSitePayments.paidAt} > now() - interval '1 hour'`,
		})
		.from(onSitePayments)
		.where(eq(onSitePayments.orderId, orderId))
}
