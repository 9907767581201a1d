import { createInstance, type TFunction } from 'i18next'

import { i18nOptions, type Locale } from '#app/i18n/i18n.ts'

const i18n = createInstance()
// Complete when this returns: the words are in the bundle.
void i18n.init({ ...i18nOptions, initAsync: false })

/** The words of one language, for what is said outside of a request: mails, files. */
export function translator(locale: Locale): TFunction {
	return i18n.getFixedT(locale)
}
