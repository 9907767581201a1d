import type { InvoiceFacts } from '#app/models/invoice/content.ts'
import { isSmall, serviceOf, type Buyer, type InvoiceContent } from '#app/models/invoice/invoice.ts'
import { counting } from '#app/models/invoice/issued.ts'
import type { Cents } from '#app/models/money.ts'
import { isForgotten, type Order } from '#app/models/order/order.ts'
import { recipientOf } from '#app/models/order/recipient.ts'
import { dayOf } from '#app/models/venue/day.ts'

/**
 * Makes the fields that every paper of an order begins with: its seller, its order and its recipient. A small paper, by
 * the cents of the `whole` bill, names no recipient.
 */
export function headOf(order: Order, facts: InvoiceFacts, whole: Cents) {
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

/** Finds the recipient of an order's papers; when the customer has been deleted, the one that earlier papers named. */
function buyerOf(order: Order, { issued }: InvoiceFacts): Buyer {
	const own = recipientOf(order)
	if (order.recipient) return own
	const before = counting(issued).findLast(({ buyer }) => buyer !== null)?.buyer
	const isGone = isForgotten(order) || (own.company === null && before?.company)
	return (isGone && before) || own
}
