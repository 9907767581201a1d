/*
 * The server may have fewer connections for this process than its pools would like (faults J6). Then a pool that has
 * none asks the others: one at rest is closed, and if none rests, the next that is given back.
 */

/** A pool, as the other pools of this process see it. */
export type Neighbour = {
	/** Closes a connection at rest; false when none rests. */
	spare(): boolean
	/** Called while this pool waits for room, when another pool got a connection back: its limit begins anew. */
	moved(): void
}

const pools = new Set<Neighbour>()
const asking = new Map<Neighbour, () => void>()

export function join(pool: Neighbour): void {
	pools.add(pool)
}

export function leave(pool: Neighbour): void {
	pools.delete(pool)
	asking.delete(pool)
}

/**
 * Makes room for one connection of `pool`: closes one at rest in another pool now, or calls `tell` when another pool
 * has closed the next it got back.
 */
export function askForRoom(pool: Neighbour, tell: () => void): void {
	const made = [...pools].some((other) => other !== pool && other.spare())
	if (!made) asking.set(pool, tell)
}

/** Tells all pools that wait for room that a connection was given back somewhere. */
export function tellMoved(): void {
	for (const pool of asking.keys()) pool.moved()
}

/**
 * Returns the function that tells another waiting pool that there is room, and forgets that pool; undefined when none
 * waits.
 */
export function nextToAsk(pool: Neighbour): (() => void) | undefined {
	for (const [other, tell] of asking) {
		if (other === pool) continue
		asking.delete(other)
		return tell
	}
	return undefined
}
