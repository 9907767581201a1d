const SLICES = 10

/**
 * Calls `expire` after `ms` in which this process could have read an answer; returns how to call it off.
 * The time is counted in slices, each of which counts as long as it was meant to be: what this process
 * was too busy to listen does not count. Otherwise a crowd at a node that has just started is taken for
 * a silent database. With `heard` the time begins anew whenever that number has changed.
 */
export function patience(
	ms: number,
	expire: () => void,
	heard: () => number = () => 0,
): () => void {
	let left = SLICES
	let before = heard()
	let last: NodeJS.Immediate | undefined
	let timer = setTimeout(pass, ms / SLICES)

	function pass() {
		const soFar = heard()
		left = soFar === before ? left - 1 : SLICES
		before = soFar
		// Sockets are read between the timer and the immediate: an answer that is here is read first.
		if (left === 0) last = setImmediate(expire)
		else timer = setTimeout(pass, ms / SLICES)
	}

	return () => {
		clearTimeout(timer)
		clearImmediate(last)
	}
}
