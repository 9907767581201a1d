import type { Locale } from '#app/i18n/i18n.ts'
import { createWords } from '#app/i18n/words.ts'
import type { DeskTexts } from '#desk/i18n/de.ts'

/** The desk's words in one language: `t` returns the text of a key. */
export type DeskWords = { locale: Locale; t: DeskTranslate }

/** Returns the text of a key with its gaps filled; `count` chooses between `_one` and `_other`. */
type DeskTranslate = (key: DeskKey, values?: Record<string, string | number>) => string

export type DeskKey = KeysOf<DeskTexts>

/** A sentence of the desk by its key, with the values of its gaps. */
export type DeskMessage = { key: DeskKey; values?: Record<string, string | number> }

type KeysOf<Texts, Path extends string = ''> = {
	[Name in keyof Texts & string]: Texts[Name] extends string
		? `${Path}${Singular<Name>}`
		: KeysOf<Texts[Name], `${Path}${Name}.`>
}[keyof Texts & string]

type Singular<Name> = Name extends `${infer Thing}_one` | `${infer Thing}_other` ? Thing : Name

/** Returns the desk's words in one language, made of its texts. */
export function createDeskWords(locale: Locale, texts: DeskTexts): DeskWords {
	// `createWords` is typed with the keys of the shop's texts, and finds those of any texts.
	return { locale, t: createWords(locale, texts).t as unknown as DeskTranslate }
}
