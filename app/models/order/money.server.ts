import { sql } from 'drizzle-orm'

import { cents } from '#app/models/money.ts'

// Sums over rows, as columns of a query over orders: read with the order, in the same round trip.

/** What was paid at the venue. */
export const paidOnSite = sql`(
	select coalesce(sum(amount), 0) from on_site_payments where order_id = orders.id)`.mapWith(
	toCents,
)

/** What went back of what was paid online, or is on its way. */
export const refunded = sql`(
	select coalesce(sum(r.amount), 0) from refunds r join payments p on p.id = r.payment_id
	where p.order_id = orders.id and p.state = 'paid' and r.failed_at is null)`.mapWith(toCents)

function toCents(amount: unknown) {
	return cents(Number(amount))
}
