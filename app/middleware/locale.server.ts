import { stringifySetCookie } from 'cookie'
import Negotiator from 'negotiator'
import { createContext, type MiddlewareFunction, type RouterContextProvider } from 'react-router'
import { LanguageDetector } from 'remix-i18next/server'

import { cookiesOf } from '#app/http/cookies.server.ts'
import { defaultLocale, isLocale, locales, type Locale } from '#app/i18n/i18n.ts'
import { wordsOf } from '#app/i18n/translator.ts'
import type { Words } from '#app/i18n/words.ts'

const lifetime = { days: 365 }

/**
 * remix-i18next's detector. Its own middleware makes an i18next instance for each request, redirects too, which took 7
 * % of the time of an order; here each language has one instance.
 */
const detector = new LanguageDetector({
	supportedLanguages: [...locales],
	fallbackLanguage: defaultLocale,
	order: ['custom'],
	findLocale: async (request) => findLocale(request.headers),
})

const localeContext = createContext<Locale>(defaultLocale)

export const localeMiddleware: MiddlewareFunction<Response> = async ({ request, context }) => {
	const locale = await detector.detect(request)
	if (isLocale(locale)) context.set(localeContext, locale)
}

/** Returns the visitor's locale; German until `localeMiddleware` has run. */
export function localeOf(context: Readonly<RouterContextProvider>): Locale {
	return context.get(localeContext)
}

/** Returns the i18next instance of this request's page. */
export function i18nOf(context: Readonly<RouterContextProvider>): Words {
	return wordsOf(localeOf(context))
}

/** Returns the cookie's locale, else the browser's first language that the shop has, else German. */
export function findLocale(headers: Headers): Locale {
	return cookieLocale(headers) ?? browserLocale(headers.get('Accept-Language')) ?? defaultLocale
}

/** The cookie in a form that other programs may read: 'de-DE' or 'en-EN', neither signed nor encoded. */
export function localeCookie(locale: Locale): string {
	return stringifySetCookie('locale', locale, {
		maxAge: lifetime.days * 24 * 60 * 60,
		path: '/',
		sameSite: 'lax',
	})
}

function cookieLocale(headers: Headers): Locale | undefined {
	const locale = cookiesOf(headers).get('locale')
	return locale && isLocale(locale) ? locale : undefined
}

function browserLocale(accepted: string | null): Locale | undefined {
	if (!accepted) return undefined
	const asked = new Negotiator({ headers: { 'accept-language': accepted.slice(0, 500) } })
	const [language] = asked.languages(locales.map(languageOf))
	return locales.find((locale) => languageOf(locale) === language)
}

/** Returns the language of a locale: a browser that asks for 'de-AT' is shown 'de-DE'. */
function languageOf(locale: Locale) {
	return locale.slice(0, 2)
}
