import type { Locale } from '#app/i18n/i18n.ts'
import { de } from '#desk/i18n/de.ts'
import { en } from '#desk/i18n/en.ts'
import { createDeskWords, type DeskWords } from '#desk/i18n/words.ts'

const words: Record<Locale, DeskWords> = {
	'de-DE': createDeskWords('de-DE', de),
	'en-EN': createDeskWords('en-EN', en),
}

/** Returns the desk's words in one language; all code of this process shares them. */
export function deskWordsIn(locale: Locale): DeskWords {
	return words[locale]
}
