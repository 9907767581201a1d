/** A value in Stripe's form encoding: text, or a list or record of values. */
export type Encoded = string | Encoded[] | { [key: string]: Encoded }

/**
 * Reads `a[b][0]=x` as Stripe does. A record whose keys are 0, 1, 2… is a list. When a name is sent twice the last
 * value counts; `a[]=x` appends.
 */
export function parseForm(text: string): { [key: string]: Encoded } {
	const root: Branch = new Map()
	for (const [name, value] of new URLSearchParams(text)) {
		const path = [...name.matchAll(/^[^[\]]+|\[([^[\]]*)\]/g)].map((part) => part[1] ?? part[0])
		if (path.length > 0 && path.length <= DEEPEST) plant(root, path, value)
	}
	return record(root)
}

const DEEPEST = 8

type Branch = Map<string, Branch | string>

function plant(branch: Branch, [first = '', ...rest]: string[], value: string) {
	const key = first === '' ? String(branch.size) : first
	if (rest.length === 0) {
		branch.set(key, value)
		return
	}
	const child = branch.get(key)
	const next: Branch = child instanceof Map ? child : new Map()
	branch.set(key, next)
	plant(next, rest, value)
}

function record(branch: Branch): { [key: string]: Encoded } {
	const entries = [...branch].map(([key, value]) => [key, grown(value)] as const)
	return Object.fromEntries(entries)
}

function grown(value: Branch | string): Encoded {
	if (typeof value === 'string') return value
	const isList = [...value.keys()].every((key, position) => key === String(position))
	return isList ? [...value.values()].map(grown) : record(value)
}
