import type { TFunction } from 'i18next'

import { paragraph, type Block } from '#app/emails/letter.ts'
import { mailOf, type Mail } from '#app/emails/mail.ts'
import { orderEnd } from '#app/models/order/order-end.ts'
import type { OperatorConcern, Order } from '#app/models/order/order.ts'
import type { Venue } from '#app/models/venue/venue.ts'

type OperatorNotice = { order: Order; venue: Venue; concern: OperatorConcern }

/**
 * Writes to the venue that a person has to look at an order. The letter names the order by its number, and no visitor.
 * A payment that is not as agreed ends its order, or leaves a booking or an order with an open link as it is (faults
 * K108).
 */
export function operatorNotice({ order, venue, concern }: OperatorNotice, t: TFunction): Mail {
	const values = { number: order.number }
	const subject = t(`mail.operator.${concern}.subject`, values)
	const stands = concern === 'needsReview' && orderEnd(order) === null
	const what = stands ? ('needsReview.whatStands' as const) : (`${concern}.what` as const)
	const blocks: Block[] = [
		paragraph(t(`mail.operator.${what}`, values)),
		paragraph(t(`mail.operator.${concern}.todo`, values)),
	]
	return mailOf({ subject, venue, locale: order.locale }, blocks)
}
