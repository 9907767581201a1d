import { createHmac, timingSafeEqual } from 'node:crypto'

import { env } from '#app/gateways/env.server.ts'

type Encoding = 'hex' | 'base64url'

/** A mark on a text that only this shop can make. The newest of the session secrets makes it. */
export function seal(text: string, encoding: Encoding = 'base64url'): string {
	return keyed(text, env.SESSION_SECRETS[0], encoding)
}

/** Whether this shop made the mark, with the newest secret or with one from before. */
export function isSealOf(text: string, mark: string, encoding: Encoding = 'base64url'): boolean {
	return env.SESSION_SECRETS.some((secret) => isSame(mark, keyed(text, secret, encoding)))
}

/** HMAC-SHA256. */
export function keyed(text: string, key = '', encoding: Encoding = 'base64url'): string {
	return createHmac('sha256', key).update(text).digest(encoding)
}

/** Compares in a time that does not tell how much was right. */
export function isSame(one: string, other: string): boolean {
	const [left, right] = [Buffer.from(one), Buffer.from(other)]
	return left.length === right.length && timingSafeEqual(left, right)
}
