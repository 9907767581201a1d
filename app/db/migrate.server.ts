import { setTimeout as delay } from 'node:timers/promises'

import { drizzle } from 'drizzle-orm/postgres-js'
import { migrate as runMigrations } from 'drizzle-orm/postgres-js/migrator'

import { parseAddress } from '#app/db/driver/address.server.ts'
import { openLibraryClient } from '#app/db/driver/library.server.ts'
import { sqlState } from '#app/db/errors.server.ts'

/** Any number, as long as it is the same for every process that migrates. */
const migrationLock = 20_250_301

/**
 * A change of a table waits for who reads it at the moment, a backup for example, and whoever comes after waits
 * behind the change: a shop that still runs on it. So it waits for a short time, and comes again.
 */
const PATIENCE = { lock: '2s', pause: 3_000, tries: 40 }

/** A lock was not there in time, or a request and the change each waited for the other's (deadlock). */
const LOCKED = new Set(['55P03', '40P01'])

/**
 * Brings the database to the newest migration, forward only. Processes that start at the same time take
 * turns: drizzle's migrator has no lock of its own. The lock belongs to a session, so all of it is said
 * on one connection that is never opened again.
 * @throws the database's error; that a table could not be locked within three minutes
 */
export async function migrate(url: string, folder = 'drizzle/migrations'): Promise<void> {
	const { sql } = openLibraryClient(parseAddress(url), () => {})
	try {
		await sql`select pg_advisory_lock(${migrationLock})`
		await sql.unsafe(`set lock_timeout = '${PATIENCE.lock}'`)
		await patiently(() => runMigrations(drizzle(sql), { migrationsFolder: folder }))
	} finally {
		await sql.end({ timeout: 5 })
	}
}

async function patiently(work: () => Promise<void>): Promise<void> {
	for (let tries = 1; ; tries += 1) {
		try {
			return await work()
		} catch (error) {
			if (!LOCKED.has(sqlState(error) ?? '') || tries === PATIENCE.tries) throw error
			await delay(PATIENCE.pause)
		}
	}
}
