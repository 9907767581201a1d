import { asc, eq } from 'drizzle-orm'

import { db } from '#app/db/client.server.ts'
import { disputes, invoices, orderEvents, orders, payments, refunds } from '#app/db/schema.ts'
import { defaultLocale } from '#app/i18n/i18n.ts'
import { euros } from '#app/models/money.ts'
import type { Cents } from '#app/models/money.ts'
import { forTerminal } from '#app/models/order/for-terminal.ts'

/**
 * What happened to an order and its money, a line each, for the operator: its state, payments, refunds,
 * disputes and invoices, then every event. Null for an unknown number. Names no visitor
 * but what was written to what was asked: the name on a cake.
 */
export async function historyOf(number: string): Promise<string[] | null> {
	const [order] = await db.select().from(orders).where(eq(orders.number, number))
	if (!order) return null
	const isOfOrder = eq(payments.orderId, order.id)
	const [paid, back, disputed, issued, events] = await Promise.all([
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
	])
	return [
		`${order.number} ${order.state}: total ${money(order.total)}, online ${money(order.online)}, on site ${money(order.onSite)}`,
		...paid.map(
			({ provider, state, amount, paidAmount, captureId }) =>
				`payment   ${provider} ${state}: ${money(paidAmount ?? amount)} ${captureId ?? ''}`,
		),
		...back.map(
			({ refund }) => `refund    ${money(refund.amount)} ${standing(refund)}: ${refund.reason}`,
		),
		...disputed.map(
			({ dispute: { provider, disputeId, state, amount } }) =>
				`dispute   ${provider} ${disputeId} ${state}: ${money(amount)}`,
		),
		...issued.map(
			({ number, kind, gross, issuedOn }) =>
				`invoice   ${number} ${kind} of ${issuedOn}: ${money(gross)}`,
		),
		...Object.values(order.answers).map(({ label, text }) => `asked     ${label.de}: ${text}`),
		...events.map(({ at, who, what }) => `${at.toISOString()} ${who}: ${what}`),
	].map((line) => forTerminal(line).trimEnd())
}

function money(amount: Cents) {
	return euros(amount, defaultLocale)
}

type Refund = Pick<typeof refunds.$inferSelect, 'refundedAt' | 'failedAt' | 'toldOf'>

function standing({ refundedAt, failedAt, toldOf }: Refund) {
	if (failedAt) return 'failed'
	if (refundedAt) return 'done'
	return toldOf ? 'not sent yet' : 'under way'
}
