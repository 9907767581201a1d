import type { MiddlewareFunction, RouterContextProvider } from 'react-router'

import { findLocale, localeCookie } from '#app/http/locale.server.ts'
import type { Locale } from '#app/i18n/i18n.ts'
import { localeOf, speakIn } from '#app/middleware/locale.server.ts'
import { deskWordsIn } from '#desk/i18n/desk-words.server.ts'
import type { DeskWords } from '#desk/i18n/words.ts'

/**
 * The name of the cookie that keeps the desk's language. The shop's has another name: a device may read the shop in
 * English and the desk in German.
 */
const cookie = 'desk-locale'

/**
 * Chooses the language of the answer: that of the desk's cookie, else the browser's first that the desk speaks, else
 * German.
 */
export const localeMiddleware: MiddlewareFunction<Response> = ({ request, context }, next) => {
	speakIn(context, findLocale(request.headers, cookie))
	return next()
}

/** Returns the desk's words in the language of this request. */
export function deskWordsOf(context: Readonly<RouterContextProvider>): DeskWords {
	return deskWordsIn(localeOf(context))
}

/** Returns the `Set-Cookie` that keeps the desk's language at this device. */
export function deskLocaleCookie(locale: Locale): string {
	return localeCookie(locale, cookie)
}
