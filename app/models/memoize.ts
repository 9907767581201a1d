/** Keys that one owner keeps at most: more than the pages of all visitors ask for at a time. */
const MOST = 5000

/**
 * Memoizes `work` by owner (a WeakMap), such as a version of the venue, and by the input's key. An owner keeps at most
 * 5,000 keys and then begins anew, so addresses made up by clients cannot fill the memory. Callers share the value
 * and must not change it.
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

/** Memoizes `work` by its key alone, with at most 5,000 keys. */
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
