import { stringifySetCookie } from 'cookie'

import { cookiesOf } from '#app/http/cookies.server.ts'
import { ownCookie, ownName } from '#app/http/own-cookie.server.ts'
import { isSame, isSealOf, seal } from '#app/http/seal.server.ts'
import { randomHex } from '#app/models/token.server.ts'

/**
 * The name of the cookie with the double-submit token of the sign-in calls, as clients of Auth.js know it: the cookie
 * holds the token with our seal, the form repeats it (faults F1, F2). The newest secret seals; an older one is still
 * accepted.
 */
const name = ownName('next-auth.csrf-token')

/** Returns the token that a form has to repeat, and the `Set-Cookie` when the browser has no valid one. */
export function csrfTokenFor(headers: Headers): { token: string; cookie: string | null } {
	const known = readToken(headers)
	if (known) return { token: known, cookie: null }
	const token = randomHex()
	const value = `${token}|${seal(`csrf ${token}`, 'hex')}`
	return { token, cookie: stringifySetCookie(name, value, ownCookie) }
}

/** True when a form repeats the double-submit token in the cookie of its browser. */
export function hasCsrfToken(headers: Headers, repeated: string | undefined): boolean {
	const token = readToken(headers)
	return token !== null && repeated !== undefined && isSame(token, repeated)
}

function readToken(headers: Headers): string | null {
	const value = cookiesOf(headers).get(name) ?? ''
	const [, token, mark] = /^([\da-f]{64})\|([\da-f]{64})$/.exec(value) ?? []
	if (!token || !mark) return null
	return isSealOf(`csrf ${token}`, mark, 'hex') ? token : null
}
