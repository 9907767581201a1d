import { signedCookie } from '#app/middleware/own-cookie.server.ts'
import { hashOf } from '#app/models/token.server.ts'
import { usernameKey } from '#app/models/visitor/account.ts'

const lifetime = { days: 365 }
const MOST_ACCOUNTS = 5

/**
 * Remembers which accounts were signed in to with this browser. Guesses from elsewhere can use up what an
 * account allows to strangers; its owner's browser is counted by itself (faults F7).
 */
const cookie = signedCookie('known', { maxAge: lifetime.days * 24 * 60 * 60 })

export function isKnownDevice(headers: Headers, username: string): boolean {
	return known(headers).includes(markOf(username))
}

/** The `Set-Cookie` by which this browser is known from now on. */
export function knownDeviceCookie(headers: Headers, username: string): string {
	const mark = markOf(username)
	const others = known(headers).filter((one) => one !== mark)
	return cookie.serialize([mark, ...others].slice(0, MOST_ACCOUNTS))
}

function known(headers: Headers): string[] {
	const marks = cookie.parse(headers.get('Cookie'))
	return Array.isArray(marks) ? marks.filter((mark) => typeof mark === 'string') : []
}

function markOf(username: string): string {
	return hashOf(usernameKey(username)).slice(0, 16)
}
