/** More than pages of all visitors ask for at a time. */
const MOST = 5000

/**
 * The same function with a memory: what is a function of its owner, such as a version of the venue, and of the
 * input's key is worked out once, however many pages ask, and forgotten with its owner. Addresses made by hand
 * cannot fill the memory. What it gives is shared: nobody changes it.
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

/** The same of what is a function of its key alone. */
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
