import type { ParseKeys } from 'i18next'

import type { de } from '#app/i18n/de.ts'

/** The two locales of the shop, written as the specification writes them. German is the default. */
export const locales = ['de-DE', 'en-EN'] as const
export type Locale = (typeof locales)[number]
export const defaultLocale: Locale = 'de-DE'

/** The BCP 47 tag that `Intl` and `<html lang>` understand ('en-EN' is no real region). */
export const languageTags = { 'de-DE': 'de-DE', 'en-EN': 'en-GB' } as const satisfies Record<
	Locale,
	string
>

/** A text of the venue in both languages. */
export type LocalText = { de: string; en: string }

/**
 * A sentence for the visitor in no language yet: its key in the texts of both languages, and the values for its gaps.
 */
export type Message = { key: MessageKey; values?: Record<string, string | number> }
export type MessageKey = ParseKeys

export function inLocale(text: LocalText, locale: Locale): string {
	return locale === 'de-DE' ? text.de : text.en
}

export function isLocale(value: string): value is Locale {
	return (locales as readonly string[]).includes(value)
}

declare module 'i18next' {
	// Declaration merging needs an interface.
	// oxlint-disable-next-line typescript/consistent-type-definitions
	interface CustomTypeOptions {
		defaultNS: 'translation'
		resources: { translation: typeof de }
	}
}
