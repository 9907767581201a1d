import { describe, expect, test } from 'vitest'

import { findLocale, localeCookie } from '#app/http/locale.server.ts'

function localeFor(headers: Record<string, string>) {
	return findLocale(new Headers(headers))
}

describe('the language of a visitor', () => {
	test.each([
		[undefined, 'de-DE'],
		['', 'de-DE'],
		['de', 'de-DE'],
		['de-AT,en;q=0.9', 'de-DE'],
		['en', 'en-EN'],
		['EN-us', 'en-EN'],
		['en-US,de;q=0.5', 'en-EN'],
		['en;q=0.5, de;q=0.8', 'de-DE'],
		['fr-FR,fr;q=0.9,en;q=0.8,de;q=0.7', 'en-EN'],
		['fr, es', 'de-DE'],
		['*', 'de-DE'],
		['en;q=0', 'de-DE'],
		['end', 'de-DE'],
		['en;q=oops,de', 'de-DE'],
		[';;;,,,q=1', 'de-DE'],
		['de'.repeat(10_000), 'de-DE'],
	])('Accept-Language %j gives %s', (accepted, locale) => {
		expect(localeFor(accepted === undefined ? {} : { 'Accept-Language': accepted })).toBe(locale)
	})

	test.each([
		['locale=en-EN', 'en-EN'],
		['a=b; locale=en-EN; c=d', 'en-EN'],
		['locale=de-DE', 'de-DE'],
		['locale=', 'de-DE'],
		['locale=en', 'de-DE'],
		['locale=../../etc', 'de-DE'],
		['locale=__proto__', 'de-DE'],
		['xlocale=en-EN', 'de-DE'],
	])('the cookie %j gives %s (E16)', (cookie, locale) => {
		expect(localeFor({ Cookie: cookie })).toBe(locale)
	})

	test('the cookie wins over the browser, a garbled one does not', () => {
		expect(localeFor({ Cookie: 'locale=de-DE', 'Accept-Language': 'en' })).toBe('de-DE')
		expect(localeFor({ Cookie: 'locale=%%%', 'Accept-Language': 'en' })).toBe('en-EN')
	})

	test('is remembered for 365 days', () => {
		expect(localeCookie('en-EN')).toBe('locale=en-EN; Max-Age=31536000; Path=/; SameSite=Lax')
	})
})
