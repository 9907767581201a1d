import type { FormResult } from '#app/forms/form.ts'
import type { LocalText, Message } from '#app/i18n/i18n.ts'
import type { RefusedGroup } from '#app/models/result.ts'

/**
 * What /cart answers to a change that was refused: which button it was, the form as it was typed, and of a
 * wish the product.
 */
export type CartAnswer = {
	intent: string | null
	result: FormResult
	/** `isExposition`: a room or an attraction, which has a sentence of its own. */
	product: { name: LocalText; isExposition: boolean } | null
	/** The product whose rule is broken, where it is one of a product. */
	productId: string | null
	/** The group of a package that has too much. */
	group: RefusedGroup | null
}

/** The answer's part for one form of the page, told by the hidden fields that the form carries. */
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

/** The id of the form that was refused: `ErrorSummary` leads to its fields. */
export function formIdOf(answer: CartAnswer): string {
	const parts = [
		answer.intent,
		submittedValue(answer.result, 'line'),
		submittedValue(answer.result, 'group'),
	]
	return answer.intent === 'redeem' ? 'voucher' : parts.filter(Boolean).join('-') || 'cart'
}

/** What was typed into a field of a form that was refused, or stood in a hidden one: `quantities.pizza`. */
export function submittedValue(result: FormResult | null, path: string): string | undefined {
	const value = path
		.split('.')
		.reduce<unknown>(
			(part, key) =>
				typeof part === 'object' && part !== null ? Reflect.get(part, key) : undefined,
			result?.initialValue,
		)
	return typeof value === 'string' ? value : undefined
}

/** What is said at the number of this product: that it is too much. */
export function tooManyOf(answer: CartAnswer | null, id: string): Message[] | null {
	const { error, initialValue } = answer?.result ?? {}
	const [message] = error?.[''] ?? []
	if (!message || answer?.productId !== id) return null
	const typed = Object(initialValue?.['quantities'])[id]
	return typed > Number(message.values?.['count']) ? [message] : null
}

/** All that was said, but what stands at these fields. */
export function messagesOf(
	error: FormResult['error'] | null,
	except: readonly string[] = [],
): Message[] {
	return Object.entries(error ?? {}).flatMap(([name, messages]) =>
		except.includes(name) ? [] : (messages ?? []),
	)
}
