const SLICES = 10

/**
 * Calls `expire` after `ms` in which this process could have read an answer; returns a function that calls this off.
 * The time is counted in slices, each of which counts only its planned length, so that time in which this process was
 * too busy to read does not count: otherwise a crowd at a node that has just started would look like a silent database.
 * `heard` returns a number, and the time begins anew whenever it has changed.
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
		// Sockets are read between the timer and the immediate: an answer that has arrived is read first.
		if (left === 0) last = setImmediate(expire)
		else timer = setTimeout(pass, ms / SLICES)
	}

	return () => {
		clearTimeout(timer)
		clearImmediate(last)
	}
}
