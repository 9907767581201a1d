import net from 'node:net'

import { drizzle } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'

import type { Address } from '#app/db/driver/address.server.ts'

/** A postgres.js client on one socket. */
export type LibraryClient = {
	sql: postgres.Sql
	/** The number of bytes received from the server so far. */
	heard(): number
	/**
	 * True when the server has said that it takes no writes: it is a standby, or `default_transaction_read_only` is on.
	 */
	isReadOnly(): boolean
	/** Cuts the socket at once, and lets the library tidy up after it. */
	cut(): void
}

/**
 * Opens a postgres.js client with all that it does unasked turned off: ending connections by age or idleness, asking
 * for types at the start, and above all reconnecting. The library gets its socket from us, and gets one only once.
 */
export function openLibraryClient(address: Address, onclose: () => void): LibraryClient {
	const socket = createSocket(address.endpoint)
	const told = new Map<string, string>()
	const options = {
		...address.endpoint,
		user: address.user,
		pass: address.password,
		database: address.database,
		ssl: address.ssl,
		connection: address.parameters,
		connect_timeout: 10,
		max: 1,
		max_lifetime: null,
		idle_timeout: 0,
		fetch_types: false,
		onnotice: () => {},
		onclose,
		onparameter: (name: string, value: string) => told.set(name, value),
		socket: socket.dial,
	}
	const sql = postgres(options)
	drizzle(sql) // Sets the parsers that drizzle's columns expect, for dates and the like.
	sql.options.serializers = {} // `encode` serialises the values before the library sees them.
	return {
		sql,
		heard: socket.heard,
		isReadOnly: () => READ_ONLY.some((name) => told.get(name) === 'on'),
		cut() {
			socket.destroy()
			sql.end({ timeout: 0 }).catch(() => {})
		},
	}
}

/**
 * The parameters by which the server tells that it takes no writes. It reports them at the start of a session, and with
 * each answer after they have changed.
 */
const READ_ONLY = ['in_hot_standby', 'default_transaction_read_only']

function createSocket(endpoint: Address['endpoint']) {
	let socket: net.Socket | undefined
	return {
		async dial(): Promise<net.Socket> {
			if (socket) throw new Error('The database closed the connection while it was being opened.')
			socket = net.connect({ ...endpoint, noDelay: true })
			// The socket carries the host's name: postgres.js looks there for the name that a certificate must have.
			return connected(Object.assign(socket, endpoint))
		},
		heard: () => socket?.bytesRead ?? 0,
		destroy: () => socket?.destroy(),
	}
}

/**
 * Resolves with a socket once it is connected, and removes our listeners from it; rejects when it fails or closes
 * before.
 */
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
