import { type SQL, sql } from 'drizzle-orm'

/**
 * SQL that is true for an order that may lack papers; the papers of any other need not be loaded. False when the order
 * is confirmed, each payment has a paper that names it, and there is no refund, note of the till, voucher, sold gift
 * voucher or other recipient, which papers follow.
 */
export function mayLackPapers(orderId: SQL): SQL<boolean> {
	return sql<boolean>`(
		exists (
			select from orders where id = ${orderId}
				and (state <> 'confirmed' or recipient is not null or voucher_code is not null)
		) or exists (
			select from payments p where p.order_id = ${orderId} and p.state = 'paid' and (
				not exists (select from invoices where payment_id = p.id)
				or exists (select from refunds where payment_id = p.id))
		) or exists (select from on_site_payments where order_id = ${orderId})
		or exists (select from order_lines where order_id = ${orderId} and gift is not null))`
}
