import type postgres from 'postgres'

import type { Address } from '#app/db/driver/address.server.ts'
import { encode } from '#app/db/driver/encode.server.ts'
import { openLibraryClient } from '#app/db/driver/library.server.ts'
import { beginLife } from '#app/db/driver/life.server.ts'
import { patience } from '#app/db/driver/patience.server.ts'
import { DatabaseUnavailable, isAnswer, messageOf } from '#app/db/errors.server.ts'
import { noteStatement } from '#app/db/round-trips.server.ts'

/** SQL text with its values; without values it may be several statements. */
export type Statement = {
	text: string
	values?: readonly unknown[] | undefined
	/** Rows as objects by column name, or as arrays (two joined tables may name a column alike). */
	rows?: 'objects' | 'arrays'
}

export type QueryResult = postgres.RowList<postgres.Row[]>

/** One client on one socket, never opened again: all that was sent on it was sent in one session. */
export type Connection = {
	/** Resolves when the server has accepted user and password; rejects, as everything below, with `DatabaseUnavailable`. */
	readonly ready: Promise<void>
	/** Why it can no longer be used. */
	readonly dead: Error | undefined
	readonly ageMs: number
	/** Whether the server takes no writes on it. */
	readonly isReadOnly: boolean
	/** How long ago the server last answered on it. */
	readonly restedMs: number
	/** Sends a statement. Rejects with the server's answer or, when there will be none, as above. */
	run(statement: Statement): Promise<QueryResult>
	/** Settles when the server says something. Is no round trip of the page: it depends on the rest alone. */
	probe(): Promise<unknown>
	/** Settles as `promise` does, or rejects in the very tick in which the connection dies. */
	watch<T>(promise: Promise<T>): Promise<T>
	/** Kills the connection unless the returned function is called within `ms`. */
	limit(ms: number): () => void
	/** The same, but what the server says begins the time anew: for what takes it several answers. */
	limitSilence(ms: number): () => void
	/** Cuts it: whatever runs on it rejects now, whatever comes later is refused. */
	kill(reason: Error): void
	/** Ends the session at the server in order. For a connection at rest. */
	close(): Promise<void>
}

/**
 * Opens a connection for use by one at a time.
 *
 * postgres.js reconnects by itself and then goes on with what was queued: statements of a broken
 * transaction run outside of it, and rows of a broken result turn up in the next one. Here the
 * library has one socket (`openLibraryClient`), and what it says ends with it.
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

	// Asked for by a statement, because a server that cannot do it would refuse the whole connection.
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
		try {
			return await send(statement)
		} finally {
			inFlight -= 1
		}
	}

	return {
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
		get restedMs() {
			return performance.now() - session.answeredAt
		},
	}
}

/** The library's client with its life: what is sent settles with the answer, or when the life ends. */
function openSession(address: Address) {
	const openedAt = performance.now()
	let answeredAt = openedAt
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
		}
	}

	function kill(reason: Error): void {
		// At once: the library itself ends a moment later and would still take statements until then.
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
		get answeredAt() {
			return answeredAt
		},
	}
}

/** What the server enforces on its side; our own deadline cuts a connection, but does not stop the server. */
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
