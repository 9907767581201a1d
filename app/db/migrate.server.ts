import { drizzle } from 'drizzle-orm/postgres-js'
import { migrate as runMigrations } from 'drizzle-orm/postgres-js/migrator'

import { parseAddress } from '#app/db/driver/address.server.ts'
import { openLibraryClient } from '#app/db/driver/library.server.ts'

/** Any number, as long as it is the same for every process that migrates. */
const migrationLock = 20_250_301

/**
 * Brings the database to the newest migration, forward only. Processes that start at the same time take
 * turns: drizzle's migrator has no lock of its own. The lock belongs to a session, so all of it is said
 * on one connection that is never opened again.
 */
export async function migrate(url: string, folder = 'drizzle/migrations'): Promise<void> {
	const { sql } = openLibraryClient(parseAddress(url), () => {})
	try {
		await sql`select pg_advisory_lock(${migrationLock})`
		await runMigrations(drizzle(sql), { migrationsFolder: folder })
	} finally {
		await sql.end({ timeout: 5 })
	}
}
