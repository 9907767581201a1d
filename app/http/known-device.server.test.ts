import { expect, test } from 'vitest'

import { isKnownDevice, knownDeviceCookie } from '#app/http/known-device.server.ts'
import { signedCookie } from '#app/http/own-cookie.server.ts'
import { sha256 } from '#app/models/token.server.ts'

function sending(cookie: string): Headers {
	return new Headers({ Cookie: cookie.split(';')[0] ?? '' })
}

test('a browser is known to the five accounts that it signed in to last', () => {
	const accounts = Array.from({ length: 6 }, () => crypto.randomUUID())
	let headers = new Headers()
	for (const id of accounts) headers = sending(knownDeviceCookie(headers, id))
	expect(accounts.map((id) => isKnownDevice(headers, id))).toEqual([
		false,
		...Array.from({ length: 5 }, () => true),
	])
	expect(isKnownDevice(headers, crypto.randomUUID())).toBe(false)
})

test('the cookie of older builds, which noted a username, makes no account known and stays harmless', () => {
	const mark = sha256('ada@example.org').slice(0, 16)
	const older = sending(signedCookie('known', { maxAge: 60 }).serialize([mark]))
	const id = crypto.randomUUID()
	expect(isKnownDevice(older, id)).toBe(false)
	expect(isKnownDevice(sending(knownDeviceCookie(older, id)), id)).toBe(true)
})
