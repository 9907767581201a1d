import type { Texts } from '#app/i18n/de.ts'

/** The keys of messages that schemas carry in place of sentences. */
export type ValidationKey = keyof Texts['validation']

/** A check's own sentence: `z.string(say('partyNameRequired'))`. */
export function say(key: ValidationKey): { error: ValidationKey } {
	return { error: key }
}
