// Queries of the audit about money that came and went back.

/**
 * SQL for the amount that went back of order `o` because revisions made it cheaper, and that lowered its online part. A
 * refund that failed counts too: it has lowered the online part, and the one that is ordered in its place names no
 * revision.
 */
export const BACK_BY_REVISIONS = `(
	select coalesce(sum(r.amount), 0) from refunds r join payments p on p.id = r.payment_id
	where p.order_id = o.id and p.state = 'paid' and r.revision is not null)`

/**
 * Query of the payments that brought money, each with the amount that went back and the amount that banks hold or have
 * taken by disputes.
 */
export const MONEY_BACK = `
	select id, order_id, change_id, purpose, state, paid_amount, (
		select coalesce(sum(amount), 0) from refunds where payment_id = p.id and failed_at is null
			and (refunded_at is not null or provider_id is not null or created_at > now() - interval '1 hour')
	) as back, (
		select coalesce(sum(greatest(0, d.amount - (
			select coalesce(sum(amount), 0) from refunds
			where payment_id = p.id and dispute_id = d.dispute_id and failed_at is null
		))), 0) from disputes d where payment_id = p.id and state <> 'won'
	) as disputed
	from payments p where state in ('paid', 'needsReview') and paid_amount is not null`

/**
 * Query of the changes of bookings, and payments of changes, that break promise I18 of the audit: paid, and neither in
 * force nor given back, or in force and not paid.
 */
export const UNAPPLIED_CHANGES = `
	select p.id from (${MONEY_BACK}) p left join order_changes c on c.id = p.change_id
	where p.purpose = 'change' and back < paid_amount - disputed
		and not (p.state = 'paid' and c.state is not distinct from 'applied')
	union all
	select c.id from order_changes c where c.state = 'applied'
		and not exists (select from payments where change_id = c.id and state = 'paid')`
