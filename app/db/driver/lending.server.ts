import { setTimeout as delay } from 'node:timers/promises'

import type { Connection } from '#app/db/driver/connection.server.ts'
import { type Opening, type PoolSlot, connectAt } from '#app/db/driver/pool-slot.server.ts'
import {
	askForConnection,
	join,
	leave,
	nextToAsk,
	tellMoved,
} from '#app/db/driver/spare-connections.server.ts'
import type { Waits } from '#app/db/driver/waiting-list.server.ts'
import { DatabaseUnavailable, isFull } from '#app/db/errors.server.ts'

/** The pause, in milliseconds, after which a pool without any connection asks the full server again. */
const FULL_MS = 30

/**
 * The milliseconds for which a pool with some connections makes do with them after the server was full, before it asks
 * for more.
 */
const ENOUGH_MS = 1_000

/**
 * The milliseconds of a turn: a pool keeps a connection that long before it closes it for another pool, and then leaves
 * that pool alone for as long.
 */
const TURN_MS = 60

/**
 * The shortest turn as a multiple of the time in which its connection was opened: otherwise a slow server would do
 * nothing but open connections.
 */
const TURN_OPENINGS = 3

type Settings = {
	places: readonly PoolSlot[]
	/** The slots at which no work is running. */
	free: readonly PoolSlot[]
	acquireMs: number
	opening: Opening
	/** Begins the limit of the callers that wait for a slot anew. */
	moved: () => void
	/** The waits of those callers, to which those are added of callers that have a slot and wait for a connection. */
	waits: Waits
}

/**
 * Lends the connections of a pool between its slots when the server gives fewer than the pool has slots (faults J6): a
 * slot without a connection waits for that of another slot, as long as some are given back in time. A pool without any
 * connection waits for its turn, as long as other pools give some back in time.
 */
export class Lending {
	readonly #settings: Settings
	/**
	 * The slots that wait for a connection, in their order, each with the function that tells the slot that it has one.
	 */
	readonly #bare = new Map<PoolSlot, () => void>()
	#movedAt = 0
	/** The number of slots that are opening or probing a connection at this moment. */
	#opening = 0
	#fullAt = Number.NEGATIVE_INFINITY
	#yieldedAt = Number.NEGATIVE_INFINITY

	constructor(settings: Settings) {
		this.#settings = settings
		join(this)
	}

	/**
	 * Returns a connection for the slot: the one at rest there, a new one, or that of another slot.
	 * @throws DatabaseUnavailable when there is none in time
	 */
	async connect(place: PoolSlot, latest: number): Promise<Connection> {
		const { waits } = this.#settings
		for (let isRoom = false, turns = 0; ;) {
			const mustWait = !lives(place) && !isRoom && this.#mustMakeDo()
			const connection = mustWait ? undefined : await this.#tryToConnect(place, latest)
			if (connection) return connection
			if (this.#borrow(place)) continue
			const leftMs = Math.max(latest, this.#movedAt + this.#settings.acquireMs) - performance.now()
			if (leftMs <= 0) throw new DatabaseUnavailable('The server has no connection for us.')
			const since = performance.now()
			if (turns === 0) waits.count += 1
			turns += 1
			isRoom = await this.#handedOver(place, leftMs)
			waits.ms += performance.now() - since
		}
	}

	/**
	 * Passes on the connection of a slot whose work is done: its room to another pool that has no connection, or else the
	 * connection to a slot that waits.
	 */
	givenBack(place: PoolSlot): void {
		this.#goesRound()
		if (!this.#makeWay(place)) this.#lend(place)
	}

	moved(): void {
		this.#movedAt = performance.now()
		this.#settings.moved()
	}

	/**
	 * Begins the limits of the slots that wait here anew, and of the other pools that wait for a connection, because one
	 * was given back or opened.
	 */
	#goesRound(): void {
		this.#movedAt = performance.now()
		tellMoved()
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

	/** Opens a connection at the slot or reuses the one at rest there; undefined when the server is full. */
	async #tryToConnect(place: PoolSlot, latest: number): Promise<Connection | undefined> {
		const isNew = !lives(place)
		this.#opening += 1
		try {
			const connection = await connectAt(place, latest, this.#settings.opening)
			if (isNew) this.#goesRound()
			return connection
		} catch (error) {
			if (!isFull(error)) throw error
			this.#fullAt = performance.now()
			return undefined
		} finally {
			this.#opening -= 1
		}
	}

	/**
	 * True when the slot must wait instead of asking the server. Either the server was full a moment ago, and connections
	 * of this pool will come free or another slot asks already, since each refusal costs the server a process; or another
	 * pool has its turn.
	 */
	#mustMakeDo(): boolean {
		const now = performance.now()
		const wasFull = now - this.#fullAt < ENOUGH_MS
		const others = this.#opening > 0 || this.#settings.places.some(lives)
		return (wasFull && others) || now - this.#yieldedAt < TURN_MS
	}

	#borrow(place: PoolSlot): boolean {
		const lender = this.#settings.free.find(lives)
		if (lender) hand(lender, place)
		return lender !== undefined
	}

	/**
	 * Waits until the slot was given a connection, or until it is time to ask the server again. Resolves with true when
	 * another pool has made room for a connection.
	 */
	async #handedOver(place: PoolSlot, leftMs: number): Promise<boolean> {
		const hasSome = this.#settings.places.some(lives)
		const called = new AbortController()
		const isRoom = await Promise.race([
			new Promise<boolean>((done) => {
				this.#bare.set(place, () => done(false))
				if (!hasSome)
					askForConnection(this, () => {
						this.moved()
						done(true)
					})
			}),
			delay(Math.min(leftMs, hasSome ? ENOUGH_MS : FULL_MS), false, {
				signal: called.signal,
			}).catch(() => false),
		])
		called.abort()
		this.#bare.delete(place)
		return isRoom
	}

	/**
	 * Closes the connection of a slot for another pool that has none, once it has served this pool for a turn; false when
	 * it stays.
	 */
	#makeWay(place: PoolSlot): boolean {
		const { connection } = place
		if (!connection || connection.dead) return false
		if (connection.ageMs < Math.max(TURN_MS, TURN_OPENINGS * connection.openingMs)) return false
		const tell = nextToAsk(this)
		if (!tell) return false
		this.#yieldedAt = performance.now()
		place.connection = undefined
		void connection.close().then(tell)
		return true
	}

	/** Hands the connection of a slot to the one that has waited longest, if any waits. */
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
