import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/** One of our programs, and how to tell that it is ready. */
export type Program = {
	name: string
	file: string
	/** The folder it is started in: `ROOT` unless told. */
	cwd?: string
	env: NodeJS.ProcessEnv
	/** Where its output goes: where ours goes, nowhere, or into an open file. */
	output: 'inherit' | 'ignore' | number
	/** Given to Node itself. */
	flags?: readonly string[]
	/** How it says that it is ready: by this line of its output, else by the message `ready`. */
	readyLine?: RegExp
	/** Ends it while it is still on its way. */
	signal?: AbortSignal | undefined
}

/** The folder of the shop, seen from its sources as from its build. */
export const ROOT = folderOfPackage(import.meta.dirname)

function folderOfPackage(folder: string): string {
	return existsSync(join(folder, 'package.json')) ? folder : folderOfPackage(dirname(folder))
}

/**
 * Starts a program and waits until it is ready; what it said then is returned too. It has a process
 * group of its own, so that Ctrl-C reaches us alone and everything can be ended in order; when we
 * are gone it notices by the closed channel. Rejects with `Ended` when it ends before it is ready.
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

/** A program that ended; it has said why itself. */
export class Ended extends Error {}

/** Asks a program to end, and after `seconds` makes it. */
export async function end(child: ChildProcess, seconds: number) {
	if (hasEnded(child)) return
	const exit = once(child, 'exit').then(() => true)
	child.kill('SIGTERM')
	if (await Promise.race([exit, delay(seconds * 1000, false)])) return
	child.kill('SIGKILL')
	await exit
}

export type Supervised = {
	/** What the program said when it was ready for the first time. */
	said: string
	pid: () => number | undefined
	stop: () => Promise<void>
	/** Resolves with a line when the program dies too often to be started again. */
	failed: Promise<string>
}

/**
 * Runs a program until `stop`: when it ends by itself it is started again, at once, then ever more
 * slowly (2 s at most), and not any more after five times in a minute.
 */
export async function supervise(
	program: Program,
	{ patience, say }: { patience: number; say: (line: string) => void },
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
			if (recent >= MOST_DEATHS) return failure.resolve(`${program.name} does not stay alive`)
			await delay(Math.min(2000, 50 * 2 ** recent))
			if (stopping) return
			try {
				child = (await launch(program)).child
				return watch()
			} catch {
				// It has said why; counted as one more death.
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

const MOST_DEATHS = 5

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

/** Notes one death and counts those of the last minute. */
function countRecent(deaths: number[]) {
	const now = performance.now()
	deaths.push(now)
	return deaths.filter((moment) => moment > now - 60_000).length
}

/** `Promise.withResolvers`, which Node 20 does not have. */
function withResolver<T>() {
	const open: { resolve?: (value: T) => void } = {}
	const promise = new Promise<T>((resolve) => Object.assign(open, { resolve }))
	return { promise, resolve: (value: T) => open.resolve?.(value) }
}

function hasEnded(child: ChildProcess) {
	return child.exitCode !== null || child.signalCode !== null
}
