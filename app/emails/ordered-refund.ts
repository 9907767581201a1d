import type { TFunction } from 'i18next'

import { paragraph, type Block } from '#app/emails/letter.ts'
import { closing, greeting, mailOf, type Mail } from '#app/emails/mail.ts'
import type { Attachment } from '#app/gateways/mail.ts'
import { euros, type Cents } from '#app/models/money.ts'
import type { Order } from '#app/models/order/order.ts'
import type { Venue } from '#app/models/venue/venue.ts'

/** Writes that the venue gives back `amount` of the online payment; `invoices` are the corrections for it. */
export function orderedRefund(
	data: { order: Order; venue: Venue; amount: Cents; invoices: Attachment[] },
	t: TFunction,
): Mail {
	const { order, venue } = data
	const { phone, email } = venue.contact
	const values = { number: order.number, amount: euros(data.amount, order.locale) }
	const subject = t('mail.refunded.subject', values)
	const blocks: Block[] = [
		...greeting(order, t),
		paragraph(t('mail.refunded.what', values)),
		paragraph(t('mail.refunded.questions', { phone, email })),
		...closing(data, t),
	]
	return mailOf({ subject, venue, locale: order.locale, attachments: data.invoices }, blocks)
}
