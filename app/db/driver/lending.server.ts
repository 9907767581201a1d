import { setTimeout as delay } from 'node:timers/promises'

import type { Connection } from '#app/db/driver/connection.server.ts'
import { type Opening, type PoolSlot, connectAt } from '#app/db/driver/pool-slot.server.ts'
import { askForRoom, join, leave, nextToAsk, tellMoved } from '#app/db/driver/room.server.ts'
import { DatabaseUnavailable, isFull } from '#app/db/errors.server.ts'

/** The pause after which a pool without any connection asks the full server again. */
const FULL_MS = 30

/** The time that a pool with some connections makes do with them after the server was full, before it asks for more. */
const ENOUGH_MS = 1_000

/**
 * The time that a pool keeps a connection before it gives its room to another pool, and then leaves that pool alone.
 */
const TURN_MS = 60

/** The openings of a connection that a turn lasts at least: a slow server would otherwise do nothing but open. */
const TURN_OPENINGS = 3

type Settings = {
	places: readonly PoolSlot[]
	/** The slots at which no work is running. */
	free: readonly PoolSlot[]
	acquireMs: number
	opening: Opening
	/** Begins the limit of the callers anew that wait for a slot. */
	moved: () => void
}

/**
 * Lends the connections of a pool between its slots when the server gives fewer than the pool has slots (faults J6): a
 * slot without a connection waits for that of another slot, as long as some are given back in time. A pool without
 * any waits for its turn, as long as connections of the other pools are given back in time.
 */
export class Lending {
	readonly #settings: Settings
	/** Slots that wait for a connection, in their order, each with the function that tells them that they have one. */
	readonly #bare = new Map<PoolSlot, () => void>()
	#movedAt = 0
	/** The number of slots that are opening or waking a connection at this moment. */
	#opening = 0
	#fullAt = Number.NEGATIVE_INFINITY
	#yieldedAt = Number.NEGATIVE_INFINITY

	constructor(settings: Settings) {
		this.#settings = settings
		join(this)
	}

	/** Returns the connection at rest at the slot, a new one, or one of another slot. */
	async connect(place: PoolSlot, latest: number): Promise<Connection> {
		for (let isRoom = false; ;) {
			const mustWait = !lives(place) && !isRoom && this.#mustMakeDo()
			const connection = mustWait ? undefined : await this.#tryToConnect(place, latest)
			if (connection) return connection
			if (this.#borrow(place)) continue
			const leftMs = Math.max(latest, this.#movedAt + this.#settings.acquireMs) - performance.now()
			if (leftMs <= 0) throw new DatabaseUnavailable('The server has no connection for us.')
			isRoom = await this.#handedOver(place, leftMs)
		}
	}

	/**
	 * Passes the connection of a slot whose work is done: to another pool that has none, or else to a slot that waits.
	 */
	givenBack(place: PoolSlot): void {
		this.#goesRound()
		if (!this.#makeWay(place)) this.#lend(place)
	}

	moved(): void {
		this.#movedAt = performance.now()
		this.#settings.moved()
	}

	/** Begins the limits anew of those who wait here, and in the pools that wait for room. */
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

	/** Opens or reuses the slot's connection; undefined when the server is full. */
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
	 * True when the server was full a moment ago, and connections of this pool will come free or another slot asks
	 * already, since each refusal costs the server a process; or while another pool has its turn.
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
	 * Resolves when the slot was given a connection, or when it is time to ask the server again; true when another pool
	 * has made room for one.
	 */
	async #handedOver(place: PoolSlot, leftMs: number): Promise<boolean> {
		const hasSome = this.#settings.places.some(lives)
		const called = new AbortController()
		const isRoom = await Promise.race([
			new Promise<boolean>((done) => {
				this.#bare.set(place, () => done(false))
				if (!hasSome)
					askForRoom(this, () => {
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

	/** Closes this connection for a pool that has none, once it has served here for a turn. */
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

	/** Hands the connection to the slot that has waited longest. */
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
