import { drizzle } from 'drizzle-orm/postgres-js'
import { migrate as runMigrations } from 'drizzle-orm/postgres-js/migrator'
import postgres from 'postgres'

/** Any number, as long as it is the same for every process that migrates. */
const migrationLock = 20_250_301

/**
 * Brings the database to the newest migration, forward only. Processes that start at the same time take
 * turns: drizzle's migrator has no lock of its own.
 */
export async function migrate(url: string, folder = 'drizzle/migrations'): Promise<void> {
	const sql = postgres(url, { max: 1, onnotice: () => undefined, connect_timeout: 10 })
	try {
		await sql`select pg_advisory_lock(${migrationLock})`
		await runMigrations(drizzle(sql), { migrationsFolder: folder })
	} finally {
		await sql.end({ timeout: 5 })
	}
}
