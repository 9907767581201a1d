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

/** Written as it is read by whoever else reads it: 'de-DE' or 'en-EN', neither signed nor encoded. */
export function localeCookie(locale: Locale): string {
	return `locale=${locale}; Max-Age=${lifetime.days * 24 * 60 * 60}; Path=/; SameSite=Lax`
}

function cookieLocale(cookies: string | null): Locale | undefined {
	const value = cookies
		?.split(';')
		.map((cookie) => cookie.trim())
		.find((cookie) => cookie.startsWith('locale='))
		?.slice('locale='.length)
	return value && isLocale(value) ? value : undefined
}

function browserLocale(accepted: string | null): Locale | undefined {
	const languages = accepted
		?.slice(0, 500)
		.split(',')
		.map(weighed)
		.filter(({ weight }) => weight > 0)
		.sort((one, other) => other.weight - one.weight)
	for (const { language } of languages ?? []) {
		const locale = locales.find((locale) => locale.startsWith(`${language}-`))
		if (locale) return locale
	}
	return undefined
}

/** 'en-GB;q=0.8' is English, wanted with 0.8. */
function weighed(range: string) {
	const [tag = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
	const q = parameters.find((parameter) => parameter.startsWith('q='))
	const weight = q === undefined ? 1 : Number(q.slice(2))
	return { language: tag.split('-')[0] ?? '', weight: Number.isFinite(weight) ? weight : 0 }
}
