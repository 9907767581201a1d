import { createContext, type MiddlewareFunction, type RouterContextProvider } from 'react-router'
import { LanguageDetector } from 'remix-i18next/server'

import { cookieLocale, findLocale, localeCookie } from '#app/http/locale.server.ts'
import { addressLocale } from '#app/http/page-language.server.ts'
import { defaultLocale, isLocale, locales, type Locale } from '#app/i18n/i18n.ts'
import { wordsOf } from '#app/i18n/translator.ts'
import type { Words } from '#app/i18n/words.ts'

/**
 * The detector of remix-i18next for a request's language. The middleware of that library makes an i18next instance for
 * each request, redirects too, which took 7 % of the time of an order; here each language has one instance.
 */
const detector = new LanguageDetector({
	supportedLanguages: [...locales],
	fallbackLanguage: defaultLocale,
	order: ['custom'],
	findLocale: async (request) => findLocale(request.headers),
})

const localeContext = createContext<Locale>(defaultLocale)

/**
 * Answers in the language that the address asks for, else in the visitor's. A person who comes by such an address, and
 * has chosen no language, keeps that one in a cookie, because no other page of the shop asks for one.
 */
export const localeMiddleware: MiddlewareFunction<Response> = async (
	{ request, url, context },
	next,
) => {
	const own = await detector.detect(request)
	const asked = addressLocale(url)
	const locale = asked ?? own
	if (isLocale(locale)) speakIn(context, locale)
	const isVisit = request.headers.get('Sec-Fetch-Dest') === 'document'
	const hasChosen = cookieLocale(request.headers) !== undefined
	if (!asked || asked === own || !isVisit || hasChosen) return next()

	const response = await next()
	response.headers.append('Set-Cookie', localeCookie(asked))
	return response
}

/** Sets the language in which this request is answered. */
export function speakIn(context: Readonly<RouterContextProvider>, locale: Locale): void {
	context.set(localeContext, locale)
}

/** Returns the visitor's locale; German until `localeMiddleware` has run. */
export function localeOf(context: Readonly<RouterContextProvider>): Locale {
	return context.get(localeContext)
}

/** Returns the i18next instance of this request's page. */
export function i18nOf(context: Readonly<RouterContextProvider>): Words {
	return wordsOf(localeOf(context))
}
