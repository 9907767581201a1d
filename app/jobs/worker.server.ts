import { setMaxListeners } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

import type PgBoss from 'pg-boss'

import { type Database, raw } from '#app/db/connect.server.ts'
import { db } from '#app/db/client.server.ts'
import {
	type JobName,
	type JobPayloads,
	type QueueSettings,
	jobNames,
	openBoss,
	queues,
} from '#app/db/queue.server.ts'
import { sqlState } from '#app/db/errors.server.ts'
import { log } from '#app/gateways/log.server.ts'

/** What to do for each job. Rejects when it is to be tried again, with `permanent: true` on the error when not. */
export type Handlers = { [Name in JobName]: (payload: JobPayloads[Name]) => Promise<void> }

export type Worker = {
	/** Takes no further job, waits up to ten seconds for those that run. What still runs then is done again later. */
	stop(): Promise<void>
}

type WorkerOptions = {
	database?: Database
	settings?: Record<JobName, QueueSettings>
	/** Seconds between two looks for jobs whose process died. */
	recoverEvery?: number
}

/**
 * Works on the queues until it is stopped. Any number of processes may do so: a job is given to one
 * at a time. A job may run again after its process died or lost the database, so handlers must bear
 * being called twice. Nothing a handler or the database does ends the process.
 *
 * pg-boss's own `work` is not used: it does not wait for the statement that notes the end of a job,
 * and when that fails the rejection is nobody's and ends the process.
 */
export async function startWorker(
	handlers: Handlers,
	options: WorkerOptions = {},
): Promise<Worker> {
	const { database = db, settings = queues, recoverEvery = 10 } = options
	const boss = openBoss(database, { supervise: true, maintenanceIntervalSeconds: recoverEvery })
	boss.on('error', (err) => log.warn({ err }, 'job queue not reachable'))
	await boss.start()

	const halt = new AbortController()
	setMaxListeners(0, halt.signal) // Each loop that sleeps listens to it.
	const queue = { database, boss, halted: halt.signal }
	const work = jobNames.flatMap((name) => startQueue(queue, handlers, name, settings[name]))

	return {
		async stop() {
			halt.abort()
			await Promise.race([Promise.all(work), sleep(longestStopMs, undefined, { ref: false })])
			await boss.stop({ graceful: false })
		},
	}
}

const longestStopMs = 10_000

/** Seconds. */
const longestRingPause = 3600

/** After the database failed: no hammering while it is away. */
const troubleMs = 3_000

type Queue = { database: Database; boss: PgBoss; halted: AbortSignal }
type Job = { id: string; data: unknown; retryCount: number; retryLimit: number }

function startQueue<Name extends JobName>(
	queue: Queue,
	handlers: Handlers,
	name: Name,
	settings: QueueSettings,
): Promise<void>[] {
	const handle = handlers[name]
	const hands = Array.from({ length: settings.atOnce }, () =>
		repeat(queue, name, settings.pollEvery, async () => {
			const job = await takeJob(queue, name)
			if (job)
				await doJob(queue, { name, job, settings }, () => handle(job.data as JobPayloads[Name]))
			return job !== undefined
		}),
	)
	if (settings.every === undefined) return hands

	// One job for each span of time, counted from midnight UTC: the first process makes it, the others find
	// it there. Asked every hour at least, so that a daily job comes at night whenever the process started.
	const singletonSeconds = settings.every
	const ring = () => queue.boss.send(name, {}, { singletonSeconds }).then(() => false)
	return [...hands, repeat(queue, name, Math.min(singletonSeconds, longestRingPause), ring)]
}

/** Does `step` again and again: at once while it finds something to do, else every so many seconds. */
async function repeat(
	{ halted }: Queue,
	name: JobName,
	seconds: number,
	step: () => Promise<boolean>,
): Promise<void> {
	while (!halted.aborted) {
		let pauseMs = seconds * 1000
		try {
			if (await step()) pauseMs = 0
		} catch (err) {
			log.warn({ err, job: name }, 'job queue not reachable')
			pauseMs = Math.max(pauseMs, troubleMs)
		}
		await sleep(pauseMs, undefined, { signal: halted }).catch(() => {})
	}
}

async function takeJob({ boss, database }: Queue, name: JobName): Promise<Job | undefined> {
	// `fetch` answers a failed statement with no jobs, so the failure is kept here.
	let failure: unknown
	const executeSql = async (text: string, values: unknown[]) => {
		try {
			return { rows: await raw(database, text, values) }
		} catch (error) {
			if (!isAnotherRunning(error)) failure = error
			throw error
		}
	}
	const [job] = await boss.fetch(name, { includeMetadata: true, db: { executeSql } })
	if (failure) throw failure
	return job
}

type Attempt = { name: JobName; job: Job; settings: QueueSettings }

async function doJob(queue: Queue, attempt: Attempt, handle: () => Promise<void>): Promise<void> {
	const { name, job, settings } = attempt
	try {
		await withinDeadline(handle, settings.deadline)
	} catch (error) {
		return giveBack(queue, attempt, error)
	}
	await insist(() => queue.boss.complete(name, job.id))
}

/** A second before the queue takes the job for lost and gives it to somebody else. */
async function withinDeadline(handle: () => Promise<void>, seconds: number): Promise<void> {
	const done = new AbortController()
	const late = sleep((seconds - 1) * 1000, undefined, { signal: done.signal }).then(() => {
		throw new Error(`took longer than ${seconds - 1} s`)
	})
	late.catch(() => {})
	try {
		await Promise.race([handle(), late])
	} finally {
		done.abort()
	}
}

/** Puts the job back for a later try, or parks it as failed: after the last try, or when trying again is useless. */
async function giveBack(queue: Queue, attempt: Attempt, error: unknown): Promise<void> {
	const { name, job, settings } = attempt
	const park = job.retryCount >= job.retryLimit || isPermanent(error)
	const seconds = Math.min(settings.firstRetry * 2 ** job.retryCount, settings.longestRetry)
	const line = { err: error, job: name, id: job.id, attempt: job.retryCount + 1 }
	if (park) log.error(line, 'job parked')
	else log.warn({ ...line, retryInSeconds: seconds }, 'job failed')

	const output = { error: nameOf(error) }
	await insist(() =>
		park
			? raw(queue.database, parkJob, [name, job.id, output])
			: raw(queue.database, retryJob, [name, job.id, output, seconds]),
	)
}

// pg-boss knows neither a longest delay nor giving up early. What it keeps of the error is its kind
// alone: messages may repeat what a visitor typed.
const parkJob = `
	update pgboss.job set state = 'failed', output = $3::jsonb, completed_on = now()
	where name = $1 and id = $2::uuid and state = 'active'`
const retryJob = `
	update pgboss.job
	set state = 'retry', output = $3::jsonb, start_after = now() + $4::float8 * interval '1 second'
	where name = $1 and id = $2::uuid and state = 'active'`

/** Notes how a job ended, also when the database stumbles just now: a job done and not noted is done twice. */
async function insist(note: () => Promise<unknown>): Promise<void> {
	for (let triesLeft = 4; ; triesLeft -= 1) {
		try {
			await note()
			return
		} catch (error) {
			if (triesLeft === 0) throw error
			await sleep(1000)
		}
	}
}

function isPermanent(error: unknown): boolean {
	return error instanceof Error && 'permanent' in error && error.permanent === true
}

function nameOf(error: unknown): string {
	if (!(error instanceof Error)) return typeof error
	return 'code' in error ? `${error.name} ${String(error.code)}` : error.name
}

/** One of the jobs that come by themselves runs already: the unique index says so. */
function isAnotherRunning(error: unknown): boolean {
	return sqlState(error) === '23505'
}
