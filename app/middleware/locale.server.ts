import { parseCookie, stringifySetCookie } from 'cookie'
import Negotiator from 'negotiator'
import type { RouterContextProvider } from 'react-router'
import { createI18nextMiddleware } from 'remix-i18next/middleware'

import { defaultLocale, i18nOptions, isLocale, locales, type Locale } from '#app/i18n/i18n.ts'

const lifetime = { days: 365 }

/** Every request has words of its own: two visitors with two languages share the process. */
const [localeMiddleware, detectedLocale, i18nOf] = createI18nextMiddleware({
	detection: {
		supportedLanguages: [...locales],
		fallbackLanguage: defaultLocale,
		order: ['custom'],
		findLocale: async (request) => findLocale(request.headers),
	},
	i18next: i18nOptions,
})

export { i18nOf, localeMiddleware }

/** The visitor's locale, once `localeMiddleware` has run. */
export function localeOf(context: Readonly<RouterContextProvider>): Locale {
	const locale = detectedLocale(context)
	return isLocale(locale) ? locale : defaultLocale
}

/** The cookie's, else the browser's first language that we speak, else German. */
export function findLocale(headers: Headers): Locale {
	return (
		cookieLocale(headers.get('Cookie')) ??
		browserLocale(headers.get('Accept-Language')) ??
		defaultLocale
	)
}

/** As other programs may read it: 'de-DE' or 'en-EN', neither signed nor encoded. */
export function localeCookie(locale: Locale): string {
	return stringifySetCookie('locale', locale, {
		maxAge: lifetime.days * 24 * 60 * 60,
		path: '/',
		sameSite: 'lax',
	})
}

function cookieLocale(cookies: string | null): Locale | undefined {
	const { locale } = parseCookie(cookies ?? '')
	return locale && isLocale(locale) ? locale : undefined
}

function browserLocale(accepted: string | null): Locale | undefined {
	if (!accepted) return undefined
	const asked = new Negotiator({ headers: { 'accept-language': accepted.slice(0, 500) } })
	const [language] = asked.languages(locales.map(languageOf))
	return locales.find((locale) => languageOf(locale) === language)
}

/** 'de-DE' is German: a browser that asks for 'de-AT' is to be shown it. */
function languageOf(locale: Locale) {
	return locale.slice(0, 2)
}
