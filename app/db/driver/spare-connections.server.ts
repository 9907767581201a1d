/*
 * The server may have fewer connections for this process than its pools would like (faults J6). Then a pool that has no
 * connection asks the other pools: a connection at rest there is closed or, if none rests, the next that is given back.
 */

/** A pool, as the other pools of this process see it. */
export type Neighbour = {
	/** Closes a connection at rest in this pool, so that another pool can open one; false when none rests. */
	spare(): boolean
	/**
	 * Tells this pool, while it waits for a connection, that another pool got a connection back: the limit of its wait
	 * begins anew.
	 */
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
 * Makes room at the server for one connection of `pool`: closes one at rest in another pool at once, or else calls
 * `tell` when another pool has closed the next that it got back.
 */
export function askForConnection(pool: Neighbour, tell: () => void): void {
	const made = [...pools].some((other) => other !== pool && other.spare())
	if (!made) asking.set(pool, tell)
}

/** Tells all pools that wait for a connection that a pool of this process got one back. */
export function tellMoved(): void {
	for (const pool of asking.keys()) pool.moved()
}

/**
 * Returns the function that tells the pool which has waited longest that it can open a connection, and strikes that
 * pool from the list; undefined when no other pool waits.
 */
export function nextToAsk(pool: Neighbour): (() => void) | undefined {
	for (const [other, tell] of asking) {
		if (other === pool) continue
		asking.delete(other)
		return tell
	}
	return undefined
}
