import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/** A program of this repository to start, with the sign by which it is known to be ready. */
export type Program = {
	name: string
	file: string
	/** The working directory; `ROOT` by default. */
	cwd?: string
	env: NodeJS.ProcessEnv
	/** The target of the program's output: that of this process, none, or an open file. */
	output: 'inherit' | 'ignore' | number
	/** The options of Node for the program. */
	flags?: readonly string[]
	/** Matches the line of the program's output that says it is ready; without it the message `ready` says so. */
	readyLine?: RegExp
	/** Ends the program while it is still starting. */
	signal?: AbortSignal | undefined
}

/** The folder of the shop's repository, found from the sources as well as from the build. */
export const ROOT = folderOfPackage(import.meta.dirname)

function folderOfPackage(folder: string): string {
	return existsSync(join(folder, 'package.json')) ? folder : folderOfPackage(dirname(folder))
}

/**
 * Starts a program and waits until it is ready; returns its output up to then. The program has a process group of its
 * own, so that Ctrl-C reaches this process alone and everything can be ended in order; when this process is gone the
 * program notices by the closed channel. Rejects with `Ended` when the program ends before it is ready.
 */
export async function launch(program: Program): Promise<{ child: ChildProcess; said: string }> {
	const { name, file, cwd = ROOT, env, output, flags = [], readyLine, signal } = program
	const child = fork(file, {
		cwd,
		env,
		execArgv: file.endsWith('.ts') ? [...flags, '--import', 'tsx'] : [...flags],
		detached: true,
		stdio: ['ignore', readyLine ? 'pipe' : output, output, 'ipc'],
	})
	const stop = () => void end(child, 5)
	signal?.addEventListener('abort', stop)
	try {
		return { child, said: await readiness(child, name, readyLine) }
	} finally {
		signal?.removeEventListener('abort', stop)
	}
}

/** The error for a program that ended before it was ready; the program has printed the reason itself. */
export class Ended extends Error {}

/** Asks a program to end, and kills it when it has not ended after `seconds`. */
export async function end(child: ChildProcess, seconds: number) {
	if (hasEnded(child)) return
	const exit = once(child, 'exit').then(() => true)
	child.kill('SIGTERM')
	if (await Promise.race([exit, delay(seconds * 1000, false)])) return
	child.kill('SIGKILL')
	await exit
}

export type Supervised = {
	/** The output of the program when it was ready for the first time. */
	said: string
	pid: () => number | undefined
	stop: () => Promise<void>
	/** Resolves with a line when the program dies too often to be started again. */
	failed: Promise<string>
}

/**
 * Runs a program until `stop`. When it ends by itself it is started again, at once, then ever more slowly (2 s at
 * most), and no longer once it has ended `mostDeaths` times in a minute. `patience`: the seconds that it has to end in
 * order.
 */
export async function supervise(
	program: Program,
	{
		patience,
		say,
		mostDeaths = 5,
	}: { patience: number; say: (line: string) => void; mostDeaths?: number | undefined },
): Promise<Supervised> {
	const first = await launch(program)
	let { child } = first
	let stopping = false
	let restarting = Promise.resolve()
	const failure = withResolver<string>()
	const deaths: number[] = []
	watch()

	function watch() {
		child.once('exit', (code, signal) => {
			if (stopping) return
			say(
				`${program.name} ended unexpectedly (${signal ?? `exit code ${code}`}), starting it again`,
			)
			restarting = restart()
		})
	}

	async function restart() {
		for (;;) {
			const recent = countRecent(deaths)
			if (recent >= mostDeaths) return failure.resolve(`${program.name} does not stay alive`)
			await delay(Math.min(2000, 50 * 2 ** recent))
			if (stopping) return
			try {
				child = (await launch(program)).child
				return watch()
			} catch {
				// The program has printed the reason; this counts as one more death.
			}
		}
	}

	async function stop() {
		stopping = true
		await restarting
		await end(child, patience)
	}

	return { said: first.said, pid: () => child.pid, stop, failed: failure.promise }
}

function readiness(child: ChildProcess, name: string, readyLine?: RegExp) {
	return new Promise<string>((done, failed) => {
		child.once('error', failed)
		child.once('exit', () => failed(new Ended(`${name} ended before it was ready`)))
		child.on('message', (message) => {
			if (message === 'ready') done('')
		})
		let said = ''
		child.stdout?.setEncoding('utf8').on('data', (part: string) => {
			if (readyLine?.test((said += part))) done(said)
		})
	})
}

/** Notes that a program ended and counts how often it did in the last minute. */
function countRecent(deaths: number[]) {
	const now = performance.now()
	deaths.push(now)
	return deaths.filter((moment) => moment > now - 60_000).length
}

/**
 * Returns a promise and the function that resolves it, as `Promise.withResolvers` does, which Node 20 does not have.
 */
function withResolver<T>() {
	const open: { resolve?: (value: T) => void } = {}
	const promise = new Promise<T>((resolve) => Object.assign(open, { resolve }))
	return { promise, resolve: (value: T) => open.resolve?.(value) }
}

function hasEnded(child: ChildProcess) {
	return child.exitCode !== null || child.signalCode !== null
}
