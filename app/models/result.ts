import type { LocalText, Message, MessageKey } from '#app/i18n/i18n.ts'

/**
 * The code of an expected refusal, which is a value. A code without a sentence in both languages does not compile.
 * Sentences below `desk` are for the venue's staff and stay on the server.
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
}
/** The group of a package that a refusal is about. */
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
