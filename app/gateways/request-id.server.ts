import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'

const ids = new AsyncLocalStorage<string>()

/** Does `work` for the request of this name: each line that is logged meanwhile bears it. */
export function inRequest<T>(id: string, work: () => T): T {
	return ids.run(id, work)
}

/** The name of the request that the caller works for; undefined outside of all. */
export function currentRequest(): string | undefined {
	return ids.getStore()
}

/** Eight signs that nobody mishears on the telephone: neither i and l beside 1, nor o beside 0, nor u beside v. */
const signs = '0123456789abcdefghjkmnpqrstvwxyz'

export function newRequestId(): string {
	return Array.from(randomBytes(8), (byte) => signs[byte % signs.length]).join('')
}
