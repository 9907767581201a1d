// The only import of `parseCookie`: any other would parse the header again.
// oxlint-disable-next-line no-restricted-imports
import { parseCookie } from 'cookie'

/** The cookies of one request by their names. `get` decodes the value it is asked for, and no other. */
export type Cookies = {
	get(name: string): string | undefined
	names(): string[]
}

const read = new WeakMap<Headers, Cookies>()

/**
 * Reads the `Cookie` header once for each request. No other code may parse it: a header of 16 kB holds hundreds of
 * cookies, and reading it again for each of them keeps the processor for longer than a page (faults M3).
 */
export function cookiesOf(headers: Headers): Cookies {
	const known = read.get(headers)
	if (known) return known
	const values = parseCookie(headers.get('Cookie') ?? '', { decode: (value) => value })
	const cookies: Cookies = {
		get(name) {
			const value = values[name]
			return value === undefined ? undefined : decoded(value)
		},
		names: () => Object.keys(values),
	}
	read.set(headers, cookies)
	return cookies
}

function decoded(value: string): string {
	if (!value.includes('%')) return value
	try {
		return decodeURIComponent(value)
	} catch {
		return value
	}
}
