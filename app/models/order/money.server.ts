import { sql } from 'drizzle-orm'

import { cents } from '#app/models/money.ts'

// Sums over rows, as columns of a query over orders or disputes: read in the same round trip.

/** SQL for the amount, in cents, that was paid at the venue for an order. */
export const paidOnSite = sql`(
	select coalesce(sum(counts), 0) from on_site_payments where order_id = orders.id)`.mapWith(
	toCents,
)

/**
 * SQL for the cents refunded of an order's online part, including refunds on their way. Refunds of revisions have
 * lowered `orders.online` itself, also those that failed and were ordered again, and are not counted once more (faults
 * K70).
 */
export const refunded = sql`(
	select greatest(0, coalesce(sum(r.amount) filter (where r.failed_at is null), 0)
		- coalesce(sum(r.amount) filter (where r.revision is not null), 0))
	from refunds r join payments p on p.id = r.payment_id
	where p.order_id = orders.id and p.state = 'paid')`.mapWith(toCents)

/** SQL for the cents of a dispute without the refunds given for that dispute, so that no money counts twice. */
export const takenByDispute = sql`greatest(0, disputes.amount - (
	select coalesce(sum(amount), 0) from refunds where refunds.payment_id = disputes.payment_id
		and refunds.dispute_id = disputes.dispute_id and failed_at is null))`

/**
 * SQL for the cents that are left of payment `p` after its refunds and the amounts of its open or lost disputes; below
 * zero where more went back than was paid.
 */
export const leftOfPayment = sql`p.paid_amount - (
	select coalesce(sum(amount), 0) from refunds where payment_id = p.id and failed_at is null
) - (
	select coalesce(sum(${takenByDispute}), 0) from disputes
	where disputes.payment_id = p.id and disputes.state <> 'won'
)`

function toCents(amount: unknown) {
	return cents(Number(amount))
}
