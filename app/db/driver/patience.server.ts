const SLICES = 10

/**
 * Calls `expire` after `ms` in which this process could have read an answer; returns how to call it off.
 * The time is counted in slices, each of which counts as long as it was meant to be: what this process
 * was too busy to listen does not count. Otherwise a crowd at a node that has just started is taken for
 * a silent database.
 */
export function patience(ms: number, expire: () => void): () => void {
	let left = SLICES
	let last: NodeJS.Immediate | undefined
	let timer = setTimeout(pass, ms / SLICES)

	function pass() {
		left -= 1
		// Sockets are read between the timer and the immediate: an answer that is here is read first.
		if (left === 0) last = setImmediate(expire)
		else timer = setTimeout(pass, ms / SLICES)
	}

	return () => {
		clearTimeout(timer)
		clearImmediate(last)
	}
}
