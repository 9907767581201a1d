import { type Database, raw } from '#app/db/connect.server.ts'
import { type JobName, jobNames, retriedJobs } from '#app/db/job-list.server.ts'

/** A job that is not done: it waits, runs, or was given up (parked). */
export type OpenJob = { name: JobName; isParked: boolean; nextTry: Date }

/** The jobs of a queue that are not done; `dueFor` and `nextTry` are about its oldest job that is due and its next try. */
export type QueueRest = {
	name: string
	due: number
	/** Seconds; null when no job is due. */
	dueFor: number | null
	retrying: number
	nextTry: Date | null
	parked: number
	/** Names of the errors of the jobs that were given up. */
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
 * The condition of a job that has failed and waits for another try: it is sent again with fewer tries than its queue
 * gives (`noteFailure`), and one whose process died keeps them.
 */
export const RETRYING = `(job.state = 'retry' or job.state = 'created' and job.retry_limit < queue.retry_limit)`

/** Returns the seconds since a process worked on jobs; null when none did within two days. */
export async function secondsIdle(database: Database): Promise<number | null> {
	const [row] = await raw(
		database,
		`select extract(epoch from now() - max(completed_on))::int as idle
		from pgboss.job where name = 'expireHolds' and state = 'completed'`,
	)
	return row?.['idle'] == null ? null : Number(row['idle'])
}

/** Lists the jobs of these names that have one of `ids` in their payload and are not done, the oldest first. */
export async function listOpenJobs(
	database: Database,
	names: readonly JobName[],
	ids: readonly string[],
): Promise<OpenJob[]> {
	const rows = await raw(
		database,
		`select name, state = 'failed' as parked, start_after as next from pgboss.job
		where name = any($1) and state not in ('completed', 'cancelled') and exists (
			select from jsonb_each_text(data::jsonb) as known (key, value) where known.value = any($2)
		) order by created_on`,
		[names, ids],
	)
	return rows.map(({ name, parked, next }) => ({
		name: name as JobName,
		isParked: parked === true,
		nextTry: next instanceof Date ? next : new Date(String(next)),
	}))
}
