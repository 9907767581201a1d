import { setTimeout as delay } from 'node:timers/promises'

import { drizzle } from 'drizzle-orm/postgres-js'
import { migrate as runMigrations } from 'drizzle-orm/postgres-js/migrator'

import { parseServers } from '#app/db/driver/address.server.ts'
import { openLibraryClient } from '#app/db/driver/library.server.ts'
import { sqlState } from '#app/db/errors.server.ts'

/** The key of the advisory lock that migrating processes take in turn; any number, if all share it. */
const migrationLock = 20_250_301

/**
 * The patience of a migration: the wait for a lock, the milliseconds between two tries, and the most tries. A change of
 * a table waits for its readers, a backup for example, and later readers of a running shop wait behind the change. So
 * each try waits for two seconds only.
 */
const PATIENCE = { lock: '2s', pause: 3_000, tries: 40 }

/**
 * The SQLSTATEs after which a migration is tried again: a lock was not there in time, or the migration and a request
 * deadlocked.
 */
const LOCKED = new Set(['55P03', '40P01'])

/**
 * Brings the database to the newest migration, forward only. Processes that start at the same time take turns:
 * drizzle's migrator has no lock of its own. The lock belongs to a session, so everything runs on one connection that
 * is never reopened.
 * @returns the number of migrations that were run
 * @throws the database's error, or an error when a table could not be locked within three minutes
 */
export async function migrate(url: string, folder = 'drizzle/migrations'): Promise<number> {
	const sql = await openWritable(url)
	try {
		await sql`select pg_advisory_lock(${migrationLock})`
		await sql.unsafe(`set lock_timeout = '${PATIENCE.lock}'`)
		const before = await countRun(sql)
		await retrying(() => runMigrations(drizzle(sql), { migrationsFolder: folder }))
		return (await countRun(sql)) - before
	} finally {
		await sql.end({ timeout: 5 })
	}
}

/**
 * Opens a connection to the first server of a URL that takes writes, or else to the last one, whose error then says
 * what is wrong.
 */
async function openWritable(url: string): Promise<Sql> {
	const { addresses } = parseServers(url)
	for (const address of addresses.slice(0, -1)) {
		const { sql, isReadOnly } = openLibraryClient(address, () => {})
		const answers = await sql`select 1`.then(
			() => true,
			() => false,
		)
		if (answers && !isReadOnly()) return sql
		await sql.end({ timeout: 1 }).catch(() => {})
	}
	return openLibraryClient(addresses.at(-1) ?? addresses[0], () => {}).sql
}

type Sql = ReturnType<typeof openLibraryClient>['sql']

/** Counts the migrations that this database has had; the migrator notes them in a table of its own. */
async function countRun(sql: Sql): Promise<number> {
	const [known] = await sql`select to_regclass('drizzle.__drizzle_migrations') is not null as is`
	if (!known?.['is']) return 0
	const [row] = await sql`select count(*)::int as count from drizzle.__drizzle_migrations`
	return Number(row?.['count'])
}

async function retrying(work: () => Promise<void>): Promise<void> {
	for (let tries = 1; ; tries += 1) {
		try {
			return await work()
		} catch (error) {
			if (!LOCKED.has(sqlState(error) ?? '') || tries === PATIENCE.tries) throw error
			await delay(PATIENCE.pause)
		}
	}
}
