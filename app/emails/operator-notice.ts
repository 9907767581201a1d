import type { TFunction } from 'i18next'

import { paragraph, type Block } from '#app/emails/letter.ts'
import { mailOf, type Mail } from '#app/emails/mail.ts'
import type { OperatorConcern, Order } from '#app/models/order/order.ts'
import type { Venue } from '#app/models/venue/venue.ts'

type OperatorNotice = { order: Order; venue: Venue; concern: OperatorConcern }

/** Tells the venue that a person has to look at an order. Names the order by its number, and no visitor. */
export function operatorNotice({ order, venue, concern }: OperatorNotice, t: TFunction): Mail {
	const values = { number: order.number }
	const subject = t(`mail.operator.${concern}.subject`, values)
	const blocks: Block[] = [
		paragraph(t(`mail.operator.${concern}.what`, values)),
		paragraph(t(`mail.operator.${concern}.todo`, values)),
	]
	return mailOf({ subject, venue, locale: order.locale }, blocks)
}
