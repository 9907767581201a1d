import type { OrderDraft } from '#app/models/order/order.ts'
import { ok, refuse, type Result } from '#app/models/result.ts'

/** The values shown directly above the order button (§ 312j (2) BGB); those left out are not compared. */
export type ShownOrder = {
	[Name in 'total' | 'online' | 'onSite' | 'termsVersion']?: OrderDraft[Name] | undefined
}

/** Refuses a draft that differs from the order shown: the operator changed something while the page was open. */
export function isAsShown(draft: OrderDraft, shown: ShownOrder): Result<OrderDraft> {
	const isOther = (name: keyof ShownOrder) =>
		shown[name] !== undefined && shown[name] !== draft[name]
	if (isOther('total') || isOther('online') || isOther('onSite')) return refuse('priceChanged')
	return isOther('termsVersion') ? refuse('termsChanged') : ok(draft)
}
