import net from 'node:net'

import { drizzle } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'

import type { Address } from '#app/db/driver/address.server.ts'
import { encode } from '#app/db/driver/encode.server.ts'
import { patience } from '#app/db/driver/patience.server.ts'
import { DatabaseUnavailable, isAnswer, messageOf } from '#app/db/errors.server.ts'
import { noteRoundTrip } from '#app/db/round-trips.server.ts'

/** SQL text with its values; without values it may be several statements. */
export type Statement = {
	text: string
	values?: readonly unknown[] | undefined
	/** Rows as objects by column name, or as arrays (two joined tables may name a column alike). */
	rows?: 'objects' | 'arrays'
}

export type Answer = postgres.RowList<postgres.Row[]>

/** One client on one socket, for ever: what was said on it was said in this one session. */
export type Connection = {
	/** Resolves when the server lets us in; rejects, as everything below, with `DatabaseUnavailable`. */
	readonly ready: Promise<void>
	/** Why it can no longer be used. */
	readonly dead: Error | undefined
	readonly ageMs: number
	/** Sends a statement. Rejects with the server's answer or, when there will be none, as above. */
	run(statement: Statement): Promise<Answer>
	/** Settles as `promise` does, or rejects in the very tick in which the connection dies. */
	watch<T>(promise: Promise<T>): Promise<T>
	/** Kills the connection unless the returned function is called within `ms`. */
	limit(ms: number): () => void
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
 * library gets its socket from us, and gets one only once. It is also kept from everything it would
 * do in its own time: ending connections by age or idleness, and asking for types at the start.
 */
export function openConnection(address: Address, applicationName: string): Connection {
	const openedAt = performance.now()
	const running = new Set<(reason: Error) => void>()
	let socket: net.Socket | undefined
	let inFlight = 0
	let dead: Error | undefined

	const options = {
		...address.endpoint,
		user: address.user,
		pass: address.password,
		database: address.database,
		ssl: address.ssl,
		connection: { ...address.parameters, ...LIMITS, application_name: applicationName },
		max: 1,
		max_lifetime: null,
		idle_timeout: 0,
		fetch_types: false,
		onnotice: () => {},
		onclose: () => kill(new DatabaseUnavailable('The database closed the connection.')),
		socket: dialOnce,
	}
	const sql = postgres(options)
	drizzle(sql) // Reads dates and the like as drizzle's columns expect them.
	sql.options.serializers = {} // See `encode`.

	// Asked for by a statement, because a server that cannot do it would refuse the whole connection.
	const ready = send({ text: NOTICE_LOST_CLIENTS }).then(
		() => {},
		() => {
			if (dead) throw dead
		},
	)
	ready.catch(() => {}) // Without a handler a rejection before the first wait would end the process.

	async function dialOnce(): Promise<net.Socket> {
		if (socket) throw new Error('The database closed the connection while it was being opened.')
		socket = net.connect({ ...address.endpoint, noDelay: true })
		// With the host on it, because postgres.js looks there for the name a certificate must have.
		return connected(Object.assign(socket, address.endpoint))
	}

	async function run(statement: Statement): Promise<Answer> {
		if (dead) throw dead
		if (inFlight === 0) noteRoundTrip()
		inFlight += 1
		try {
			return await send(statement)
		} finally {
			inFlight -= 1
		}
	}

	async function send({ text, values = [], rows }: Statement): Promise<Answer> {
		if (values.length > MOST_VALUES) throw new RangeError(`${values.length} values in a statement.`)
		const encoded = values.map((value) => encode(sql, value))
		const query = sql.unsafe<postgres.Row[]>(text, encoded, { prepare: encoded.length > 0 })
		try {
			return await watch<Answer>(rows === 'arrays' ? query.values() : query)
		} catch (error) {
			if (!isAnswer(error)) kill(unavailable(error))
			throw dead ?? error
		}
	}

	function watch<T>(promise: Promise<T>): Promise<T> {
		return new Promise((resolve, reject) => {
			running.add(reject)
			promise.then(resolve, reject).finally(() => running.delete(reject))
			if (dead) reject(dead)
		})
	}

	function limit(ms: number): () => void {
		return patience(ms, () =>
			kill(new DatabaseUnavailable(`The database took longer than ${ms} ms.`)),
		)
	}

	function kill(reason: Error): void {
		if (dead) return
		dead = reason
		// At once: the library itself ends a moment later and would still take statements until then.
		for (const reject of running) reject(reason)
		socket?.destroy()
		sql.end({ timeout: 0 }).catch(() => {})
	}

	async function close(): Promise<void> {
		dead ??= new DatabaseUnavailable('The connection is closed.')
		await sql.end({ timeout: 1 }).catch(() => {})
	}

	return {
		ready,
		get dead() {
			return dead
		},
		get ageMs() {
			return performance.now() - openedAt
		},
		run,
		watch,
		limit,
		kill,
		close,
	}
}

/** What the server enforces on its side; our own deadline cuts a connection, but does not stop the server. */
const LIMITS = {
	statement_timeout: 5_000,
	lock_timeout: 3_000,
	idle_in_transaction_session_timeout: 10_000,
	TimeZone: 'UTC',
}
const NOTICE_LOST_CLIENTS = `set client_connection_check_interval = '2s'`

const MOST_VALUES = 65_533 // postgres.js 3.4.9

/** The socket once it is connected, with no listener of ours left on it. */
function connected(socket: net.Socket): Promise<net.Socket> {
	return new Promise((resolve, reject) => {
		const closed = () => reject(new Error('The connection was given up while it was being opened.'))
		socket.once('error', reject)
		socket.once('close', closed)
		socket.once('connect', () => {
			socket.off('error', reject)
			socket.off('close', closed)
			resolve(socket)
		})
	})
}

function unavailable(error: unknown): DatabaseUnavailable {
	return new DatabaseUnavailable(messageOf(error), { cause: error })
}
