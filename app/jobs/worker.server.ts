import { setMaxListeners } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

import type PgBoss from 'pg-boss'

import { jobDb, longRunning } from '#app/db/client.server.ts'
import type { Database } from '#app/db/connect.server.ts'
import {
	type JobName,
	type JobPayloads,
	type QueueSettings,
	queues,
} from '#app/db/job-list.server.ts'
import { countDueJobs } from '#app/db/open-jobs.server.ts'
import { type TakenJob, noteFailure, openBoss } from '#app/db/queue.server.ts'
import { log } from '#app/gateways/log.server.ts'
import { takeJobs } from '#app/jobs/take-jobs.server.ts'

/**
 * The handler of each job, by name. A handler rejects when its job is to be tried again, and with `permanent: true` on
 * the error when it is not.
 */
export type Handlers = { [Name in JobName]: (payload: JobPayloads[Name]) => Promise<void> }

export type Worker = {
	/**
	 * Ends the work: takes no further job, and waits up to ten seconds for those that run. A job still running then is
	 * done again later.
	 */
	stop(): Promise<void>
}

type WorkerOptions = {
	database?: Database
	settings?: Record<JobName, QueueSettings>
	/** Seconds between two looks for jobs that are due; a job waits at most that long for its start. */
	lookEvery?: number
	/** Seconds between two looks for jobs whose process died. */
	recoverEvery?: number
}

/**
 * Works on the queues until it is stopped: one statement a second counts the due jobs of each queue, and as many jobs
 * are taken. Any number of processes may do so: a job is given to one at a time. A job may run again after its process
 * died or lost the database, so handlers must bear being called twice. No error of a handler or of the database ends
 * the process.
 *
 * pg-boss's own `work` is not used: it polls each queue separately, for ever; it does not wait for the statement that
 * notes the end of a job, and when that fails the unhandled rejection ends the process.
 */
export async function startWorker(
	handlers: Handlers,
	options: WorkerOptions = {},
): Promise<Worker> {
	const { database = jobDb, settings = queues, lookEvery = 1, recoverEvery = 10 } = options
	const boss = openBoss(database, { supervise: true, maintenanceIntervalSeconds: recoverEvery })
	boss.on('error', (err) => log.warn({ err }, 'job queue not reachable'))
	await boss.start()

	const halt = new AbortController()
	setMaxListeners(0, halt.signal) // Each loop listens to this signal while it sleeps.
	const atWork = { runners: new Set(), due: new Map() } satisfies Pick<
		WorkerState,
		'runners' | 'due'
	>
	const state: WorkerState = { database, boss, halted: halt.signal, settings, handlers, ...atWork }
	const loops = [repeat(state, lookEvery, () => startRunners(state)), ...startRepeatingJobs(state)]

	return {
		async stop() {
			halt.abort()
			const running = [...loops, ...[...state.runners].map(({ done }) => done)]
			await Promise.race([Promise.all(running), sleep(longestStopMs, undefined, { ref: false })])
			await boss.stop({ graceful: false })
		},
	}
}

const longestStopMs = 10_000

/** The longest pause between two attempts to make a repeating job, in seconds. */
const longestPause = 3600

/** The pause after the database failed, in milliseconds, so that it is not flooded while it is away. */
const troubleMs = 3_000

type WorkerState = {
	database: Database
	boss: PgBoss
	halted: AbortSignal
	settings: Record<JobName, QueueSettings>
	handlers: Handlers
	/** The loops at work: each does jobs of one queue, one after the other, until none is left. */
	runners: Set<{ name: JobName; done: Promise<void> }>
	/** The number of due jobs of each queue that the last look found and that no runner has taken since. */
	due: Map<JobName, number>
}

/** Runs `step` again and again, with a pause after each run. */
async function repeat(
	{ halted }: WorkerState,
	seconds: number,
	step: () => Promise<unknown>,
): Promise<void> {
	while (!halted.aborted) {
		let pauseMs = seconds * 1000
		try {
			await step()
		} catch (err) {
			log.warn({ err }, 'job queue not reachable')
			pauseMs = Math.max(pauseMs, troubleMs)
		}
		await sleep(pauseMs, undefined, { signal: halted }).catch(() => {})
	}
}

/** Counts the due jobs of each queue in one statement, and starts a loop for each that the queue may run now. */
async function startRunners(state: WorkerState): Promise<void> {
	state.due = new Map(await countDueJobs(state.database))
	for (const [name, jobs] of state.due) {
		const busy = [...state.runners].filter((runner) => runner.name === name).length
		const free = Math.min(state.settings[name].atOnce - busy, jobs)
		if (free <= 0) continue
		state.due.set(name, jobs - free)
		const taken = takeJobs(state, name, free)
		for (let nth = 0; nth < free; nth += 1) startRunner(state, name, async () => (await taken)[nth])
	}
}

type Take = () => Promise<TakenJob | undefined>

function startRunner(state: WorkerState, name: JobName, first: Take): void {
	const done = doJobs(state, name, first)
		.catch((err: unknown) => log.warn({ err, job: name }, 'job queue not reachable'))
		.finally(() => state.runners.delete(runner))
	const runner = { name, done }
	state.runners.add(runner)
}

/**
 * Does jobs of a queue one after the other, beginning with `first`, as many as were due; the next look finds those that
 * have come since.
 */
async function doJobs(state: WorkerState, name: JobName, first: Take): Promise<void> {
	for (let job = await first(); job; [job] = await takeNext(state, name))
		await doJob(state, name, job)
}

async function takeNext(state: WorkerState, name: JobName): Promise<TakenJob[]> {
	const left = state.due.get(name) ?? 0
	if (left === 0 || state.halted.aborted) return []
	state.due.set(name, left - 1)
	return takeJobs(state, name, 1)
}

/**
 * Makes the repeating jobs: one for each interval, counted from midnight UTC. The first process makes the job, the
 * others find it there. It is tried every hour at least, so that a daily job comes at night whenever the process
 * started.
 */
function startRepeatingJobs(state: WorkerState): Promise<void>[] {
	return Object.entries(state.settings).flatMap(([name, { every: singletonSeconds }]) => {
		if (singletonSeconds === undefined) return []
		const pause = Math.min(singletonSeconds, longestPause)
		return repeat(state, pause, () => state.boss.send(name, {}, { singletonSeconds }))
	})
}

async function doJob<Name extends JobName>(
	state: WorkerState,
	name: Name,
	job: TakenJob,
): Promise<void> {
	const { deadline, every } = state.settings[name]
	const handle = async () => state.handlers[name](job.data as JobPayloads[Name])
	// Repeating jobs read whole tables; jobs that follow from a change ask as little as visitors do.
	const isLong = every !== undefined
	try {
		await withinDeadline(() => (isLong ? longRunning(handle) : handle()), deadline)
	} catch (error) {
		return retryOrPark(state, name, job, error)
	}
	await withRetries(() => state.boss.complete(name, job.id))
}

/** Runs a handler, and rejects a second before the queue takes the job for lost and gives it to another process. */
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
async function retryOrPark(
	{ database, settings }: WorkerState,
	name: JobName,
	job: TakenJob,
	error: unknown,
): Promise<void> {
	const { tries, firstRetry, longestRetry } = settings[name]
	const triesLeft = job.retryLimit - job.retryCount
	// A job keeps the tries of the version that made it, which may be more than ours.
	const attempt = Math.max(1, tries - triesLeft)
	const park = triesLeft <= 0 || isPermanent(error)
	const seconds = park ? null : Math.min(firstRetry * 2 ** (attempt - 1), longestRetry)
	const line = { err: error, job: name, id: job.id, attempt }
	if (park) log.error(line, 'job parked')
	else log.warn({ ...line, retryInSeconds: seconds }, 'job failed')

	// Only the error's name is kept: messages may repeat what a visitor typed.
	const output = { error: nameOf(error) }
	await withRetries(() => noteFailure(database, name, job, { seconds, output }))
}

/** Notes how a job ended, with retries when the database fails just now: a job done and not noted is done twice. */
async function withRetries(note: () => Promise<unknown>): Promise<void> {
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
