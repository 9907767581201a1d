/*
 * The server may have fewer connections for this process than its pools would like (faults J6). Then a pool that has
 * none asks the others for one: what rests there is ended, and if nothing rests, the next that is given back.
 */

/** What a pool does for the others of this process. */
export type Neighbour = {
	/** Ends a connection that rests; false when none does. */
	spare(): boolean
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

/** Makes room for one connection of `pool`: now, or with the next that another pool gets back, which is told. */
export function askForRoom(pool: Neighbour, tell: () => void): void {
	const made = [...pools].some((other) => other !== pool && other.spare())
	if (!made) asking.set(pool, tell)
}

/** Another pool that waits for what this one gets back, by what tells it; each is answered once. */
export function nextToAsk(pool: Neighbour): (() => void) | undefined {
	for (const [other, tell] of asking) {
		if (other === pool) continue
		asking.delete(other)
		return tell
	}
	return undefined
}
