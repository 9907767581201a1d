import PgBoss from 'pg-boss'

import { type Database, type Transaction, raw } from '#app/db/connect.server.ts'
import {
	type JobName,
	type JobPayloads,
	type QueueSettings,
	jobNames,
	queues,
	retriedJobs,
} from '#app/db/job-list.server.ts'

export type EnqueueOptions = {
	startAfter?: Date
	/** The rank of the job within its queue: higher goes first; 0 by default. */
	priority?: number
	/** A UUID, usually that of the thing itself: a second job of this name and id is not made. */
	id?: string
}

/** waiting: for its first or a further try · running · done · parked: given up, the operator has to look. */
export type JobState = 'waiting' | 'running' | 'done' | 'parked'

/**
 * Notes a job in the transaction that causes it: the job exists if and when that commits. Answers the id of the job, or
 * null when one with this id exists already.
 *
 * @throws when the queues of this database were never prepared
 */
export async function enqueue<Name extends JobName>(
	tx: Transaction,
	name: Name,
	payload: JobPayloads[Name],
	options: EnqueueOptions = {},
): Promise<string | null> {
	const id = await sender.send(name, payload, { ...options, db: { executeSql: overClient(tx) } })
	// pg-boss drops a job for a queue that does not exist, without an error.
	if (id === null && !(options.id && (await findJobState(tx, name, options.id)))) {
		throw new Error(`The queue of ${name} was never prepared.`)
	}
	return id
}

/** Returns the state of a job enqueued with an `id`; null when there is none, or it was done weeks ago. */
export async function findJobState(
	executor: Database | Transaction,
	name: JobName,
	id: string,
): Promise<JobState | null> {
	const db = { executeSql: overClient(executor) }
	const job = await sender.getJobById(name, id, { db, includeArchive: true })
	return job && jobStates[job.state]
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

/** A job that was taken, with the number of its tries so far and of all it may have. */
export type TakenJob = Pick<
	PgBoss.JobWithMetadata,
	'id' | 'data' | 'priority' | 'retryCount' | 'retryLimit'
>

/**
 * Notes a job that failed again: to be tried `seconds` from now, with one try less, or as given up when `seconds` is
 * missing. `output` is kept with a job that is given up.
 *
 * pg-boss itself knows neither a longest wait between two tries nor giving up before the last one, and its tables are
 * its own: so the job is deleted and sent again under its id, in one transaction.
 */
export async function noteFailure(
	database: Database,
	name: JobName,
	job: TakenJob,
	{ seconds, output }: { seconds: number | null; output: object },
): Promise<void> {
	await database.transaction(async (tx) => {
		const db = { executeSql: overClient(tx) }
		const known = await sender.getJobById(name, job.id, { db, includeArchive: false })
		if (known?.state !== 'active') return // Its deadline has passed, and another process has it.

		const { id, data, priority } = job
		const triesLeft = job.retryLimit - job.retryCount
		if (triesLeft > 0) {
			const retryLimit = seconds === null ? 0 : triesLeft - 1
			await sender.deleteJob(name, id, { db })
			await sender.send(name, data, { id, priority, retryLimit, startAfter: seconds ?? 0, db })
		}
		if (seconds === null) await sender.fail(name, id, output, { db })
	})
}

/**
 * Sends the jobs that were given up again, under their ids and with all tries; answers the number of each name.
 * pg-boss's own `retry` would give one try more.
 */
export async function retryParked(database: Database): Promise<Partial<Record<JobName, number>>> {
	return database.transaction(async (tx) => {
		const db = { executeSql: overClient(tx) }
		const parked = await raw(
			tx,
			`select name, id, data, priority from pgboss.job
			where state = 'failed' and name = any($1) for update`,
			[retriedJobs],
		)
		const counts: Partial<Record<JobName, number>> = {}
		for (const row of parked) {
			const { name, id, data, priority } = row as ParkedJob
			await sender.deleteJob(name, id, { db })
			await sender.send(name, data, { id, priority, db })
			counts[name] = (counts[name] ?? 0) + 1
		}
		return counts
	})
}

/**
 * Deletes the letters to an account's owner in every state, because they hold addresses (faults M9). A letter that is
 * being written at this moment finds no account, and is not noted again.
 */
export async function deleteJobsOf(tx: Transaction, accountId: string): Promise<void> {
	// In the order in which pg-boss moves jobs from one table to the other, so that none is missed.
	for (const table of ['job', 'archive'])
		await raw(
			tx,
			`delete from pgboss.${table} where name = 'mailAccount' and data ->> 'accountId' = $1`,
			[accountId],
		)
}

type ParkedJob = { name: JobName; id: string; data: object; priority: number }

/**
 * Creates or updates the queue's schema `pgboss` in the database. Called after the migrations, by any number of
 * processes; they take turns, because together they deadlock.
 */
export async function prepareQueues(database: Database): Promise<void> {
	await database.transaction(async (tx) => {
		await raw(tx, `set local lock_timeout = '9s'; set local statement_timeout = '9s'`)
		await raw(tx, `select pg_advisory_xact_lock(hashtext('raumzeit.queues'))`)
		const boss = openBoss(tx, { migrate: true, supervise: false })
		await boss.start()
		for (const name of jobNames) await prepareQueue(boss, name)
		await boss.stop({ graceful: false })
	})
}

/**
 * Opens pg-boss over our own client. Once started, it takes care of jobs whose process died and of old rows. Its `work`
 * is not used: see `startWorker`.
 */
export function openBoss(
	executor: Database | Transaction,
	options: { migrate?: boolean; supervise?: boolean; maintenanceIntervalSeconds?: number },
): PgBoss {
	const settings = { migrate: false, schedule: false, maintenanceIntervalSeconds: 10, ...options }
	return new PgBoss({ ...settings, ...keeping, db: { executeSql: runScripts(executor) } })
}

/**
 * Jobs that are done are kept for a week, those given up a month longer. A row stays in its table longer than the
 * longest interval of a repeating job: otherwise pg-boss refuses to send one.
 */
const day = 24 * 60 * 60
const keeping = {
	archiveCompletedAfterSeconds: 2 * day,
	archiveFailedAfterSeconds: 30 * day,
	deleteAfterDays: 7,
}

/**
 * The pg-boss that makes jobs, on the executor given with each call; never started, without a connection of its own.
 */
const sender = new PgBoss({
	...keeping,
	db: { executeSql: () => Promise.reject(new Error('A job belongs into a transaction.')) },
})

const jobStates = {
	created: 'waiting',
	retry: 'waiting',
	active: 'running',
	completed: 'done',
	cancelled: 'done',
	failed: 'parked',
} satisfies Record<keyof PgBoss.JobStates, JobState>

async function prepareQueue(boss: PgBoss, name: JobName): Promise<void> {
	const { deadline, tries, every }: QueueSettings = queues[name]
	const settings = {
		name,
		// 'stately': at most one job waits and at most one runs, whatever the number of processes.
		policy: every ? ('stately' as const) : ('standard' as const),
		retryLimit: tries - 1,
		// For jobs whose process died; the worker itself decides when a failed one is tried again.
		retryDelay: 1,
		retryBackoff: false,
		expireInSeconds: deadline,
		retentionDays: 30,
	}
	await boss.createQueue(name, settings)
	await boss.updateQueue(name, settings)
}

type ExecuteSql = PgBoss.Db['executeSql']

/** Runs pg-boss's statements on our own client. */
export function overClient(executor: Database | Transaction): ExecuteSql {
	return async (text, values) => ({ rows: await raw(executor, namingQueue(text, values), values) })
}

/**
 * Adds the queue's name to the statement's text. pg-boss gives it as a value, and with a value alone the server locks
 * the tables of all queues at each statement before it finds that it needs one.
 */
function namingQueue(text: string, [value]: unknown[] = []): string {
	const name = jobNames.find((name) => name === value)
	return name ? text.replaceAll('name = $1', `name = '${name}' and name = $1`) : text
}

/**
 * Runs the scripts of pg-boss, which bring their own BEGIN and COMMIT, in a transaction of ours, so that one that fails
 * half way leaves no connection in an open transaction.
 */
function runScripts(executor: Database | Transaction): ExecuteSql {
	const single = overClient(executor)
	return (text, values) => {
		const script = /^\s*BEGIN;([\s\S]*)COMMIT;\s*$/.exec(text)?.[1]
		if (script === undefined) return single(text, values)
		return executor.transaction((tx) => overClient(tx)(script, []))
	}
}
