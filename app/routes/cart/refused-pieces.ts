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
	const refused = answerTo(answer, 'set', { line: lineId })
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
	const initialValue = { quantities: Object.fromEntries(typed), ...(choice && { choice }) }
	return { ...refused, initialValue, error }
}

function namesIn({ initialValue }: FormResult, name: string): Typed {
	const names = initialValue?.[name]
	return typeof names === 'object' && names !== null && !Array.isArray(names) ? names : {}
}
