import type { ChildProcess } from 'node:child_process'
import { chmod, mkdtemp, realpath, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import postgres from 'postgres'

import { migrate } from '#app/db/migrate.server.ts'
import { run } from '#drizzle/embedded/account.ts'
import { discardEmbedded, newPassword, startEmbedded } from '#drizzle/embedded/embedded.ts'
import { startPostmaster, stopPostmaster } from '#drizzle/embedded/postmaster.ts'
import { postgresPrograms } from '#drizzle/embedded/programs.ts'

/**
 * Opens a PostgreSQL with a standby that has stopped following it, both at one address: the databases of a node whose
 * primary is lost together with its last seconds.
 */
export async function openDatabaseWithStandby() {
	const dataDir = await mkdtemp(join(tmpdir(), 'raumzeit-standby-'))
	await chmod(dataDir, 0o711)
	const first = await startEmbedded({ dataDir, password: newPassword(), durable: false })
	await migrate(first.url)
	const port = Number(new URL(first.url).port)
	const directory = await realpath(join(dataDir, 'postgres'))
	const behind = `${directory}.behind`
	const { uid, gid } = await stat(directory)
	const account = process.getuid?.() === 0 ? { uid, gid } : {}
	const native = await postgresPrograms(account)
	let running: ChildProcess | undefined
	let isStopped = false

	async function stop() {
		if (isStopped) return
		if (running?.pid) await stopPostmaster(running.pid)
		else await first.stop()
	}

	async function start(place: string) {
		const log = join(dataDir, 'running.log')
		const cluster = { native, directory: place, account, log, durable: false }
		running = await startPostmaster(cluster, port)
	}

	async function asSuperuser(statements: string) {
		const url = Object.assign(new URL(first.adminUrl), { pathname: new URL(first.url).pathname })
		const sql = postgres(url.href, { max: 1, onnotice: () => {} })
		return await sql.unsafe(statements).finally(() => sql.end())
	}

	return {
		url: first.url,
		/** Ends the server as an operator does; nobody can connect until `start`. */
		async stop() {
			await stop()
			running = undefined
			isStopped = true
		},
		async start() {
			await start(directory)
			isStopped = false
		},
		/** Stops the standby: it has all that was committed until now, and nothing later. */
		async stopFollowing() {
			await stop()
			await run('cp', ['-a', directory, behind])
			await start(directory)
		},
		/** Ends the primary, and the standby takes over: read-only first, until `promote`. */
		async loseThePrimary() {
			await stop()
			await writeFile(join(behind, 'standby.signal'), '')
			await start(behind)
		},
		async promote() {
			await asSuperuser('select pg_promote()')
		},
		asSuperuser,
		async drop() {
			await stop()
			await rm(behind, { recursive: true, force: true })
			await discardEmbedded(dataDir)
		},
	}
}
