import { setTimeout as delay } from 'node:timers/promises'

import type { Connection } from '#app/db/driver/connection.server.ts'
import { type Opening, type PoolSlot, connectAt } from '#app/db/driver/pool-slot.server.ts'
import { askForRoom, join, leave, nextToAsk } from '#app/db/driver/room.server.ts'
import { DatabaseUnavailable, isFull } from '#app/db/errors.server.ts'

/** How often a pool asks whether the server has a connection again, when it had none. */
const FULL_MS = 30

/** A pool that has connections makes do with them for so long before it asks for more. */
const ENOUGH_MS = 1_000

/** A pool keeps a connection for so long before another gets its room, and leaves that alone for as long. */
const TURN_MS = 60

type Settings = {
	places: readonly PoolSlot[]
	/** Those of them at which nothing is done. */
	free: readonly PoolSlot[]
	acquireMs: number
	opening: Opening
}

/**
 * The connections of a pool, where the server may have fewer than the pool has places (faults J6): a place without
 * one waits for that of another place, as long as these are given back.
 */
export class Lending {
	readonly #settings: Settings
	/** Places without a connection that wait for one, and what tells them that they have it. */
	readonly #bare = new Map<PoolSlot, () => void>()
	#movedAt = 0
	#fullAt = Number.NEGATIVE_INFINITY
	#yieldedAt = Number.NEGATIVE_INFINITY

	constructor(settings: Settings) {
		this.#settings = settings
		join(this)
	}

	/** The connection at rest at the place, a new one, or one of another place. */
	async connect(place: PoolSlot, latest: number): Promise<Connection> {
		for (;;) {
			const connection = await this.#tryToConnect(place, latest)
			if (connection) return connection
			if (this.#borrow(place)) continue
			const leftMs = Math.max(latest, this.#movedAt + this.#settings.acquireMs) - performance.now()
			if (leftMs <= 0) throw new DatabaseUnavailable('The server has no connection for us.')
			await this.#handedOver(place, leftMs)
		}
	}

	/** Passes the connection of a place that is given back to another pool without one, or to a place that waits. */
	givenBack(place: PoolSlot): void {
		this.#movedAt = performance.now()
		if (!this.#makeWay(place)) this.#lend(place)
	}

	spare(): boolean {
		const place = this.#settings.free.find(lives)
		void place?.connection?.close()
		if (place) place.connection = undefined
		return place !== undefined
	}

	close(): void {
		leave(this)
	}

	/** Undefined when the server is full. */
	async #tryToConnect(place: PoolSlot, latest: number): Promise<Connection | undefined> {
		if (!lives(place) && this.#mustMakeDo()) return undefined
		try {
			return await connectAt(place, latest, this.#settings.opening)
		} catch (error) {
			if (!isFull(error)) throw error
			this.#fullAt = performance.now()
			return undefined
		}
	}

	/** The server was full a moment ago, and there are connections that will come free; or it is the turn of others. */
	#mustMakeDo(): boolean {
		const now = performance.now()
		const wasFull = now - this.#fullAt < ENOUGH_MS && this.#settings.places.some(lives)
		return wasFull || now - this.#yieldedAt < TURN_MS
	}

	#borrow(place: PoolSlot): boolean {
		const lender = this.#settings.free.find(lives)
		if (lender) hand(lender, place)
		return lender !== undefined
	}

	/** Resolves when the place was given a connection, or when it is time to look for one again. */
	async #handedOver(place: PoolSlot, leftMs: number): Promise<void> {
		const hasSome = this.#settings.places.some(lives)
		const called = new AbortController()
		await Promise.race([
			new Promise<void>((done) => {
				this.#bare.set(place, done)
				if (!hasSome) askForRoom(this, done)
			}),
			delay(Math.min(leftMs, hasSome ? ENOUGH_MS : FULL_MS), undefined, {
				signal: called.signal,
			}).catch(() => {}),
		])
		called.abort()
		this.#bare.delete(place)
	}

	/** A pool that has none gets the room of this connection, when it has served here for a turn. */
	#makeWay(place: PoolSlot): boolean {
		const { connection } = place
		if (!connection || connection.dead || connection.ageMs < TURN_MS) return false
		const tell = nextToAsk(this)
		if (!tell) return false
		this.#yieldedAt = performance.now()
		place.connection = undefined
		void connection.close().then(tell)
		return true
	}

	/** Those that have waited longest for a connection come first. */
	#lend(place: PoolSlot): void {
		const [first] = this.#bare
		if (!first || !lives(place)) return
		const [borrower, tell] = first
		this.#bare.delete(borrower)
		hand(place, borrower)
		tell()
	}
}

export function lives({ connection }: PoolSlot): boolean {
	return connection !== undefined && !connection.dead
}

function hand(from: PoolSlot, to: PoolSlot): void {
	to.connection = from.connection
	from.connection = undefined
}
