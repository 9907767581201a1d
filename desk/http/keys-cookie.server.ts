import { stringifySetCookie } from 'cookie'

import { cookiesOf } from '#app/http/cookies.server.ts'
import { deskCookie, deskCookieName } from '#desk/http/cookie.server.ts'

const name = deskCookieName('keys')
const DAYS = 365

/** True unless the keyboard shortcuts were switched off at this device (WCAG 2.1.4). */
export function areKeysOn(headers: Headers): boolean {
	return cookiesOf(headers).get(name) !== 'off'
}

/** Returns the `Set-Cookie` that switches the shortcuts on or off at this device. */
export function keysCookie(areOn: boolean): string {
	const maxAge = areOn ? 0 : DAYS * 24 * 60 * 60
	return stringifySetCookie(name, areOn ? '' : 'off', { ...deskCookie, maxAge })
}
