import { createContext, type MiddlewareFunction, type RouterContextProvider } from 'react-router'
import { LanguageDetector } from 'remix-i18next/server'

import { findLocale } from '#app/http/locale.server.ts'
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

export const localeMiddleware: MiddlewareFunction<Response> = async ({ request, context }) => {
	const locale = await detector.detect(request)
	if (isLocale(locale)) speakIn(context, locale)
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
