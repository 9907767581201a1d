import cluster from 'node:cluster'

import closeWithGrace from 'close-with-grace'

import { isStartError } from '#app/gateways/start-error.ts'

/**
 * The longest that the end of a process may take, in milliseconds: draining, the last requests, the running jobs. What
 * still runs then is cut off.
 */
const LONGEST_END_MS = 100_000

/**
 * The milliseconds after a first signal in which further ones are repetitions of it: a supervisor, npm and a terminal
 * each pass on one and the same request to end (faults J1).
 */
const REPEATED_SIGNAL_MS = 10_000

/** The message with which the parent of a cluster asks a process to drain and exit. */
export const END_MESSAGE = 'end'

/**
 * The message with which the parent of a cluster asks one process to exit while the others serve on: it takes no more
 * connections from now on, and no balancer needs to notice.
 */
export const LEAVE_MESSAGE = 'leave'

/** The message with which a process of a cluster tells its parent that it is unhealthy. */
export const UNHEALTHY_MESSAGE = 'unhealthy'

/** The milliseconds after the end of an unhealthy process in which no other one of this node ends for that reason. */
export const PAUSE_MS = 300_000

/** Closes a server, which serves on for `drainDelay` seconds; by default for `DRAIN_DELAY`. */
export type Close = (drainDelay?: number) => Promise<void>

/**
 * Runs a server process. `start` returns the function that closes it, which is called on SIGTERM, SIGINT and SIGHUP,
 * and when the program that started the process is gone; a process of a cluster leaves signals to its parent and closes
 * on `END_MESSAGE`. A failing start ends the process with one line and exit code 1. An error that no code caught ends
 * it too, because what it left behind cannot be trusted: a supervisor starts a fresh process. `start` gets the function
 * that tells that the process is unhealthy. Then the parent of a cluster decides; a process by itself closes with exit
 * code 1, unless it began less than `pauseMs` ago.
 */
export async function runServer(
	start: (onUnhealthy: () => void) => Promise<Close>,
	{ pauseMs = PAUSE_MS } = {},
) {
	let close: Close | undefined
	let isEnding = false
	let isUnhealthy = false
	let drainDelay: number | undefined
	const life = closeWithGrace(
		{ delay: LONGEST_END_MS, logger: false, skip: [...SIGNALS] },
		async ({ err }) => {
			isEnding = true
			if (err) return logBug(err)
			await close?.(drainDelay)
			if (isUnhealthy) process.exit(1)
		},
	)
	if (cluster.isWorker) {
		ignoreSignals()
		process.on('message', (message) => {
			if (isEnding || (message !== END_MESSAGE && message !== LEAVE_MESSAGE)) return
			if (message === LEAVE_MESSAGE) drainDelay = 0
			void life.close()
		})
	} else onSignal(() => void life.close(), REPEATED_SIGNAL_MS)
	process.once('disconnect', () => {
		// The program that asked this process to end has gone meanwhile: it does not want to wait.
		if (isEnding) process.exit(1)
		void life.close()
	})

	function onUnhealthy() {
		if (cluster.isWorker) process.send?.(UNHEALTHY_MESSAGE)
		else if (!isEnding && process.uptime() * 1000 >= pauseMs) {
			isUnhealthy = true
			void logUnhealthy()
			void life.close()
		}
	}

	try {
		close = await start(onUnhealthy)
	} catch (error) {
		console.error(startLine(error))
		process.exit(1)
	}
	process.send?.('ready')
}

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const

/**
 * Makes a process of a cluster ignore signals: a signal to the whole process group reaches it as well, and its parent
 * acts on it.
 */
function ignoreSignals() {
	for (const signal of SIGNALS) process.on(signal, () => {})
}

/**
 * Calls `leave` at the first signal. Signals within `repeatedMs` after it are repetitions and are ignored; a later one
 * ends the process at once.
 */
export function onSignal(leave: () => void, repeatedMs: number) {
	let first: number | undefined
	for (const signal of SIGNALS) {
		process.on(signal, () => {
			if (first === undefined) {
				first = performance.now()
				leave()
			} else if (performance.now() - first > repeatedMs) {
				process.exit(1)
			}
		})
	}
}

/**
 * Returns the line that tells the operator why a start failed; with the stack of a bug only where `LOG_LEVEL` is
 * 'debug'.
 */
export function startLine(error: unknown) {
	if (isStartError(error)) return error.message
	const { message, stack } = error instanceof Error ? error : new Error(String(error))
	if (process.env['LOG_LEVEL'] === 'debug') return `raumzeit could not start: ${stack}`
	return `raumzeit could not start: ${message.split('\n', 1)[0]}`
}

async function logBug(error: Error) {
	const { log } = await import('#app/gateways/log.server.ts')
	log.fatal({ err: error }, 'ends because of a bug')
}

async function logUnhealthy() {
	const { log } = await import('#app/gateways/log.server.ts')
	log.fatal('ends because it fails its own health check')
}
