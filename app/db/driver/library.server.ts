import net from 'node:net'

import { drizzle } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'

import type { Address } from '#app/db/driver/address.server.ts'

/** postgres.js on one socket. */
export type LibraryClient = {
	sql: postgres.Sql
	/** Bytes that the server has said so far. */
	heard(): number
	/** Whether the server says that it takes no writes: it is a standby, or `default_transaction_read_only` is on. */
	isReadOnly(): boolean
	/** Cuts the socket now, and lets the library tidy up after it. */
	cut(): void
}

/**
 * postgres.js, kept from everything it would do in its own time: ending connections by age or idleness,
 * asking for types at the start, and above all connecting again. It gets its socket from us, and gets
 * one only once.
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
	drizzle(sql) // Reads dates and the like as drizzle's columns expect them.
	sql.options.serializers = {} // See `encode`.
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

/** The server tells them at the start of a session, and with each answer after they have changed. */
const READ_ONLY = ['in_hot_standby', 'default_transaction_read_only']

function createSocket(endpoint: Address['endpoint']) {
	let socket: net.Socket | undefined
	return {
		async dial(): Promise<net.Socket> {
			if (socket) throw new Error('The database closed the connection while it was being opened.')
			socket = net.connect({ ...endpoint, noDelay: true })
			// With the host on it, because postgres.js looks there for the name a certificate must have.
			return connected(Object.assign(socket, endpoint))
		},
		heard: () => socket?.bytesRead ?? 0,
		destroy: () => socket?.destroy(),
	}
}

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
