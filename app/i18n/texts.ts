import { de, type Texts } from '#app/i18n/de.ts'
import { en } from '#app/i18n/en.ts'
import type { Locale } from '#app/i18n/i18n.ts'

/** Every language; a browser loads its own alone. */
export const texts = { 'de-DE': de, 'en-EN': en } satisfies Record<Locale, Texts>
