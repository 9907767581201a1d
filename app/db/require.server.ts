import { randomUUID } from 'node:crypto'

import { connect, type Database, databaseName, raw } from '#app/db/connect.server.ts'
import { isUnavailable, messageOf, sqlState } from '#app/db/errors.server.ts'
import { StartError } from '#app/gateways/start-error.ts'

const OLDEST = 15

/**
 * Checks that the database at this URL can be used, before anything is done with it. Returns the most connections that
 * its user may have: the smallest of the limits of server, database and role.
 *
 * @throws StartError with one line when nothing answers, when PostgreSQL is too old or read-only, or when a pooler in
 * front of it does not keep a session's settings
 */
export async function requireDatabase(url: string): Promise<{ connections: number }> {
	const place = `The database at ${databaseName(url)}`
	const pools = { transactions: 1, statements: 1 }
	const db = connect(url, { ...pools, acquireMs: 5_000, applicationName: 'raumzeit start' })
	try {
		const [facts] = await raw(db, FACTS)
		const problem = (facts && problemOf(facts)) ?? ((await keepsSessions(db)) ? undefined : POOLER)
		if (problem) throw new StartError(`${place} ${problem}`)
		return { connections: Number(facts?.['connections']) }
	} catch (error) {
		throw error instanceof StartError ? error : new StartError(`${place} ${explain(error)}`)
	} finally {
		await db.close()
	}
}

/**
 * Runs the preparation of the database and returns its result.
 * @throws StartError with one line for the operator when a right is missing or the database is unavailable
 */
export async function explainingSetup<T>(work: () => Promise<T>): Promise<T> {
	try {
		return await work()
	} catch (error) {
		if (sqlState(error) === MISSING_RIGHT) {
			throw new StartError(
				`The database refuses a right the shop needs (${wordsOf(error)}): ${RIGHTS}`,
			)
		}
		if (isUnavailable(error)) {
			throw new StartError(`The database at DATABASE_URL ${explain(error)}`)
		}
		throw error
	}
}

/**
 * True when each connection has a session of its own: a mark set on one connection is found there again, and on no
 * other. A pooler in transaction mode that was told to ignore the limits, which the role has then, is found by this
 * alone, whether it gives out the connection that came back last or the one that rested longest. The statements have no
 * values: such a pooler may not know a prepared statement again.
 */
async function keepsSessions(db: Database): Promise<boolean> {
	const mark = randomUUID()
	const readOther = () => db.transaction((tx) => raw(tx, MARK))
	await readOther()
	await raw(db, `select set_config('raumzeit.start', '${mark}', false)`)
	const others = await readOther()
	const own = [await raw(db, MARK), await raw(db, MARK), await raw(db, MARK)].flat()
	return own.every((row) => row['mark'] === mark) && others.every((row) => row['mark'] !== mark)
}

const MARK = `select current_setting('raumzeit.start', true) as mark`

// `keeps_limits` is true when the session has the limits that the client sets when it connects (`LIMITS` of the
// driver).
const FACTS = `
	select current_setting('server_version_num')::int / 10000 as version, pg_is_in_recovery() as standby,
		current_setting('transaction_read_only') = 'on' as read_only,
		current_setting('statement_timeout') = '5s' as keeps_limits, (
			select min(most) from (values
				(current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
					- coalesce(current_setting('reserved_connections', true)::int, 0)),
				((select datconnlimit from pg_database where datname = current_database())),
				((select rolconnlimit from pg_roles where rolname = current_user))
			) limits(most) where most >= 0
		) as connections`

const MISSING_RIGHT = '42501'
const RIGHTS =
	'its user must be allowed to create schemas, tables and the extension btree_gist, for example GRANT CREATE ON DATABASE shop TO shop and GRANT USAGE, CREATE ON SCHEMA public TO shop'

const POOLER =
	'is behind a pooler that does not keep sessions apart (PgBouncer): name PostgreSQL itself in DATABASE_URL'

function problemOf(facts: Record<string, unknown>): string | undefined {
	const { version, standby, read_only: readOnly, keeps_limits: keepsLimits } = facts
	if (Number(version) < OLDEST) {
		return `is PostgreSQL ${String(version)}: the shop needs ${OLDEST} or newer`
	}
	if (standby) return 'is a standby, which is read-only: DATABASE_URL must name the primary'
	if (readOnly)
		return 'is read-only (default_transaction_read_only): the shop must be able to write'
	return keepsLimits ? undefined : POOLER
}

function explain(error: unknown): string {
	const words = wordsOf(error)
	if (/startup parameter/.test(words)) return POOLER
	if (sqlState(error) === '25006') return `is read-only (${words}): the shop must be able to write`
	return `cannot be used (${words}): check DATABASE_URL`
}

/** Returns the message of the server or the network in an error, without the statement that failed. */
function wordsOf(error: unknown): string {
	const cause = error instanceof Error && error.cause instanceof Error ? error.cause : undefined
	if (cause) return wordsOf(cause)
	return messageOf(error).split('\n', 1)[0] ?? ''
}
