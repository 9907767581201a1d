import type { FormResult } from '#app/forms/form.ts'
import type { LocalText, Message } from '#app/i18n/i18n.ts'
import type { RefusedGroup } from '#app/models/result.ts'

/**
 * The response of `/cart` to a refused change of the cart: the intent of the pressed button, the form as it was typed,
 * and what the refusal is about.
 */
export type CartAnswer = {
	intent: string | null
	result: FormResult
	/**
	 * The product that the form names; null when it names none. `isExposition`: true for a room or an attraction, which
	 * has a sentence of its own.
	 */
	product: { name: LocalText; isExposition: boolean } | null
	/** The product whose rule is broken, where the rule is one of a product. */
	productId: string | null
	/** The group of a package's choices that the refusal is about. */
	group: RefusedGroup | null
}

/**
 * Returns the refusal of one form of the page, recognized by its intent and its hidden fields `names`; null when
 * another form was refused.
 */
export function answerTo(
	answer: CartAnswer | null,
	intent: string,
	names: Record<string, string> = {},
): FormResult | null {
	if (answer?.intent !== intent) return null
	const isSame = Object.entries(names).every(
		([name, value]) => submittedValue(answer.result, name) === value,
	)
	return isSame ? answer.result : null
}

/** Returns the id of the form of a package's choices, or of the part of it that is one group. */
export function choicesId(lineId: string, groupId?: string): string {
	return ['choices', lineId, groupId].filter(Boolean).join('-')
}

/** Returns the id of the form that was refused: `ErrorSummary` leads to its fields. */
export function formIdOf({ intent, result }: CartAnswer): string {
	const line = submittedValue(result, 'line')
	if (intent === 'redeem') return 'voucher'
	if (intent === 'set' && line) return choicesId(line)
	return [intent, line].filter(Boolean).join('-') || 'cart'
}

/**
 * Returns the value of a field, visible or hidden, of a refused form by its path: `pieces.pizza`. Empty for a field with
 * a message and no value: conform leaves emptied fields out of `initialValue`.
 */
export function submittedValue(result: FormResult | null, path: string): string | undefined {
	const value = path
		.split('.')
		.reduce<unknown>(
			(part, key) =>
				typeof part === 'object' && part !== null ? Reflect.get(part, key) : undefined,
			result?.initialValue,
		)
	if (typeof value === 'string') return value
	return result?.error?.[path] ? '' : undefined
}

/**
 * Returns the refusal that the typed number of product `id` is too large; null when the cart refused another product,
 * or for another reason.
 */
export function tooManyOf(answer: CartAnswer | null, id: string): Message[] | null {
	const { error, initialValue } = answer?.result ?? {}
	const [message] = error?.[''] ?? []
	if (!message || answer?.productId !== id) return null
	const typed = Object(initialValue?.['quantities'])[id]
	return typed > Number(message.values?.['count']) ? [message] : null
}

/** Lists the messages of a refused form, except those of the fields in `except`. */
export function messagesOf(
	error: FormResult['error'] | null,
	except: readonly string[] = [],
): Message[] {
	return Object.entries(error ?? {}).flatMap(([name, messages]) =>
		except.includes(name) ? [] : (messages ?? []),
	)
}
