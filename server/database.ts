import postgres from 'postgres'
import { StartError } from '#app/gateways/start-error.ts'

const OLDEST = 15

/** Throws a `StartError` when no database answers at this URL, or an older PostgreSQL than we can use. */
export async function requireDatabase(url: string) {
	const sql = postgres(url, { max: 1, connect_timeout: 5, onnotice: () => {} })
	const { host, pathname } = new URL(url)
	try {
		const [row] = await sql`select current_setting('server_version_num')::int / 10000 as version`
		if (row?.['version'] >= OLDEST) return
		throw new StartError(
			`The database at ${host}${pathname} is PostgreSQL ${row?.['version']}: the shop needs ${OLDEST} or newer`,
		)
	} catch (error) {
		if (error instanceof StartError) throw error
		throw new StartError(
			`The database at ${host}${pathname} cannot be used (${reason(error)}): check DATABASE_URL`,
		)
	} finally {
		await sql.end({ timeout: 1 })
	}
}

function reason(error: unknown) {
	const { code, message } = error as { code?: string; message?: string }
	return message || code || String(error)
}
