import { stringifySetCookie } from 'cookie'
import { sign, unsign } from 'cookie-signature'

import { env } from '#app/gateways/env.server.ts'
import { cookiesOf } from '#app/http/cookies.server.ts'

const secure = env.APP_ORIGIN.startsWith('https:')

/**
 * Returns a cookie's name with the prefix that binds it to this host (RFC 6265bis, section 4.1.3.2) when the shop runs
 * over HTTPS.
 */
export function ownName(name: string): string {
	return secure ? `__Host-${name}` : name
}

/** The options of a cookie that is for this host alone and hidden from scripts. */
export const ownCookie = { httpOnly: true, sameSite: 'lax', path: '/', secure } as const

/**
 * Makes the functions of a signed cookie that holds JSON and that only this shop can have written; `maxAge` in seconds.
 * Its format is that of the framework's `createCookie`, which older builds use; that one signs in other threads, and
 * waits twice for each cookie.
 */
export function signedCookie(name: string, { maxAge }: { maxAge: number }) {
	const [newest = '', ...older] = env.SESSION_SECRETS
	const put = (value: string, seconds: number) =>
		stringifySetCookie(ownName(name), value, { ...ownCookie, maxAge: seconds })
	return {
		/** Returns the cookie's value; null when there is none, or when this shop did not sign it. */
		parse(headers: Headers): unknown {
			const value = cookiesOf(headers).get(ownName(name)) ?? ''
			const signed = [newest, ...older].map((secret) => unsign(value, secret)).find(Boolean)
			return signed ? readJson(Buffer.from(signed, 'base64').toString()) : null
		},
		/** Returns the `Set-Cookie` that writes a value into the cookie. */
		serialize(what: string | string[]) {
			const encoded = Buffer.from(JSON.stringify(what)).toString('base64')
			return put(sign(encoded, newest), maxAge)
		},
		/** Returns the `Set-Cookie` that deletes the cookie. */
		clear: () => put('', 0),
	}
}

function readJson(text: string): unknown {
	try {
		return JSON.parse(text)
	} catch {
		return null
	}
}
