import type { TFunction } from 'i18next'

import type { Locale } from '#app/i18n/i18n.ts'
import { texts } from '#app/i18n/texts.ts'
import { createWords, type Words } from '#app/i18n/words.ts'

const words: Record<Locale, Words> = {
	'de-DE': createWords('de-DE', texts['de-DE']),
	'en-EN': createWords('en-EN', texts['en-EN']),
}

/** Returns the words of one language, shared by all code of this process. */
export function wordsOf(locale: Locale): Words {
	return words[locale]
}

/** Returns the translator of a language, for use outside of a request: mails, files. */
export function translator(locale: Locale): TFunction {
	return words[locale].t
}
