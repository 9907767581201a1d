import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'

const ids = new AsyncLocalStorage<string>()

/**
 * True from Node 24 on, where each log line of models and gateways holds the id of its request. For an
 * AsyncLocalStorage in use, Node 20 and 22 follow every promise of the process, which took 10 to 20 % of an add to the
 * cart (record 009). There only the lines of the server and of failed requests hold the id, which is handed to them.
 */
export const followsRequests = Number.parseInt(process.versions.node, 10) >= 24

/**
 * Runs `work` inside the request of this id, so that each line logged meanwhile holds the id (where `followsRequests`).
 */
export function inRequest<T>(id: string, work: () => T): T {
	return followsRequests ? ids.run(id, work) : work()
}

/** Returns the id of the request that the caller works for; undefined outside of requests. */
export function currentRequest(): string | undefined {
	return ids.getStore()
}

/**
 * The signs of a request's id, chosen so that they are not misheard on the telephone: neither i and l beside 1, nor o
 * beside 0, nor u beside v.
 */
const signs = '0123456789abcdefghjkmnpqrstvwxyz'

export function newRequestId(): string {
	return Array.from(randomBytes(8), (byte) => signs[byte % signs.length]).join('')
}
