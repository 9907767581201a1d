import { signedCookie } from '#app/http/own-cookie.server.ts'
import { sha256 } from '#app/models/token.server.ts'

const lifetime = { days: 365 }
const MOST_ACCOUNTS = 5

/**
 * The cookie that remembers the accounts that were signed in to with this browser. Guesses from elsewhere can use up
 * the attempts that a username allows to strangers; its owner's browser still comes in (faults F7). The cookie names
 * the account and not its username, under which another account may be registered.
 */
const cookie = signedCookie('known', { maxAge: lifetime.days * 24 * 60 * 60 })

export function isKnownDevice(headers: Headers, accountId: string): boolean {
	return known(headers).includes(markOf(accountId))
}

/** Returns the `Set-Cookie` that makes this browser known to the account. */
export function knownDeviceCookie(headers: Headers, accountId: string): string {
	const mark = markOf(accountId)
	const others = known(headers).filter((one) => one !== mark)
	return cookie.serialize([mark, ...others].slice(0, MOST_ACCOUNTS))
}

function known(headers: Headers): string[] {
	const marks = cookie.parse(headers)
	return Array.isArray(marks) ? marks.filter((mark) => typeof mark === 'string') : []
}

function markOf(accountId: string): string {
	return sha256(accountId).slice(0, 16)
}
