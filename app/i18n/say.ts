import type { Texts } from '#app/i18n/de.ts'

/** The keys of messages that schemas carry in place of sentences. */
export type ValidationKey = keyof Texts['validation']

/** Returns the option that gives a check of zod a sentence of its own: `z.string(say('partyNameRequired'))`. */
export function say(key: ValidationKey): { error: ValidationKey } {
	return { error: key }
}
