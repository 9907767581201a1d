import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'

const ids = new AsyncLocalStorage<string>()

/** Runs `work` inside the request of this id: each line that is logged meanwhile holds it. */
export function inRequest<T>(id: string, work: () => T): T {
	return ids.run(id, work)
}

/** Returns the id of the request that the caller works for; undefined outside of requests. */
export function currentRequest(): string | undefined {
	return ids.getStore()
}

/**
 * The signs of an id, chosen so that they are not misheard on the telephone: neither i and l beside 1, nor o beside 0,
 * nor u beside v.
 */
const signs = '0123456789abcdefghjkmnpqrstvwxyz'

export function newRequestId(): string {
	return Array.from(randomBytes(8), (byte) => signs[byte % signs.length]).join('')
}
