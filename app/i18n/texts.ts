import { de, type Texts } from '#app/i18n/de.ts'
import { en } from '#app/i18n/en.ts'
import type { Locale } from '#app/i18n/i18n.ts'

/** The texts of every language; a browser loads those of its page's language alone. */
export const texts = { 'de-DE': de, 'en-EN': en } satisfies Record<Locale, Texts>
