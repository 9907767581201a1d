import { type Database, raw } from '#app/db/connect.server.ts'
import type { JobName } from '#app/db/job-list.server.ts'

/** A job that is not done: it waits, runs, or was given up (parked). */
export type OpenJob = { name: JobName; isParked: boolean; nextTry: Date }

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
