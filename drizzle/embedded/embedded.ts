import { createHash, createHmac, randomBytes, randomInt } from 'node:crypto'
import { createSocket, type Socket } from 'node:dgram'
import {
	chown,
	mkdir,
	mkdtemp,
	readlink,
	realpath,
	rename,
	rm,
	stat,
	symlink,
	writeFile,
} from 'node:fs/promises'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import postgres from 'postgres'

import { StartError } from '#app/gateways/start-error.ts'

import { type Account, isRoot, mayReach, postgresAccount, run } from './account.ts'
import {
	type Cluster,
	clearCluster,
	PortTaken,
	POSTGRES_ENV,
	isAlive,
	startPostmaster,
	stopPostmaster,
} from './postmaster.ts'
import { postgresPrograms } from './programs.ts'

export type Embedded = {
	/** The shop's database, as the role that owns it. */
	url: string
	/** The database `postgres`, as superuser: for tests and for repairs. */
	adminUrl: string
	stop: () => Promise<void>
}

/**
 * Starts a PostgreSQL of our own on `dataDir`, made on first use, on a free port of the loopback interface. Until
 * `stop` it is restarted, on the same port, whenever it dies. `password` (URL characters only) belongs to the data:
 * another one is refused. `durable: false` trades safety for speed. Faults that an operator can mend are thrown as
 * `StartError`.
 */
export async function startEmbedded(options: {
	dataDir: string
	password: string
	durable?: boolean
}): Promise<Embedded> {
	const { password, durable = true } = options
	const dataDir = await realpath(options.dataDir)
	const directory = await clusterDirectory(dataDir, password)
	const account = await ownerOf(directory)
	const native = await postgresPrograms(account)
	const cluster = { native, directory, account, log: join(dataDir, 'postgres.log'), durable }

	if (await exists(directory)) await clearCluster(cluster)
	else await createCluster(cluster, password)

	const { port, stop } = await keepRunning(cluster)
	const admin = `postgres:${password}@127.0.0.1:${port}`
	try {
		await createDatabase(`postgres://${admin}/postgres`, shopPasswordOf(password))
	} catch (error) {
		await stop()
		throw passwordWasLost(error, dataDir)
	}
	return {
		url: shopUrl(password, port),
		adminUrl: `postgres://${admin}/postgres`,
		stop,
	}
}

/**
 * Returns the URL of the shop's database on the cluster at this port, as the role that owns it: tables made with it are
 * the shop's.
 */
export function shopUrl(password: string, port: number): string {
	return `postgres://${NAME}:${shopPasswordOf(password)}@127.0.0.1:${port}/${NAME}`
}

/** Removes `dataDir` and its cluster, also one outside of it; called after `stop`. */
export async function discardEmbedded(dataDir: string) {
	const cluster = await realpath(join(dataDir, 'postgres')).catch(() => dataDir)
	await rm(cluster, { recursive: true, force: true })
	await rm(dataDir, { recursive: true, force: true })
}

/**
 * Finds a free port of the loopback interface outside the range that systems give out by themselves, so that no other
 * program's connection takes it before it is used. No other search of this machine finds it while this process lives.
 */
export async function freePort(): Promise<number> {
	for (;;) {
		const port = randomInt(15_000, 30_000)
		const mark = createSocket('udp4').unref()
		if ((await markAsFound(mark, port)) && (await isFree(port))) return port
		mark.close()
	}
}

/**
 * Binds the UDP port of the same number, which nothing here uses: several workers look for ports at once, and one that
 * is found by one of them is free until its program listens. False when another process has found it.
 */
function markAsFound(mark: Socket, port: number): Promise<boolean> {
	return succeeds((done, failed) => {
		mark.once('error', failed).bind({ port, address: '127.0.0.1', exclusive: true }, done)
	})
}

async function isFree(port: number): Promise<boolean> {
	const server = createServer()
	const listens = await succeeds((done, failed) => {
		server.once('error', failed).listen(port, '127.0.0.1', done)
	})
	if (listens) await new Promise((done) => server.close(done))
	return listens
}

/** Calls `listen`; false when the address is in use. */
async function succeeds(
	listen: (done: () => void, failed: (error: Error) => void) => void,
): Promise<boolean> {
	try {
		await new Promise<void>(listen)
		return true
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
		return false
	}
}

const NAME = 'raumzeit'

function shopPasswordOf(password: string): string {
	return createHmac('sha256', password).update(NAME).digest('base64url')
}

/**
 * Returns `<dataDir>/postgres`. Where root starts us in a place the system user `postgres` cannot enter, that is a link
 * to a directory below /var/lib, of its own for these data.
 */
async function clusterDirectory(dataDir: string, password: string) {
	const place = join(dataDir, 'postgres')
	const linked = await readlink(place).catch(() => undefined)
	if (linked) return resolve(dataDir, linked)
	if (!isRoot() || (await exists(place))) return place
	if (await mayKeepDataIn(dataDir)) return place

	const hash = createHash('sha256').update(`${dataDir}\n${password}`).digest('hex')
	const outside = `/var/lib/${NAME}-${hash.slice(0, 12)}`
	await symlink(outside, place)
	return outside
}

/** True when the account can keep data in the directory. Tried out, because some mounts know no owners. */
async function mayKeepDataIn(dataDir: string) {
	const account = await postgresAccount()
	const probe = await mkdtemp(join(dataDir, 'probe-'))
	try {
		await give(probe, account)
		return await mayReach(account, 'enter', probe)
	} catch {
		return false
	} finally {
		await rm(probe, { recursive: true })
	}
}

/** Returns the owner of an existing cluster, who runs it: root may start what an ordinary user has made. */
async function ownerOf(directory: string): Promise<Account> {
	if (!isRoot()) return {}
	const made = await stat(directory).catch(() => undefined)
	return made?.uid ? { uid: made.uid, gid: made.gid } : postgresAccount()
}

/** Makes the cluster beside its place and moves it there when complete: a start that was cut short leaves no half. */
async function createCluster(cluster: Cluster, password: string) {
	const { native, directory, account } = cluster
	const fresh = `${directory}.new`
	const passwordFile = `${directory}.password`
	try {
		await rm(fresh, { recursive: true, force: true })
		await mkdir(fresh, { mode: 0o700 })
		await give(fresh, account)
		await writeFile(passwordFile, password, { mode: 0o600 })
		await give(passwordFile, account)
		await run(
			join(native, 'bin/initdb'),
			[
				`--pgdata=${fresh}`,
				'--username=postgres',
				`--pwfile=${passwordFile}`,
				'--auth=scram-sha-256',
				'--encoding=UTF8',
				'--locale=C',
				'--locale-provider=builtin',
				'--builtin-locale=C.UTF-8',
				'--data-checksums',
				...(cluster.durable ? [] : ['--no-sync']),
			],
			{ ...account, cwd: '/', env: POSTGRES_ENV },
		)
		await rename(fresh, directory)
	} catch (error) {
		throw new StartError(`PostgreSQL could not be set up in ${directory}: ${lastLine(error)}`)
	} finally {
		await rm(passwordFile, { force: true })
	}
}

async function keepRunning(cluster: Cluster) {
	const { port, child } = await firstStart(cluster)
	const now = { child, stopping: false, restarting: Promise.resolve() }
	watch()
	// A process that exits without calling `stop` ends the server too.
	process.once('exit', endAtOnce)

	function endAtOnce() {
		now.child.kill('SIGINT')
	}

	function watch() {
		now.child.once('exit', () => {
			if (!now.stopping) now.restarting = restart()
		})
	}

	async function restart() {
		while (!now.stopping) {
			try {
				await clearCluster(cluster)
				now.child = await startPostmaster(cluster, port)
				return watch()
			} catch {
				await delay(500)
			}
		}
	}

	async function stop() {
		now.stopping = true
		process.off('exit', endAtOnce)
		await now.restarting
		if (now.child.pid && isAlive(now.child)) await stopPostmaster(now.child.pid)
	}

	return { port, stop }
}

async function firstStart(cluster: Cluster) {
	for (let attempt = 1; ; attempt += 1) {
		const port = await freePort()
		try {
			return { port, child: await startPostmaster(cluster, port) }
		} catch (error) {
			if (!(error instanceof PortTaken) || attempt === 5) throw error
		}
	}
}

/**
 * Creates the database for a role that is no superuser: an injected statement reaches its tables, not the files of the
 * machine.
 */
async function createDatabase(adminUrl: string, password: string) {
	const sql = postgres(adminUrl, { max: 1, onnotice: () => {} })
	try {
		const [role] = await sql`select from pg_roles where rolname = ${NAME}`
		if (!role) await sql.unsafe(`create role ${NAME} login password '${password}'`)
		const [database] = await sql`select from pg_database where datname = ${NAME}`
		if (!database) await sql.unsafe(`create database ${NAME} owner ${NAME}`)
	} finally {
		await sql.end({ timeout: 1 })
	}
}

function passwordWasLost(error: unknown, dataDir: string) {
	const wrongPassword = '28P01'
	if ((error as { code?: unknown }).code !== wrongPassword) return error
	return new StartError(
		`The database in ${dataDir} was made with another password: bring its secrets.json back, or move ${dataDir} away to begin anew`,
	)
}

async function give(path: string, { uid, gid }: Account) {
	if (uid !== undefined && gid !== undefined) await chown(path, uid, gid)
}

function exists(path: string) {
	return stat(path).then(
		() => true,
		() => false,
	)
}

function lastLine(error: unknown) {
	const { stderr, message } = error as { stderr?: string; message?: string }
	return (stderr || message || String(error)).trim().split('\n').at(-1)
}

/** Makes a password fit for `startEmbedded`. */
export function newPassword() {
	return randomBytes(24).toString('base64url')
}
