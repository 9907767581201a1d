import type { TFunction } from 'i18next'

import { paragraph, type Block } from '#app/emails/letter.ts'
import { mailOf, type Mail } from '#app/emails/mail.ts'
import { orderEnd } from '#app/models/order/order-end.ts'
import type { OperatorConcern, Order } from '#app/models/order/order.ts'
import type { PaymentPurpose } from '#app/models/payment/payment.ts'
import type { Venue } from '#app/models/venue/venue.ts'

type OperatorNotice = {
	order: Order
	venue: Venue
	concern: OperatorConcern
	/** The purpose of the payment that is not as agreed; missing for other concerns and in jobs of the build before. */
	purpose?: PaymentPurpose | undefined
}

/**
 * Writes to the venue that a person has to look at an order. The letter names the order by its number, and no visitor.
 * A payment that is not as agreed ends its order, or leaves an order with an open link as it is (faults K108); one of a
 * rest or a change leaves the booking as it is. No place is ever called free: its visitor may hold it in the cart.
 */
export function operatorNotice(
	{ order, venue, concern, purpose }: OperatorNotice,
	t: TFunction,
): Mail {
	const values = { number: order.number }
	const subject = t(`mail.operator.${concern}.subject`, values)
	const what = concern === 'needsReview' ? reviewOf(order, purpose) : (`${concern}.what` as const)
	const blocks: Block[] = [
		paragraph(t(`mail.operator.${what}`, values)),
		paragraph(t(`mail.operator.${concern}.todo`, values)),
	]
	return mailOf({ subject, venue, locale: order.locale }, blocks)
}

function reviewOf(order: Order, purpose: PaymentPurpose = 'order') {
	if (purpose !== 'order') return `needsReview.${purpose}` as const
	return orderEnd(order) === null
		? ('needsReview.whatStands' as const)
		: ('needsReview.what' as const)
}
