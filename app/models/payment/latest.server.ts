import { and, eq, sql } from 'drizzle-orm'

import { db } from '#app/db/client.server.ts'
import { prepare } from '#app/db/prepare.server.ts'
import { orders, payments } from '#app/db/schema.ts'
import type {
	LaterPurpose,
	NewestPayment,
	PaymentPurpose,
	PaymentState,
} from '#app/models/payment/payment.ts'
import type { ProviderName } from '#app/models/provider.ts'

/** Finds the newest payment of a booking's rest or of its changes; null when there was none. */
export async function findNewest(
	orderId: string,
	purpose: LaterPurpose,
): Promise<NewestPayment | null> {
	const [row] = await selectNewest(db, { orderId, purpose })
	return row ?? null
}

const selectNewest = prepare<{ orderId: string; purpose: LaterPurpose }, NewestPayment>(
	(_, value) => sql`
		select ${payments.state} as "state", ${payments.amount} as "amount", ${payments.paidAmount} as "paidAmount"
		from ${payments} where ${eq(payments.orderId, value('orderId'))} and ${payments.purpose} = ${value('purpose')}
		order by ${payments.createdAt} desc limit 1`,
)

/**
 * Finds the latest payment of an order for this purpose, which is the live one if there is one; null when it never had
 * any.
 */
export async function findLatestPayment(
	orderId: string,
	purpose: PaymentPurpose = 'order',
): Promise<{ id: string; state: PaymentState } | null> {
	const [row] = await db
		.select({ id: payments.id, state: payments.state })
		.from(payments)
		.where(and(eq(payments.orderId, orderId), eq(payments.purpose, purpose)))
		.orderBy(sql`${payments.createdAt} desc`)
		.limit(1)
	return row ?? null
}

/**
 * Finds the provider by which the newest order made of a cart was paid last, so that it stays chosen after a declined
 * or cancelled payment; null when no such order had a payment.
 */
export async function findLastWay(cartId: string): Promise<ProviderName | null> {
	const [row] = await selectLastWay(db, { cartId })
	return row?.provider ?? null
}

const selectLastWay = prepare<{ cartId: string }, { provider: ProviderName }>(
	(_, value) => sql`
		select ${payments.provider} as "provider"
		from ${payments} join ${orders} on ${eq(orders.id, payments.orderId)}
		where ${eq(orders.cartId, value('cartId'))}
		order by ${payments.createdAt} desc limit 1`,
)
