import { createInstance, type i18n, type TFunction } from 'i18next'

import { i18nOptions, type Locale, locales } from '#app/i18n/i18n.ts'

const words = Object.fromEntries(locales.map((locale) => [locale, createWords(locale)])) as Record<
	Locale,
	i18n
>

/**
 * The words of one language, shared by everything this process says in it. Their language never changes:
 * two visitors with two languages have two of these.
 */
export function wordsOf(locale: Locale): i18n {
	return words[locale]
}

/** The same for what is said outside of a request: mails, files. */
export function translator(locale: Locale): TFunction {
	return words[locale].getFixedT(locale)
}

function createWords(locale: Locale): i18n {
	const instance = createInstance()
	// Complete when this returns: the words are in the bundle.
	void instance.init({ ...i18nOptions, lng: locale, initAsync: false })
	return instance
}
