import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { open, readFile, readlink, realpath, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import { StartError } from '#app/gateways/start-error.ts'

import { type Account, run } from './account.ts'

/**
 * A database cluster on disk and how to run it. `durable: false` does not wait for the disk: for data that may be lost.
 */
export type Cluster = {
	native: string
	directory: string
	account: Account
	log: string
	durable: boolean
}

/** The environment of Postgres; nothing of our own (PGDATA, locales, secrets) reaches it. */
export const POSTGRES_ENV = { PATH: process.env['PATH'], TZ: 'UTC', LC_ALL: 'C' }

/**
 * Starts the postmaster on the loopback interface and waits until it accepts connections, also through a crash
 * recovery. It has a process group of its own, so that Ctrl-C reaches the shop first. Throws `PortTaken` when another
 * program was faster, else a `StartError`.
 */
export async function startPostmaster(cluster: Cluster, port: number): Promise<ChildProcess> {
	for (let attempt = 1; ; attempt += 1) {
		const child = await launch(cluster, port)
		if (await ready(cluster, child)) return child

		const said = await readFile(cluster.log, 'utf8')
		if (said.includes('could not bind')) throw new PortTaken(`port ${port}`)
		// The backends of a postmaster that was killed need a moment to notice.
		if (!said.includes('shared memory block') || attempt === 20) throw failure(cluster, said)
		await delay(500)
	}
}

export function isAlive(child: ChildProcess) {
	return child.exitCode === null && child.signalCode === null
}

export class PortTaken extends Error {}

/** Ends the postmaster: clients are disconnected, data is written; at once if that takes too long. */
export async function stopPostmaster(pid: number) {
	for (const [signal, seconds] of STOPS) {
		if (!send(pid, signal)) return
		if (await gone(pid, seconds)) return
	}
	throw new StartError(`An earlier PostgreSQL (process ${pid}) cannot be ended: end it by hand`)
}

/**
 * Clears a cluster that an earlier start left behind: ends a postmaster that outlived a `kill -9` of the shop in order,
 * and removes a `postmaster.pid` whose process is gone or is some other program by now.
 */
export async function clearCluster(cluster: Cluster) {
	const file = join(cluster.directory, 'postmaster.pid')
	const pid = Number((await readFile(file, 'utf8').catch(() => '')).split('\n', 1)[0])
	if (!(pid > 0)) return

	if (!(await isPostmasterOf(pid, cluster.directory))) return rm(file, { force: true })
	await refuseIfInUse(pid, cluster.directory)
	await stopPostmaster(pid)
}

const STOPS = [
	['SIGINT', 20],
	['SIGQUIT', 5],
	['SIGKILL', 5],
] as const

const SETTINGS = {
	listen_addresses: '127.0.0.1',
	unix_socket_directories: '',
	max_connections: 200,
	timezone: 'UTC',
	log_timezone: 'UTC',
	log_checkpoints: 'off',
	// Statements and rows hold the visitors' data: neither is written to the log.
	log_min_error_statement: 'panic',
	log_error_verbosity: 'terse',
}

const CARELESS = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

async function launch({ native, directory, account, log, durable }: Cluster, port: number) {
	const settings = { port, ...SETTINGS, ...(durable ? {} : CARELESS) }
	const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])

	const output = await open(log, 'w', 0o600)
	const child = spawn(join(native, 'bin/postgres'), ['-D', directory, ...flags], {
		...account,
		cwd: '/',
		env: POSTGRES_ENV,
		detached: true,
		stdio: ['ignore', output.fd, output.fd],
	})
	try {
		await once(child, 'spawn')
	} catch (error) {
		throw new StartError(
			`The built-in PostgreSQL does not run here (${String(error)}): set DATABASE_URL to a PostgreSQL 15 or newer`,
		)
	} finally {
		await output.close()
	}
	return child
}

/**
 * True once the postmaster accepts connections. Reads it as `pg_ctl` does: line 1 of the pid file is the postmaster's
 * id, line 8 its state.
 */
async function ready({ directory }: Cluster, child: ChildProcess) {
	while (isAlive(child)) {
		const status = await readFile(join(directory, 'postmaster.pid'), 'utf8').catch(() => '')
		const lines = status.split('\n')
		if (Number(lines[0]) === child.pid && lines[7]?.trim() === 'ready') return true
		await delay(20)
	}
	return false
}

function failure({ log }: Cluster, said: string) {
	const fatal = /(?:FATAL|PANIC): {2}(.*)/.exec(said)?.[1] ?? said.trim().split('\n').at(-1)
	return new StartError(`PostgreSQL could not start: ${fatal} (more in ${log})`)
}

function send(pid: number, signal: NodeJS.Signals | 0) {
	try {
		return process.kill(pid, signal)
	} catch {
		return false
	}
}

async function gone(pid: number, seconds: number) {
	for (const end = performance.now() + seconds * 1000; performance.now() < end; await delay(20)) {
		if (!send(pid, 0)) return true
	}
	return false
}

/**
 * True when the process is the postmaster of this directory. Process ids are used again, so the working directory is
 * compared: a postmaster works in its own data.
 */
async function isPostmasterOf(pid: number, directory: string) {
	if (!send(pid, 0)) return false
	if (process.platform === 'linux') {
		const [place, own] = await Promise.all([
			readlink(`/proc/${pid}/cwd`).catch(() => ''),
			realpath(directory),
		])
		return place === own
	}
	const list = await run('ps', ['-o', 'args=', '-p', String(pid)]).catch(() => ({ stdout: '' }))
	return list.stdout.includes(directory)
}

/** Refuses a postmaster whose parent is another running shop (on a copied data directory): it is no orphan. */
async function refuseIfInUse(pid: number, directory: string) {
	const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
	const parent = Number(/^PPid:\s*(\d+)$/m.exec(status)?.[1] ?? 1)
	if (parent <= 1) return

	const program = await readlink(`/proc/${parent}/exe`).catch(() => '')
	if (basename(program) === basename(process.execPath)) {
		throw new StartError(`The database in ${directory} is in use by process ${parent}`)
	}
}
