import { stringifySetCookie } from 'cookie'
import Negotiator from 'negotiator'

import { cookiesOf } from '#app/http/cookies.server.ts'
import { defaultLocale, isLocale, locales, type Locale } from '#app/i18n/i18n.ts'

const lifetime = { days: 365 }

/** Returns the cookie's locale, else the browser's first language that the shop has, else German. */
export function findLocale(headers: Headers, cookie = 'locale'): Locale {
	return (
		cookieLocale(headers, cookie) ?? browserLocale(headers.get('Accept-Language')) ?? defaultLocale
	)
}

/**
 * Returns the `Set-Cookie` that keeps a locale in a form that other programs may read: 'de-DE' or 'en-EN', neither
 * signed nor encoded.
 */
export function localeCookie(locale: Locale, cookie = 'locale'): string {
	return stringifySetCookie(cookie, locale, {
		maxAge: lifetime.days * 24 * 60 * 60,
		path: '/',
		sameSite: 'lax',
	})
}

/** Returns the locale that a visitor's cookie keeps. */
export function cookieLocale(headers: Headers, cookie = 'locale'): Locale | undefined {
	const locale = cookiesOf(headers).get(cookie)
	return locale && isLocale(locale) ? locale : undefined
}

function browserLocale(accepted: string | null): Locale | undefined {
	if (!accepted) return undefined
	const asked = new Negotiator({ headers: { 'accept-language': accepted.slice(0, 500) } })
	const [language] = asked.languages(locales.map(languageOf))
	return locales.find((locale) => languageOf(locale) === language)
}

/** Returns the language of a locale ('de' of 'de-DE'), by which a browser that asks for 'de-AT' is shown 'de-DE'. */
export function languageOf(locale: Locale) {
	return locale.slice(0, 2)
}
