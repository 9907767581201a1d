import type postgres from 'postgres'

import type { Address } from '#app/db/driver/address.server.ts'
import { encode } from '#app/db/driver/encode.server.ts'
import { openLibraryClient } from '#app/db/driver/library.server.ts'
import { beginLife } from '#app/db/driver/life.server.ts'
import { patience } from '#app/db/driver/patience.server.ts'
import { DatabaseUnavailable, isAnswer, messageOf } from '#app/db/errors.server.ts'
import { noteStatement } from '#app/db/round-trips.server.ts'

/** A statement: SQL text with its values. Without values the text may be several statements. */
export type Statement = {
	text: string
	values?: readonly unknown[] | undefined
	/**
	 * The format of the rows: objects by column name, or arrays, because two joined tables may have columns of one name.
	 */
	rows?: 'objects' | 'arrays'
}

export type QueryResult = postgres.RowList<postgres.Row[]>

/**
 * A connection to the database: one client on one socket, never reopened, so that everything sent on it was sent in one
 * session.
 */
export type Connection = {
	/** The server, as it was given to `openConnection`. */
	readonly address: Address
	/** Resolves when the server has accepted user and password; rejects with `DatabaseUnavailable`. */
	readonly ready: Promise<void>
	/** The error that ended the connection; undefined while it is open. */
	readonly dead: Error | undefined
	readonly ageMs: number
	/** The milliseconds from the beginning of the opening until the first answer to a statement; 0 before that. */
	readonly openingMs: number
	/** True when the server takes no writes on this connection. */
	readonly isReadOnly: boolean
	/** The milliseconds since the server last answered on this connection. */
	readonly restedMs: number
	/**
	 * Sends a statement. Rejects with the server's error, or with `DatabaseUnavailable` when there will be no answer.
	 */
	run(statement: Statement): Promise<QueryResult>
	/**
	 * Sends a tiny statement and settles with its answer. It is not counted as a round trip of a page: whether it is sent
	 * depends only on how long the connection rested.
	 */
	probe(): Promise<unknown>
	/** Settles as `promise` does, or rejects in the very tick in which the connection dies. */
	watch<T>(promise: Promise<T>): Promise<T>
	/** Kills the connection after `ms`, unless the returned function is called before. */
	limit(ms: number): () => void
	/**
	 * Kills the connection when the server says nothing for `ms`, unless the returned function is called before; for work
	 * that takes several answers.
	 */
	limitSilence(ms: number): () => void
	/** Cuts the connection: the statements under way reject at once with `reason`, and later ones are refused. */
	kill(reason: Error): void
	/** Ends the session at the server in an orderly way; called for a connection at rest. */
	close(): Promise<void>
}

/**
 * Opens a connection that one caller uses at a time.
 *
 * postgres.js reconnects by itself and goes on with its queue: statements of a broken transaction then run outside of
 * it, and rows of a broken result turn up in the next one. Here the library has one socket (`openLibraryClient`), and
 * its work ends with that socket.
 */
export function openConnection(
	address: Address,
	{ applicationName, plansOnce }: { applicationName: string; plansOnce: boolean },
): Connection {
	const parameters = {
		...address.parameters,
		...LIMITS,
		...(plansOnce && { plan_cache_mode: 'force_generic_plan' }),
		application_name: applicationName,
	}
	const session = openSession({ ...address, parameters })
	const { life, send, kill, close } = session
	let inFlight = 0

	// The setting is made by a statement: a server that does not know a parameter refuses the whole connection.
	const ready = send({ text: NOTICE_LOST_CLIENTS }).then(
		() => {},
		() => {
			if (life.over) throw life.over
		},
	)
	ready.catch(() => {}) // Without a handler a rejection before the first wait would end the process.

	async function run(statement: Statement): Promise<QueryResult> {
		if (life.over) throw life.over
		noteStatement({ isRoundTrip: inFlight === 0 })
		inFlight += 1
		return send(statement).finally(() => (inFlight -= 1))
	}

	return {
		address,
		ready,
		run,
		probe: () => send({ text: 'select 1' }),
		watch: life.watch,
		limit: (ms) => patience(ms, () => kill(tookLonger(ms))),
		limitSilence: (ms) => patience(ms, () => kill(wasSilent(ms)), session.heard),
		kill,
		close,
		get dead() {
			return life.over
		},
		get isReadOnly() {
			return session.isReadOnly()
		},
		get ageMs() {
			return performance.now() - session.openedAt
		},
		get openingMs() {
			return session.openingMs
		},
		get restedMs() {
			return performance.now() - session.answeredAt
		},
	}
}

/**
 * Opens the library's client and ties it to a life: a sent statement settles with the answer, or when the life ends.
 */
function openSession(address: Address) {
	const openedAt = performance.now()
	let answeredAt = openedAt
	let openingMs = 0
	const life = beginLife()
	const closed = () => kill(new DatabaseUnavailable('The database closed the connection.'))
	const { sql, cut, heard, isReadOnly } = openLibraryClient(address, closed)

	async function send(statement: Statement): Promise<QueryResult> {
		const query = queryOf(sql, statement)
		try {
			return await life.watch<QueryResult>(query)
		} catch (error) {
			if (!isAnswer(error)) kill(unavailable(error))
			throw life.over ?? error
		} finally {
			answeredAt = performance.now()
			openingMs ||= answeredAt - openedAt
		}
	}

	function kill(reason: Error): void {
		// The socket is cut at once: the library itself ends a moment later and would take statements until then.
		if (life.end(reason)) cut()
	}

	async function close(): Promise<void> {
		life.end(new DatabaseUnavailable('The connection is closed.'))
		await sql.end({ timeout: 1 }).catch(() => {})
	}

	return {
		life,
		send,
		kill,
		close,
		heard,
		isReadOnly,
		openedAt,
		get openingMs() {
			return openingMs
		},
		get answeredAt() {
			return answeredAt
		},
	}
}

/**
 * The limits of a session that the server enforces, and its time zone: our own deadline cuts a connection, but does not
 * stop the server's work.
 */
const LIMITS = {
	statement_timeout: '5s',
	lock_timeout: '3s',
	idle_in_transaction_session_timeout: '10s',
	TimeZone: 'UTC',
}
const NOTICE_LOST_CLIENTS = `set client_connection_check_interval = '2s'`

const MOST_VALUES = 65_533 // postgres.js 3.4.9

function queryOf(sql: postgres.Sql, { text, values = [], rows }: Statement) {
	if (values.length > MOST_VALUES) throw new RangeError(`${values.length} values in a statement.`)
	const encoded = values.map((value) => encode(sql, value))
	const query = sql.unsafe<postgres.Row[]>(text, encoded, { prepare: encoded.length > 0 })
	return rows === 'arrays' ? query.values() : query
}

function tookLonger(ms: number): DatabaseUnavailable {
	return new DatabaseUnavailable(`The database took longer than ${ms} ms.`)
}

function wasSilent(ms: number): DatabaseUnavailable {
	return new DatabaseUnavailable(`The database said nothing for ${ms} ms.`)
}

function unavailable(error: unknown): DatabaseUnavailable {
	return new DatabaseUnavailable(messageOf(error), { cause: error })
}
