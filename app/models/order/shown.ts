import type { OrderDraft } from '#app/models/order/order.ts'
import { ok, refuse, type Result } from '#app/models/result.ts'

/** What stood directly above the order button (§ 312j (2) BGB); what is left out is not compared. */
export type ShownOrder = {
	[Name in 'total' | 'online' | 'onSite' | 'termsVersion']?: OrderDraft[Name] | undefined
}

/** Why an order is not the one that was shown: the operator changed something while its page lay open. */
export function isAsShown(draft: OrderDraft, shown: ShownOrder): Result<OrderDraft> {
	const isOther = (name: keyof ShownOrder) =>
		shown[name] !== undefined && shown[name] !== draft[name]
	if (isOther('total') || isOther('online') || isOther('onSite')) return refuse('priceChanged')
	return isOther('termsVersion') ? refuse('termsChanged') : ok(draft)
}
