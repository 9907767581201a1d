import { type ChildProcess, fork } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'

import { log } from '#app/gateways/log.server.ts'
import { deskHeapFlags } from '#server/heap.ts'

/** The seconds that a desk has to end in order; then it is killed. */
const PATIENCE = 40

/** The longest pause, in milliseconds, before a desk that died soon after its start is started again. */
const LONGEST_PAUSE = 30_000
/** The milliseconds that a desk has to live for its next death to count as the first one. */
const WELL_AFTER = 60_000

/** The process of the desk, beside those of the shop. */
export type DeskProcess = {
	/** Resolves when the desk answers, or has died for the first time. */
	begun: Promise<void>
	pid: () => number | undefined
	stop: () => Promise<void>
}

/**
 * Starts the desk as a process of its own and starts it again whenever it dies: at once, then ever more slowly (30
 * seconds at most), for as long as the shop is open. Its death never ends the shop (record 053). It works on no jobs.
 * Its process group is its own, so that Ctrl-C reaches the shop alone, which ends the desk in order; when the shop is
 * gone the desk notices by the closed channel.
 */
export function startDesk(file: string): DeskProcess {
	const leaving = new AbortController()
	let child: ChildProcess | undefined
	const beginning = new EventEmitter()
	const begun = once(beginning, 'begun').then(() => {})

	async function keepAlive() {
		let deaths = 0
		while (!leaving.signal.aborted) {
			const begin = performance.now()
			child = launch(file)
			child.on('message', (message) => {
				if (message === 'ready') beginning.emit('begun')
			})
			const [code, signal] = await exitOf(child)
			beginning.emit('begun')
			if (leaving.signal.aborted) return
			deaths = performance.now() - begin > WELL_AFTER ? 0 : deaths + 1
			log.error({ pid: child.pid, ended: signal ?? code }, 'the desk ended unexpectedly')
			const pause = Math.min(LONGEST_PAUSE, 50 * 2 ** deaths)
			await delay(pause, undefined, { signal: leaving.signal }).catch(() => {})
		}
	}
	const life = keepAlive()

	return {
		begun,
		pid: () => child?.pid,
		async stop() {
			leaving.abort()
			if (child) await end(child)
			await life
		},
	}
}

function launch(file: string): ChildProcess {
	return fork(file, {
		env: { ...process.env, JOBS: '0', WORKERS: '1' },
		execArgv: file.endsWith('.ts') ? ['--import', 'tsx'] : deskHeapFlags,
		detached: true,
		stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
	})
}

/** Resolves with the exit code or the signal of a process when it ends; an error of starting it counts as its end. */
async function exitOf(child: ChildProcess): Promise<[number | null, NodeJS.Signals | null]> {
	const failed = once(child, 'error').then((): [null, null] => [null, null])
	const ended = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>
	return Promise.race([ended, failed])
}

async function end(child: ChildProcess): Promise<void> {
	if (child.exitCode !== null || child.signalCode !== null) return
	const exit = once(child, 'exit').then(() => true)
	child.kill('SIGTERM')
	if (await Promise.race([exit, delay(PATIENCE * 1000, false, { ref: false })])) return
	child.kill('SIGKILL')
	await exit
}
