import type { TFunction } from 'i18next'

import { inLocale, type Locale } from '#app/i18n/i18n.ts'
import type { Order } from '#app/models/order/order.ts'
import { answerWords } from '#app/models/product/answer.ts'
import type { LineView } from '#app/ui/order/line-view.ts'
import type { ShownLine } from '#app/ui/order/order-lines.tsx'
import { whenAndWhere } from '#app/ui/order/when-and-where.ts'

/**
 * Returns the lines of a cart for `<OrderLines>`, in their order. Extras name their package where several packages have
 * extras; lines name when they are paid where that differs between them.
 */
export function shownCartLines(lines: readonly LineView[], t: TFunction): ShownLine[] {
	const paid = lines.filter(({ amount }) => amount > 0)
	const isMixed = paid.some(({ due }) => due !== paid[0]?.due)
	const hasSeveral = new Set(lines.flatMap(({ parentId }) => parentId ?? [])).size > 1
	return lines.map((line, index) => {
		const parent = hasSeveral && lines.find(({ id }) => id === line.parentId)
		return {
			position: index + 1,
			title: line.name,
			detail: words(
				parent && t('cart.belongsTo', { product: parent.name }),
				line.perGuest && t('cart.guestCount', { count: line.quantity }),
				line.detail,
				line.answer,
			),
			unitPrice: line.unitPrice,
			quantity: line.quantity,
			included: line.included,
			amount: line.amount,
			dueLabel: isMixed && line.amount > 0 ? t(`cart.due.${line.due}`) : null,
		}
	})
}

/**
 * Returns the lines of an order for `<OrderLines>`. `answers` are given only for a reader who may see them, because
 * they are private; without them the lines show none.
 */
export function shownOrderLines(
	{ lines, answers }: Pick<Order, 'lines'> & Partial<Pick<Order, 'answers'>>,
	locale: Locale,
	t: TFunction,
): ShownLine[] {
	const parents = lines.flatMap(({ parentPosition }) => parentPosition ?? [])
	const hasSeveral = new Set(parents).size > 1
	return lines.map((line, index) => {
		const parent = hasSeveral && lines.find(({ position }) => position === line.parentPosition)
		return {
			position: index + 1,
			title: inLocale(line.title, locale),
			detail: words(
				parent && t('cart.belongsTo', { product: inLocale(parent.title, locale) }),
				whenAndWhere({ ...line, room: line.detail }, locale),
				answers && answerWords(answers, line.productId, locale),
			),
			unitPrice: line.unitPrice,
			quantity: line.quantity,
			included: line.included,
			amount: line.amount,
		}
	})
}

function words(...parts: (string | false | null | undefined)[]) {
	return parts.filter(Boolean).join(', ')
}
