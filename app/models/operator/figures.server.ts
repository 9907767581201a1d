import { db } from '#app/db/client.server.ts'
import { raw } from '#app/db/connect.server.ts'

/** So many things of a kind; the labels say which of them. */
export type Figure = {
	kind: 'jobs' | 'openPayments' | 'orders' | 'payments' | 'takesWrites'
	labels: { state?: string; provider?: string }
	count: number
}

/**
 * How the shop does, from its rows: jobs that are due or were given up, payments that are open for longer than
 * paying takes, and what became of the orders of the last hour and of their payments. What there is none of is
 * told as 0. Nothing is read of whom anything belongs to.
 */
export async function countShop(): Promise<Figure[]> {
	return (await raw(db, figures)) as Figure[]
}

/** Jobs that were given up are looked for among those that were done within two days; the rest has an index. */
const figures = `
	select kind, jsonb_strip_nulls(jsonb_build_object('state', state, 'provider', provider)) as labels, count
	from (
		select 'jobs' as kind, 'waiting' as state, null as provider, count(*)::int as count
		from pgboss.job where state < 'active' and start_after < now()
		union all
		select 'jobs', 'parked', null, count(*)::int from pgboss.job where state = 'failed'
		union all
		select 'takesWrites', null, null, (current_setting('transaction_read_only') = 'off')::int
		union all
		select 'openPayments', null, null, count(*)::int from payments
		where state in ('created', 'started') and created_at < now() - interval '15 minutes'
		union all
		select 'orders', known.state::text, null, count(recent.id)::int
		from unnest(enum_range(null::order_state)) as known(state)
			left join (select id, state from orders where created_at > now() - interval '1 hour') as recent
				using (state)
		group by known.state
		union all
		select 'payments', known.state::text, known.provider::text, count(recent.id)::int
		from (
			select state, provider from unnest(enum_range(null::payment_state)) as state,
				unnest(enum_range(null::provider_name)) as provider
		) as known
			left join (
				select payments.id, payments.state, provider from payments
					join orders on orders.id = payments.order_id
				where orders.created_at > now() - interval '1 hour'
			) as recent using (state, provider)
		group by known.state, known.provider
	) as figures`

/** Whether any process has worked on jobs within the last two minutes: one job comes every quarter of a minute. */
export async function areJobsDone(): Promise<boolean> {
	const [row] = await raw(
		db,
		`select exists (select from pgboss.job
			where name = 'expireHolds' and completed_on > now() - interval '2 minutes') as done`,
	)
	return row?.['done'] === true
}
