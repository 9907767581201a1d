import { answerTo, type CartAnswer } from '#app/forms/cart-answer.ts'
import type { FormResult } from '#app/forms/form.ts'
import type { GroupView } from '#app/ui/order/line-view.ts'

type Typed = NonNullable<FormResult['initialValue']>

/**
 * What was typed of one group where all groups of a party are one form, as the form of this group shows it;
 * null: nothing of it was refused.
 */
export function refusedPieces(
	answer: CartAnswer | null,
	lineId: string,
	{ id, items }: Pick<GroupView, 'id' | 'items'>,
): FormResult | null {
	const refused = refusedOf(answer, lineId)
	if (!refused) return null
	const pieces = namesIn(refused, 'pieces')
	const typed = items.flatMap((item) => {
		const piece = pieces[item.id]
		return piece === undefined ? [] : [[item.id, piece]]
	})
	const choice = namesIn(refused, 'choices')[id]
	if (typed.length === 0 && choice === undefined) return null
	const error = Object.fromEntries(
		items.flatMap((item) => {
			const messages = refused.error?.[`pieces.${item.id}`]
			return messages ? [[`quantities.${item.id}`, messages]] : []
		}),
	)
	const own = answer?.group?.id === id ? refused.error?.[''] : null
	const initialValue = { quantities: Object.fromEntries(typed), ...(choice && { choice }) }
	return { ...refused, initialValue, error: { ...error, ...(own && { '': own }) } }
}

/** The same of all groups, by the names of its fields: whoever mends one group sends the others along. */
export function keptPieces(answer: CartAnswer | null, lineId: string): Record<string, string> {
	const refused = refusedOf(answer, lineId)
	if (!refused) return {}
	return Object.fromEntries(
		['pieces', 'choices'].flatMap((name) =>
			Object.entries(namesIn(refused, name)).flatMap(([id, typed]) =>
				typeof typed === 'string' ? [[`${name}.${id}`, typed]] : [],
			),
		),
	)
}

/** One group that was mended, and refused again, has the others with it. */
function refusedOf(answer: CartAnswer | null, lineId: string): FormResult | null {
	const line = { line: lineId }
	return answerTo(answer, 'set', line) ?? answerTo(answer, 'extras', line)
}

function namesIn({ initialValue }: FormResult, name: string): Typed {
	const names = initialValue?.[name]
	return typeof names === 'object' && names !== null && !Array.isArray(names) ? names : {}
}
