import type { Connection } from '#app/db/driver/connection.server.ts'
import { DatabaseUnavailable } from '#app/db/errors.server.ts'

/** The connection of the place one holds: the one at rest there, or a new one in the place of a dead one. */
export type Connect = () => Promise<Connection>

export type Pool = {
	/**
	 * Gives `work` a place of its own in the pool, and takes it back when `work` is done. Rejects with
	 * `DatabaseUnavailable` when there is no place, or no connection, in time.
	 */
	use<T>(work: (connect: Connect) => Promise<T>): Promise<T>
	/** Lets those at work finish, turns the others away, and ends every connection. */
	close(): Promise<void>
}

/**
 * A fixed number of places with a connection each, opened at first use. A wait for a place ends in
 * vain when none was given back in order for `acquireMs`: while they change hands the queue moves, and a crowd
 * is served one after the other, for `LONGEST_WAIT_MS` at most. Opening a connection may take what the
 * wait has left of `acquireMs`.
 */
export function createPool(settings: {
	size: number
	acquireMs: number
	open: () => Connection
}): Pool {
	const { size, acquireMs, open } = settings
	const free: Place[] = Array.from({ length: size }, () => ({ connection: undefined }))
	const waiting: Waiter[] = []
	let busy = 0
	let givenAt = 0
	let closed: { whenIdle: () => void } | undefined

	async function use<T>(work: (connect: Connect) => Promise<T>): Promise<T> {
		const patience = performance.now() + acquireMs
		const place = await take()
		try {
			return await work(() => connect(place, patience - performance.now()))
		} finally {
			give(place)
		}
	}

	function take(): Promise<Place> {
		if (closed) return Promise.reject(new DatabaseUnavailable('The database client is closed.'))
		const place = free.pop() // The last used: few connections serve a quiet hour.
		if (!place) return wait()
		busy += 1
		return Promise.resolve(place)
	}

	function wait(): Promise<Place> {
		const since = performance.now()
		return new Promise((resolve, reject) => {
			const waiter: Waiter = { resolve, reject, timer: setTimeout(look, acquireMs) }
			waiting.push(waiter)

			function look() {
				const now = performance.now()
				const left = Math.min(
					Math.max(since, givenAt) + acquireMs - now,
					since + LONGEST_WAIT_MS - now,
				)
				if (left > 0) {
					waiter.timer = setTimeout(look, left)
					return
				}
				waiting.splice(waiting.indexOf(waiter), 1)
				const waited = Math.round(now - since)
				reject(new DatabaseUnavailable(`No database connection was free within ${waited} ms.`))
			}
		})
	}

	async function connect(place: Place, ms: number): Promise<Connection> {
		if (place.connection && !place.connection.dead) return place.connection
		const connection = open()
		place.connection = connection
		const lift = connection.limit(Math.max(ms, SHORTEST_OPENING_MS))
		try {
			await connection.ready
		} finally {
			lift()
		}
		return connection
	}

	function give(place: Place): void {
		refresh(place)
		if (!place.connection?.dead) givenAt = performance.now()
		const next = waiting.shift()
		if (next) {
			clearTimeout(next.timer)
			next.resolve(place)
			return
		}
		busy -= 1
		free.push(place)
		if (busy === 0) closed?.whenIdle()
	}

	async function close(): Promise<void> {
		if (closed) return
		await new Promise<void>((whenIdle) => {
			closed = { whenIdle }
			for (const { reject, timer } of waiting.splice(0)) {
				clearTimeout(timer)
				reject(new DatabaseUnavailable('The database client is closed.'))
			}
			if (busy === 0) whenIdle()
		})
		await Promise.all(free.map(({ connection }) => connection?.close()))
	}

	return { use, close }
}

type Place = { connection: Connection | undefined }
type Waiter = {
	resolve: (place: Place) => void
	reject: (reason: Error) => void
	timer: NodeJS.Timeout
}

const LONGEST_WAIT_MS = 5_000
const SHORTEST_OPENING_MS = 300
const LIFETIME_MS = 30 * 60 * 1000

/** Ends old connections between two uses, so that prepared statements and moved servers do not pile up. */
function refresh(place: Place): void {
	const { connection } = place
	if (!connection || connection.dead || connection.ageMs < LIFETIME_MS) return
	place.connection = undefined
	void connection.close()
}
