import type { LocalText, Message, MessageKey } from '#app/i18n/i18n.ts'

/**
 * The code of an expected refusal, a key below `errors` in the texts. A code without a sentence in both languages does
 * not compile. Sentences below `errors.desk` are for the venue's staff and are not sent to the visitors' browsers.
 */
export type Refusal = CodeOf<MessageKey>
type CodeOf<Key> = Key extends `errors.${infer Code}` ? Code : never

export type Refused = {
	ok: false
	message: Message
	details?: Message[]
	/** The product whose rule is broken. */
	productId?: string
	group?: RefusedGroup
	/** True when a room alone is lacking, and the places in the zones are free. */
	lacksRoom?: boolean
	/** The last moment at which it was possible; it is over. */
	until?: Date
}
/** The condition of a package (a group of choices) that a refusal is about. */
export type RefusedGroup = { id: string; title: LocalText }
export type Result<T> = { ok: true; value: T } | Refused

export function ok<T = undefined>(
	...value: T extends undefined ? [] : [T]
): { ok: true; value: T } {
	return { ok: true, value: value[0] as T }
}

export function refuse(code: Refusal, values?: Record<string, string | number>): Refused {
	return {
		ok: false,
		message: values ? { key: `errors.${code}`, values } : { key: `errors.${code}` },
	}
}
