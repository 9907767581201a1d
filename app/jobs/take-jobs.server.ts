import type PgBoss from 'pg-boss'

import type { Database } from '#app/db/connect.server.ts'
import { sqlState } from '#app/db/errors.server.ts'
import type { JobName } from '#app/db/job-list.server.ts'
import { type TakenJob, overClient } from '#app/db/queue.server.ts'

/** Takes up to `batchSize` due jobs of a queue in one statement; rejects when the statement fails. */
export async function takeJobs(
	{ boss, database }: { boss: PgBoss; database: Database },
	name: JobName,
	batchSize: number,
): Promise<TakenJob[]> {
	// pg-boss's `fetch` answers a failed statement with an empty list, so the failure is kept here.
	let failure: unknown
	const ask = overClient(database)
	const executeSql = async (text: string, values: unknown[]) => {
		try {
			return await ask(text, values)
		} catch (error) {
			if (!isAnotherRunning(error)) failure = error
			throw error
		}
	}
	const db = { executeSql }
	const jobs = await boss.fetch<object>(name, { includeMetadata: true, batchSize, db })
	if (failure) throw failure
	return jobs
}

/** True for the error of the unique index that refuses to run a repeating job twice at the same time. */
function isAnotherRunning(error: unknown): boolean {
	return sqlState(error) === '23505'
}
