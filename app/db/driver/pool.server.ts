import type { Connection } from '#app/db/driver/connection.server.ts'
import { Lending, lives } from '#app/db/driver/lending.server.ts'
import { type Opening, type PoolSlot, refresh } from '#app/db/driver/pool-slot.server.ts'
import { createWaitingList, type Waits } from '#app/db/driver/waiting-list.server.ts'
import { DatabaseUnavailable } from '#app/db/errors.server.ts'

/** Returns the connection of the slot that `work` has got: the one at rest there, or a new one if that is dead. */
export type Connect = () => Promise<Connection>

export type Pool = {
	/**
	 * Gives `work` a slot of the pool, and takes it back when `work` is done. Rejects with `DatabaseUnavailable` when
	 * no slot, or no connection, came free in time.
	 */
	use<T>(work: (connect: Connect) => Promise<T>): Promise<T>
	/** The waits of callers for a slot, and of those that have one for a connection, with their time. */
	readonly waits: Readonly<Waits>
	/** Lets running work finish, refuses new work, and ends every connection. */
	close(): Promise<void>
}

/**
 * Creates a pool of `size` slots with a connection each, opened at first use. Callers that wait for a slot are refused
 * when none was given back with a connection that works for `acquireMs`. While a connection is opened, the database may
 * be silent for what is left of `acquireMs`. `Lending` handles a server that has no connection left.
 */
export function createPool(settings: { size: number; acquireMs: number; opening: Opening }): Pool {
	const { size, acquireMs, opening } = settings
	const places: readonly PoolSlot[] = Array.from({ length: size }, () => ({
		connection: undefined,
	}))
	const free = [...places]
	const waitingList = createWaitingList<PoolSlot>(
		acquireMs,
		() => new DatabaseUnavailable(`No database connection came free for ${acquireMs} ms.`),
	)
	const { moved, waits } = waitingList
	const lending = new Lending({ places, free, acquireMs, opening, moved, waits })
	let busy = 0
	let closed: { whenIdle: () => void } | undefined

	async function use<T>(work: (connect: Connect) => Promise<T>): Promise<T> {
		const latest = performance.now() + acquireMs
		const place = await take()
		try {
			return await work(() => lending.connect(place, latest))
		} finally {
			give(place)
		}
	}

	function take(): Promise<PoolSlot> {
		if (closed) return Promise.reject(new DatabaseUnavailable('The database client is closed.'))
		const place = free.pop() // The slot used last, so that few connections serve a quiet hour.
		if (!place) return waitingList.wait()
		busy += 1
		return Promise.resolve(place)
	}

	function give(place: PoolSlot): void {
		const worked = lives(place)
		refresh(place)
		if (worked) {
			waitingList.moved()
			lending.givenBack(place)
		}
		if (waitingList.serve(place)) return
		busy -= 1
		free.push(place)
		if (busy === 0) closed?.whenIdle()
	}

	async function close(): Promise<void> {
		if (closed) return
		await new Promise<void>((whenIdle) => {
			closed = { whenIdle }
			waitingList.refuse(new DatabaseUnavailable('The database client is closed.'))
			if (busy === 0) whenIdle()
		})
		lending.close()
		await Promise.all(free.map(({ connection }) => connection?.close()))
	}

	return { use, waits, close }
}
