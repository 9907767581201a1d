import { stringifySetCookie } from 'cookie'
import { sign, unsign } from 'cookie-signature'

import { env } from '#app/gateways/env.server.ts'
import { cookiesOf } from '#app/http/cookies.server.ts'

const secure = env.APP_ORIGIN.startsWith('https:')

/** With the prefix that binds a cookie to this host (RFC 6265bis, section 4.1.3.2), where the line is safe. */
export function ownName(name: string): string {
	return secure ? `__Host-${name}` : name
}

/** For this host alone, and for no script. */
export const ownCookie = { httpOnly: true, sameSite: 'lax', path: '/', secure } as const

/**
 * What no one but this shop can have put there, as JSON. `maxAge` in seconds. As `createCookie` of the framework
 * writes it, which older builds use; that one signs in other threads, and waits twice for each cookie.
 */
export function signedCookie(name: string, { maxAge }: { maxAge: number }) {
	const [newest = '', ...older] = env.SESSION_SECRETS
	const put = (value: string, seconds: number) =>
		stringifySetCookie(ownName(name), value, { ...ownCookie, maxAge: seconds })
	return {
		/** Null for none, and for what this shop did not put there. */
		parse(headers: Headers): unknown {
			const value = cookiesOf(headers).get(ownName(name)) ?? ''
			const signed = [newest, ...older].map((secret) => unsign(value, secret)).find(Boolean)
			return signed ? readJson(Buffer.from(signed, 'base64').toString()) : null
		},
		/** The `Set-Cookie` that puts it there. */
		serialize(what: string | string[]) {
			const encoded = Buffer.from(JSON.stringify(what)).toString('base64')
			return put(sign(encoded, newest), maxAge)
		},
		/** The `Set-Cookie` that takes it away. */
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
