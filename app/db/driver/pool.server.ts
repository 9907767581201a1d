import type { Connection } from '#app/db/driver/connection.server.ts'
import { createLine } from '#app/db/driver/line.server.ts'
import { type Opening, type Place, connectAt, refresh } from '#app/db/driver/place.server.ts'
import { DatabaseUnavailable } from '#app/db/errors.server.ts'

/** The connection of the place that `work` was given: the one at rest there, or a new one if that is dead. */
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
 * A fixed number of places with a connection each, opened at first use. The callers that wait for a place
 * are refused when none was given back in order for `acquireMs`. While a connection is opened, the database
 * may be silent for what the wait has left of `acquireMs`.
 */
export function createPool(settings: { size: number; acquireMs: number; opening: Opening }): Pool {
	const { size, acquireMs, opening } = settings
	const free: Place[] = Array.from({ length: size }, () => ({ connection: undefined }))
	const line = createLine<Place>(
		acquireMs,
		() => new DatabaseUnavailable(`No database connection came free for ${acquireMs} ms.`),
	)
	let busy = 0
	let closed: { whenIdle: () => void } | undefined

	async function use<T>(work: (connect: Connect) => Promise<T>): Promise<T> {
		const latest = performance.now() + acquireMs
		const place = await take()
		try {
			return await work(() => connectAt(place, latest, opening))
		} finally {
			give(place)
		}
	}

	function take(): Promise<Place> {
		if (closed) return Promise.reject(new DatabaseUnavailable('The database client is closed.'))
		const place = free.pop() // The last used: few connections serve a quiet hour.
		if (!place) return line.wait()
		busy += 1
		return Promise.resolve(place)
	}

	function give(place: Place): void {
		refresh(place)
		if (!place.connection?.dead) line.moved()
		if (line.serve(place)) return
		busy -= 1
		free.push(place)
		if (busy === 0) closed?.whenIdle()
	}

	async function close(): Promise<void> {
		if (closed) return
		await new Promise<void>((whenIdle) => {
			closed = { whenIdle }
			line.refuse(new DatabaseUnavailable('The database client is closed.'))
			if (busy === 0) whenIdle()
		})
		await Promise.all(free.map(({ connection }) => connection?.close()))
	}

	return { use, close }
}
