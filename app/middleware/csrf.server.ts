import { createCookie } from 'react-router'

import { ownCookie, ownName } from '#app/middleware/own-cookie.server.ts'
import { isSame, isSealOf, seal } from '#app/middleware/seal.server.ts'
import { randomHex } from '#app/models/token.server.ts'

/**
 * The double-submit token of the sign-in calls, as clients of Auth.js know it: the cookie holds it with our
 * seal, the form repeats it (faults F1, F2). The newest secret seals; an older one is still good.
 */
const cookie = createCookie(ownName('next-auth.csrf-token'), ownCookie)

/** The token a form is to repeat, and the `Set-Cookie` when the browser has no valid one. */
export async function csrfTokenFor(
	headers: Headers,
): Promise<{ token: string; cookie: string | null }> {
	const known = await readToken(headers)
	if (known) return { token: known, cookie: null }
	const token = randomHex()
	return { token, cookie: await cookie.serialize(`${token}|${seal(`csrf ${token}`, 'hex')}`) }
}

/** Whether a form repeats the token of its browser. */
export async function hasCsrfToken(
	headers: Headers,
	repeated: string | undefined,
): Promise<boolean> {
	const token = await readToken(headers)
	return token !== null && repeated !== undefined && isSame(token, repeated)
}

async function readToken(headers: Headers): Promise<string | null> {
	const value: unknown = await cookie.parse(headers.get('Cookie'))
	const [, token, mark] = /^([\da-f]{64})\|([\da-f]{64})$/.exec(String(value)) ?? []
	if (!token || !mark) return null
	return isSealOf(`csrf ${token}`, mark, 'hex') ? token : null
}
