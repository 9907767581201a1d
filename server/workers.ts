import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'

import type { Env } from '#app/gateways/environment.ts'

import { tellCounted } from './counted.ts'
import { END_MESSAGE, LEAVE_MESSAGE, PAUSE_MS, UNHEALTHY_MESSAGE } from './run.ts'

/**
 * Runs `WORKERS` processes behind one port, each the whole server; where this node works on jobs, the first process
 * does. A process that dies is restarted in its role: at once, then ever more slowly. When each dies five times in a
 * minute the program ends, for its supervisor to see. An unhealthy process is replaced, `pauseMs` after the end of the
 * last one at the earliest. Resolves when the first one answers, with a function that ends all of them in order. The
 * parent process itself answers no request.
 */
export async function startWorkers(
	{ WORKERS: count, JOBS }: Pick<Env, 'WORKERS' | 'JOBS'>,
	{ pauseMs = PAUSE_MS } = {},
): Promise<() => Promise<void>> {
	// Each process accepts connections by itself: a connection that the parent hands to a process dying at this moment
	// would get no answer.
	cluster.schedulingPolicy = cluster.SCHED_NONE
	const team = new Map<number, Worker>()
	const deaths: number[] = []
	const { retire, isRetired } = retirement(pauseMs)
	let isEnding = false

	/** Starts the process of a place; false when it ended before it answered, after printing the reason. */
	async function start(place: number): Promise<boolean> {
		const worker = cluster.fork({ JOBS: place === 0 ? JOBS : '0' })
		team.set(place, worker)
		worker.on('message', (message) => {
			if (message === 'countAll') void tellCounted(worker, team)
			// It is told again at each further failure, so that a process that has to wait is not forgotten.
			if (message === UNHEALTHY_MESSAGE) void retire(worker)
			// A process that was still starting when the others were asked to end is asked now.
			if (message === 'ready' && isEnding) askToEnd(worker)
		})
		const ended = once(worker, 'exit').then(() => false)
		const answers = await Promise.race([ready(worker), ended])
		if (answers) void ended.then(() => replace(place, worker))
		return answers
	}

	async function replace(place: number, dead?: Worker): Promise<void> {
		if (isEnding) return
		if (dead && !isRetired(dead)) await logDeath(dead)
		const recent = countRecent(deaths)
		if (recent >= MOST_DEATHS * count)
			throw new Error('The processes of the server do not stay alive')
		await delay(Math.min(2000, 50 * 2 ** recent))
		if (!isEnding) await startOrReplace(place)
	}

	async function startOrReplace(place: number): Promise<void> {
		if (!(await start(place))) await replace(place)
	}

	if (!(await start(0))) process.exit(1)
	for (let place = 1; place < count; place += 1) {
		void startOrReplace(place)
	}

	return async function close() {
		isEnding = true
		const alive = [...team.values()].filter((worker) => !worker.isDead())
		await Promise.all(
			alive.map((worker) => {
				const exit = once(worker, 'exit')
				askToEnd(worker)
				return exit
			}),
		)
	}
}

const MOST_DEATHS = 5

function askToEnd(worker: Worker) {
	// The channel of a process that is about to die may be closed already; its death follows.
	worker.send(END_MESSAGE, () => {})
}

/**
 * Lets unhealthy processes end in order, one at a time; the end of one has it replaced, and `pauseMs` after it the next
 * one may end.
 */
function retirement(pauseMs: number) {
	let retired: Worker | undefined
	return {
		isRetired: (worker: Worker) => worker === retired,
		async retire(worker: Worker): Promise<void> {
			if (retired || worker.isDead()) return
			retired = worker
			const ended = once(worker, 'exit')
			worker.send(LEAVE_MESSAGE, () => {})
			await logUnhealthy(worker)
			await ended
			await delay(pauseMs, undefined, { ref: false })
			retired = undefined
		},
	}
}

/** Resolves when a process answers, at the message `ready` of `runServer`. */
function ready(worker: Worker): Promise<true> {
	return new Promise((done) => {
		worker.on('message', (message) => {
			if (message === 'ready') done(true)
		})
	})
}

/** Notes the death of a process and counts the deaths of the last minute. */
function countRecent(deaths: number[]): number {
	const now = performance.now()
	deaths.push(now)
	return deaths.filter((moment) => moment > now - 60_000).length
}

async function logDeath({ process: { pid, exitCode, signalCode } }: Worker) {
	const { log } = await import('#app/gateways/log.server.ts')
	log.error({ pid, ended: signalCode ?? exitCode }, 'a process of the server ended unexpectedly')
}

async function logUnhealthy({ process: { pid } }: Worker) {
	const { log } = await import('#app/gateways/log.server.ts')
	log.error({ pid }, 'a process of the server fails its own health check and is replaced')
}
