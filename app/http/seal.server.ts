import { createHmac, timingSafeEqual } from 'node:crypto'

import { env } from '#app/gateways/env.server.ts'

type Encoding = 'hex' | 'base64url'

/** Returns the seal of a text: a mark that only this shop can make, with the newest of the session secrets. */
export function seal(text: string, encoding: Encoding = 'base64url'): string {
	return keyed(text, env.SESSION_SECRETS[0], encoding)
}

/** True when `mark` is this shop's seal of the text, made with the newest secret or with an older one. */
export function isSealOf(text: string, mark: string, encoding: Encoding = 'base64url'): boolean {
	return env.SESSION_SECRETS.some((secret) => isSame(mark, keyed(text, secret, encoding)))
}

/** Returns the HMAC-SHA256 of a text with a key. */
export function keyed(text: string, key = '', encoding: Encoding = 'base64url'): string {
	return createHmac('sha256', key).update(text).digest(encoding)
}

/** True when two texts are equal; compares them in a time that does not tell how much of them was equal. */
export function isSame(one: string, other: string): boolean {
	const [left, right] = [Buffer.from(one), Buffer.from(other)]
	return left.length === right.length && timingSafeEqual(left, right)
}
