/** The most keys whose results one owner keeps; the pages of all visitors ask for fewer at a time. */
const MOST = 5000

/**
 * Returns `work` with a memory: one result for each owner (an object, such as a version of the venue) and key of the
 * input. An owner that has 5,000 keys forgets them all, so that addresses made up by clients cannot fill the memory.
 * Callers share the result and must not change it.
 */
export function memoizeByOwner<Owner extends object, Input, Value>(
	work: (owner: Owner, input: Input) => Value,
	keyOf: (input: Input) => string | number = String,
): (owner: Owner, input: Input) => Value {
	const ofOwners = new WeakMap<Owner, Map<string | number, Value>>()
	return (owner, input) => {
		let known = ofOwners.get(owner)
		if (!known || known.size >= MOST) ofOwners.set(owner, (known = new Map()))
		const key = keyOf(input)
		let value = known.get(key)
		if (value === undefined) known.set(key, (value = work(owner, input)))
		return value
	}
}

/** Returns `work` with a memory of its result for each key; with 5,000 keys it forgets them all. */
export function memoize<Key extends string | number, Value>(
	work: (key: Key) => Value,
): (key: Key) => Value {
	const all = {}
	const remembered = memoizeByOwner(
		(_: object, key: Key) => work(key),
		(key) => key,
	)
	return (key) => remembered(all, key)
}
