import PgBoss from 'pg-boss'

import { connect, type Database, type Transaction, raw } from '#app/db/connect.server.ts'
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
	/** A UUID for the job, usually the id of what it is about: a second job of this name and id is not made. */
	id?: string
}

/** waiting: for its first or a further try · running · done · parked: given up, the operator has to look. */
export type JobState = 'waiting' | 'running' | 'done' | 'parked'

/**
 * Notes a job in the transaction that causes it: the job exists if and when that commits. Returns the id of the job;
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
	// pg-boss drops a job for a queue that does not exist without telling so.
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

/** A job that a worker has taken, with the number of its tries so far and of all it may have. */
export type TakenJob = Pick<
	PgBoss.JobWithMetadata,
	'id' | 'data' | 'priority' | 'retryCount' | 'retryLimit'
>

/**
 * Notes that a job has failed: it is tried again in `seconds`, with one try less, or is given up when `seconds` is
 * null. `output` is kept with a job that is given up.
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
 * Sends the jobs that were given up again, under their ids and with all tries; returns how many of each name. pg-boss's
 * own `retry` would give one try more.
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
 * Sends a job that waits for its next try or was given up again, under its id, to be done now with all its tries. False
 * for a job that is due, is being done, or is done.
 */
export async function sendNow(
	tx: Transaction,
	{ id, name }: Pick<ParkedJob, 'id' | 'name'>,
): Promise<boolean> {
	const db = { executeSql: overClient(tx) }
	const [row] = await raw(
		tx,
		`select data, priority from pgboss.job
		where id = $1 and name = $2 and (state = 'failed'
			or state in ('created', 'retry') and start_after > now()) for update`,
		[id, name],
	)
	if (!row) return false
	const { data, priority } = row as Pick<ParkedJob, 'data' | 'priority'>
	await sender.deleteJob(name, id, { db })
	await sender.send(name, data, { id, priority, db })
	return true
}

type ParkedJob = { name: JobName; id: string; data: object; priority: number }

/**
 * Prepares the queues of the database at a URL before a start. On an empty database that is one transaction of some
 * hundred statements, for which a busy machine needs longer than any transaction of visitors may take (faults N275).
 */
export async function prepareQueuesAt(url: string): Promise<void> {
	const patient = { deadlineMs: 180_000, acquireMs: 5_000 }
	const database = connect(url, { transactions: 1, statements: 1, ...patient })
	await prepareQueues(database).finally(() => database.close())
}

/**
 * Creates or updates the queues, in the schema `pgboss` of the database. Called after the migrations, by any number of
 * processes; they take turns, because together they deadlock.
 */
export async function prepareQueues(database: Database): Promise<void> {
	await database.transaction(async (tx) => {
		await raw(tx, `set local lock_timeout = '170s'; set local statement_timeout = '170s'`)
		await raw(tx, `select pg_advisory_xact_lock(hashtext('raumzeit.queues'))`)
		const boss = openBoss(tx, { migrate: true, supervise: false })
		await boss.start()
		for (const name of jobNames) await prepareQueue(boss, name)
		await boss.stop({ graceful: false })
	})
}

/**
 * Returns a pg-boss over our own client. Once started, it takes care of jobs whose process died and of old rows. Its
 * `work` is not used: see `startWorker`.
 */
export function openBoss(
	executor: Database | Transaction,
	options: { migrate?: boolean; supervise?: boolean; maintenanceIntervalSeconds?: number },
): PgBoss {
	const settings = { migrate: false, schedule: false, maintenanceIntervalSeconds: 10, ...options }
	return new PgBoss({ ...settings, ...keeping, db: { executeSql: runScripts(executor) } })
}

/**
 * The times for which jobs are kept: a week when done, a month longer when given up. A row stays in its table longer
 * than the longest interval of a repeating job: otherwise pg-boss refuses to send one.
 */
const day = 24 * 60 * 60
const keeping = {
	archiveCompletedAfterSeconds: 2 * day,
	archiveFailedAfterSeconds: 30 * day,
	deleteAfterDays: 7,
}

/**
 * The pg-boss that makes jobs, on the executor that each call gives it; it is never started and has no connection of
 * its own.
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
		// The delay is for jobs whose process died; the worker itself decides when a failed one is tried again.
		retryDelay: 1,
		retryBackoff: false,
		expireInSeconds: deadline,
		retentionDays: 30,
	}
	await boss.createQueue(name, settings)
	await boss.updateQueue(name, settings)
}

type ExecuteSql = PgBoss.Db['executeSql']

/** Returns a function that runs pg-boss's statements on our own client. */
export function overClient(executor: Database | Transaction): ExecuteSql {
	return async (text, values) => ({ rows: await raw(executor, namingQueue(text, values), values) })
}

/**
 * Returns a statement's text with the queue's name in it. pg-boss gives the name as a value, and with a value alone the
 * server locks the tables of all queues at each statement before it finds that it needs one.
 */
function namingQueue(text: string, [value]: unknown[] = []): string {
	const name = jobNames.find((name) => name === value)
	return name ? text.replaceAll('name = $1', `name = '${name}' and name = $1`) : text
}

/**
 * Returns a function that runs pg-boss's statements. A script that brings its own BEGIN and COMMIT runs in a
 * transaction of ours, so that one that fails half way leaves no connection in an open transaction.
 */
function runScripts(executor: Database | Transaction): ExecuteSql {
	const single = overClient(executor)
	return (text, values) => {
		const script = /^\s*BEGIN;([\s\S]*)COMMIT;\s*$/.exec(text)?.[1]
		if (script === undefined) return single(text, values)
		return executor.transaction((tx) => overClient(tx)(script, []))
	}
}
