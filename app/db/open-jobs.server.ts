import { type Database, raw, type Transaction } from '#app/db/connect.server.ts'
import { type JobName, jobNames, retriedJobs } from '#app/db/job-list.server.ts'

/**
 * A job that is not done: it waits, runs, or was given up (parked), with the name of the error then. `data` is its
 * payload.
 */
export type OpenJob = {
	id: string
	name: JobName
	data: Record<string, unknown>
	isParked: boolean
	nextTry: Date
	error: string | null
}

/**
 * The numbers of the jobs of a queue that are not done: due, waiting for another try, and given up (parked). `nextTry`
 * is the earliest time at which a failed job is tried again.
 */
export type QueueRest = {
	name: string
	due: number
	/** The seconds for which the oldest due job has been due; null when no job is. */
	dueFor: number | null
	retrying: number
	nextTry: Date | null
	parked: number
	/** The names of the errors of the jobs that were given up. */
	errors: string[]
}

/** Lists the queues in which something is left to do, those with jobs that were given up first. */
export async function listQueueRests(database: Database): Promise<QueueRest[]> {
	const rows = await raw(
		database,
		`select * from (
			select job.name,
				count(*) filter (where state < 'active' and start_after < now())::int as due,
				extract(epoch from now() - min(start_after)
					filter (where state < 'active' and start_after < now()))::int as "dueFor",
				count(*) filter (where ${RETRYING})::int as retrying,
				min(start_after) filter (where ${RETRYING} and start_after >= now()) as "nextTry",
				count(*) filter (where state = 'failed' and job.name = any($2))::int as parked,
				to_jsonb(array_remove(array_agg(distinct output ->> 'error')
					filter (where state = 'failed' and job.name = any($2)), null)) as errors
			from pgboss.job join pgboss.queue on queue.name = job.name
			where job.name = any($1) and state in ('created', 'retry', 'failed') group by job.name
		) as rests where due + retrying + parked > 0 order by parked desc, due desc, name`,
		[jobNames, retriedJobs],
	)
	return rows.map((row) => ({ ...row, errors: row['errors'] ?? [] }) as QueueRest)
}

/**
 * SQL condition of a job that has failed and waits for another try: it was sent again with fewer tries than its queue
 * gives (`noteFailure`), or it is in the state 'retry' because its process died.
 */
export const RETRYING = `(job.state = 'retry' or job.state = 'created' and job.retry_limit < queue.retry_limit)`

/** Finds the number of seconds since any process worked on jobs; null when none did within two days. */
export async function secondsIdle(database: Database): Promise<number | null> {
	const [row] = await raw(
		database,
		`select extract(epoch from now() - max(completed_on))::int as idle
		from pgboss.job where name = 'expireHolds' and state = 'completed'`,
	)
	return row?.['idle'] == null ? null : Number(row['idle'])
}

/** Lists the jobs of these names that are not done and have one of `ids` in their payload, the oldest first. */
export async function listOpenJobs(
	database: Database,
	names: readonly JobName[],
	ids: readonly string[],
): Promise<OpenJob[]> {
	const rows = await raw(
		database,
		`select id, name, data::jsonb as data, state = 'failed' as parked, start_after as next,
			output ->> 'error' as error
		from pgboss.job
		where name = any($1) and state not in ('completed', 'cancelled') and exists (
			select from jsonb_each_text(data::jsonb) as known (key, value) where known.value = any($2)
		) order by created_on`,
		[names, ids],
	)
	return rows.map(({ id, name, data, parked, next, error }) => ({
		id: String(id),
		name: name as JobName,
		data: data as OpenJob['data'],
		isParked: parked === true,
		nextTry: next instanceof Date ? next : new Date(String(next)),
		error: typeof error === 'string' ? error : null,
	}))
}

/** Counts the jobs of each queue that could be taken now; queues without any are left out. One statement. */
export async function countDueJobs(
	executor: Database | Transaction,
): Promise<ReadonlyMap<JobName, number>> {
	const rows = await raw(
		executor,
		`select name, count(*)::int as count from pgboss.job
		where name = any($1) and state < 'active' and start_after < now() group by name`,
		[jobNames],
	)
	const counts = new Map(rows.map(({ name, count }) => [name, Number(count)]))
	return new Map(
		jobNames.flatMap((name) => (counts.has(name) ? [[name, counts.get(name) ?? 0]] : [])),
	)
}

/**
 * Deletes the jobs of letters to an account's owner in every state, because they hold addresses (faults M9). A letter
 * that is being written at this moment finds no account, and is not noted again.
 */
export async function deleteJobsOf(tx: Transaction, accountId: string): Promise<void> {
	// The tables are taken in the order in which pg-boss moves jobs from one to the other, so that none is missed.
	for (const table of ['job', 'archive'])
		await raw(
			tx,
			`delete from pgboss.${table} where name = 'mailAccount' and data ->> 'accountId' = $1`,
			[accountId],
		)
}
