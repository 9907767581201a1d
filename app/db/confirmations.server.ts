/**
 * Query of the orders that break promise I8 of the audit: those with two confirmations, those with one that were never
 * confirmed, and those confirmed within the last day that have none.
 */
export const ODD_CONFIRMATIONS = `
	select data ->> 'orderId' from (
		select data from pgboss.job where name = 'mailConfirmation'
		union all select data from pgboss.archive where name = 'mailConfirmation'
	) mails group by 1 having count(*) > 1
	union all
	select data ->> 'orderId' from pgboss.job j join orders o on o.id::text = j.data ->> 'orderId'
	where j.name = 'mailConfirmation' and o.state not in ('confirmed', 'completed') and o.cancelled_at is null
	union all
	select o.number from orders o where o.state in ('confirmed', 'completed')
		and o.confirmed_at > now() - interval '1 day' and o.id::text not in (
			select data ->> 'orderId' from pgboss.job where name = 'mailConfirmation' and data ? 'orderId'
			union all
			select data ->> 'orderId' from pgboss.archive where name = 'mailConfirmation' and data ? 'orderId')`
