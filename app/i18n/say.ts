import type { Texts } from '#app/i18n/de.ts'

/** What a check can say. Schemas carry these keys, never sentences. */
export type ValidationKey = keyof Texts['validation']

/** A check's own sentence: `z.string(say('partyNameRequired'))`. */
export function say(key: ValidationKey): { error: ValidationKey } {
	return { error: key }
}
