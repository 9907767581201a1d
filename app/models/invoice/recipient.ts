import type { Facts } from '#app/models/invoice/content.ts'
import { isSmall, serviceOf, type Buyer, type InvoiceContent } from '#app/models/invoice/invoice.ts'
import { counting } from '#app/models/invoice/issued.ts'
import type { Cents } from '#app/models/money.ts'
import { isForgotten, type Order } from '#app/models/order/order.ts'
import { recipientOf } from '#app/models/order/recipient.ts'
import { dayOf } from '#app/models/venue/day.ts'

/** The head of every paper: its order, its recipient, and whether it is small, by the `whole` bill. */
export function headOf(order: Order, facts: Facts, whole: Cents) {
	const buyer = buyerOf(order, facts)
	const small = isSmall(buyer, whole)
	return {
		locale: order.locale,
		seller: facts.seller,
		buyer: small ? null : buyer,
		isSmall: small,
		orderNumber: order.number,
		orderedOn: dayOf(order.createdAt),
		service: serviceOf(order),
		ahead: null,
		corrects: null,
	} satisfies Partial<InvoiceContent>
}

/** The recipient that the order names; once it has been forgotten, the one that its papers named. */
function buyerOf(order: Order, { issued }: Facts): Buyer {
	const own = recipientOf(order)
	if (order.recipient) return own
	const before = counting(issued).findLast(({ buyer }) => buyer !== null)?.buyer
	const isGone = isForgotten(order) || (own.company === null && before?.company)
	return (isGone && before) || own
}
