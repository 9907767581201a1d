import { db } from '#app/db/client.server.ts'
import { raw } from '#app/db/connect.server.ts'
import { jobNames, kindOfJob, retriedJobs } from '#app/db/job-list.server.ts'
import { RETRYING } from '#app/db/open-jobs.server.ts'
import { findingKinds } from '#app/models/money-finding.ts'

/**
 * A figure about the work of the shop, for its metrics. `count` is a number of rows, in seconds where the figure is an
 * age, or 1 for true and 0 for false; `labels` narrow its kind down.
 */
export type Figure = {
	kind:
		| 'jobs'
		| 'queueJobs'
		| 'queueOverdue'
		| 'jobsIdle'
		| 'openPayments'
		| 'orders'
		| 'payments'
		| 'refundsWaiting'
		| 'refundsWaitingFor'
		| 'refundsFailed'
		| 'reviews'
		| 'disputes'
		| 'verifyBroken'
		| 'verifyAge'
		| 'moneyFindings'
		| 'reconcileAge'
		| 'takesWrites'
	labels: { state?: string; provider?: string; queue?: string; does?: string }
	count: number
}

/**
 * Reads the figures about the work of the shop: the jobs of each queue, payments that are open for more than 15
 * minutes, the orders of the last hour and their payments by state, money that waits for a person, and the verdict of
 * the last audit. A state without rows counts 0. Reads no personal data.
 */
export async function countShop(): Promise<Figure[]> {
	const kinds = jobNames.map(kindOfJob)
	return (await raw(db, figures, [jobNames, kinds, retriedJobs, [...findingKinds]])) as Figure[]
}

/** The seconds given for the age of a job of which no row is left: pg-boss keeps jobs that were done for two days. */
const TWO_DAYS = 2 * 24 * 60 * 60

/**
 * The query of all figures. That of failed jobs scans the jobs done within two days; all other figures have an index.
 */
const figures = `
	with queued as (
		select known.name as queue, known.kind as does,
			count(job.id) filter (where job.state < 'active' and job.start_after < now())::int as waiting,
			count(job.id) filter (where ${RETRYING})::int as retrying,
			count(job.id) filter (where job.state = 'failed' and known.name = any($3))::int as parked,
			coalesce(extract(epoch from now() - min(job.start_after)
				filter (where job.state < 'active' and job.start_after < now())), 0)::int as overdue
		from unnest($1::text[], $2::text[]) as known(name, kind)
			left join pgboss.queue on queue.name = known.name
			left join pgboss.job on job.name = known.name and job.state in ('created', 'retry', 'failed')
		group by known.name, known.kind
	), verdict as (
		select completed_on, case when state = 'completed' then 0
			else array_length(string_to_array(output ->> 'error', ' '), 1) - 1 end as broken
		from pgboss.job where name = 'verifyPromises'
			and (state = 'completed' or state = 'failed' and output ->> 'error' like 'PromisesBroken %')
		order by completed_on desc limit 1
	), waiting_refunds as (
		select payments.provider, refunds.created_at from refunds join payments on payments.id = refunds.payment_id
		where refunds.refunded_at is null and refunds.failed_at is null
	)
	select kind, jsonb_strip_nulls(
		jsonb_build_object('state', state, 'provider', provider, 'queue', queue, 'does', does)
	) as labels, count
	from (
		select 'jobs' as kind, 'waiting' as state, null as provider, null as queue, null as does, sum(waiting)::int as count
		from queued
		union all
		select 'jobs', 'parked', null, null, null, sum(parked)::int from queued
		union all
		select 'queueJobs', counted.state, null, queue, does, counted.jobs
		from queued, lateral (
			values ('waiting', waiting), ('retrying', retrying), ('parked', parked)
		) as counted(state, jobs)
		union all
		select 'queueOverdue', null, null, queue, does, overdue from queued
		union all
		select 'jobsIdle', null, null, null, null,
			coalesce(extract(epoch from now() - max(completed_on)), ${TWO_DAYS})::int
		from pgboss.job where name = 'expireHolds' and state = 'completed'
		union all
		select 'verifyBroken', null, null, null, null, coalesce(max(broken), 0)::int from verdict
		union all
		select 'verifyAge', null, null, null, null,
			coalesce(extract(epoch from now() - max(completed_on)), ${TWO_DAYS})::int
		from verdict
		union all
		select 'moneyFindings', known.kind, null, null, null, count(open.id)::int
		from unnest($4::text[]) as known(kind)
			left join money_findings as open on open.kind = known.kind and open.ended_at is null
		group by known.kind
		union all
		select 'reconcileAge', null, null, null, null,
			coalesce(extract(epoch from now() - max(completed_on)), ${TWO_DAYS})::int
		from pgboss.job where name = 'reconcileMoney' and state = 'completed'
		union all
		select 'takesWrites', null, null, null, null, (current_setting('transaction_read_only') = 'off')::int
		union all
		select 'openPayments', null, null, null, null, count(*)::int from payments
		where state in ('created', 'started') and created_at < now() - interval '15 minutes'
		union all
		select 'refundsWaiting', null, known.provider::text, null, null, count(waiting.provider)::int
		from unnest(enum_range(null::provider_name)) as known(provider)
			left join waiting_refunds as waiting using (provider)
		group by known.provider
		union all
		select 'refundsWaitingFor', null, null, null, null,
			coalesce(extract(epoch from now() - min(created_at)), 0)::int
		from waiting_refunds
		union all
		select 'refundsFailed', null, null, null, null, count(*)::int from refunds
		where failed_at > now() - interval '1 day' and created_at > now() - interval '1 year'
		union all
		select 'reviews', null, null, null, null, count(*)::int from payments
		where state = 'needsReview' and created_at > now() - interval '30 days'
			and coalesce(paid_amount, amount) > (
				select coalesce(sum(amount), 0) from refunds where payment_id = payments.id and failed_at is null
			) + (
				select coalesce(sum(amount), 0) from disputes where payment_id = payments.id and state <> 'won'
			)
		union all
		select 'disputes', null, null, null, null, count(*)::int from disputes where state = 'open'
		union all
		select 'orders', known.state::text, null, null, null, count(recent.id)::int
		from unnest(enum_range(null::order_state)) as known(state)
			left join (select id, state from orders where created_at > now() - interval '1 hour') as recent
				using (state)
		group by known.state
		union all
		select 'payments', known.state::text, known.provider::text, null, null, count(recent.id)::int
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

/** True when any process has worked on jobs within the last two minutes; one job is due every 15 seconds. */
export async function areJobsDone(): Promise<boolean> {
	const [row] = await raw(
		db,
		`select exists (select from pgboss.job
			where name = 'expireHolds' and completed_on > now() - interval '2 minutes') as done`,
	)
	return row?.['done'] === true
}
