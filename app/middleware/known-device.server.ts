import { createCookie } from 'react-router'

import { env } from '#app/gateways/env.server.ts'
import { ownCookie, ownName } from '#app/middleware/own-cookie.server.ts'
import { hashOf } from '#app/models/token.server.ts'
import { usernameKey } from '#app/models/visitor/account.ts'

const lifetime = { days: 365 }
const MOST_ACCOUNTS = 5

/**
 * Remembers which accounts were signed in to with this browser. Guesses from elsewhere can use up what an
 * account allows to strangers; its owner's browser is counted by itself (faults F7).
 */
const cookie = createCookie(ownName('known'), {
	...ownCookie,
	secrets: env.SESSION_SECRETS,
	maxAge: lifetime.days * 24 * 60 * 60,
})

export async function isKnownDevice(headers: Headers, username: string): Promise<boolean> {
	return (await known(headers)).includes(markOf(username))
}

/** The `Set-Cookie` by which this browser is known from now on. */
export async function knownDeviceCookie(headers: Headers, username: string): Promise<string> {
	const mark = markOf(username)
	const others = (await known(headers)).filter((one) => one !== mark)
	return cookie.serialize([mark, ...others].slice(0, MOST_ACCOUNTS))
}

async function known(headers: Headers): Promise<string[]> {
	const marks: unknown = await cookie.parse(headers.get('Cookie'))
	return Array.isArray(marks) ? marks.filter((mark) => typeof mark === 'string') : []
}

function markOf(username: string): string {
	return hashOf(usernameKey(username)).slice(0, 16)
}
