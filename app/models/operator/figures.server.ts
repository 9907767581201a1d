import { db } from '#app/db/client.server.ts'
import { raw } from '#app/db/connect.server.ts'

/** A count of one kind; `labels` narrow it down. */
export type Figure = {
	kind: 'jobs' | 'openPayments' | 'orders' | 'payments' | 'takesWrites'
	labels: { state?: string; provider?: string }
	count: number
}

/**
 * Counts rows that tell how the shop does: jobs that are due or have failed, payments that are open for more than 15
 * minutes, and the orders of the last hour and their payments by state. A state without rows counts 0. Reads no
 * personal data.
 */
export async function countShop(): Promise<Figure[]> {
	return (await raw(db, figures)) as Figure[]
}

/** The count of failed jobs scans the jobs done within two days; all other counts have an index. */
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

/** True when a process has worked on jobs within the last two minutes; one job is due every 15 seconds. */
export async function areJobsDone(): Promise<boolean> {
	const [row] = await raw(
		db,
		`select exists (select from pgboss.job
			where name = 'expireHolds' and completed_on > now() - interval '2 minutes') as done`,
	)
	return row?.['done'] === true
}
