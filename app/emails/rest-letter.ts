import type { TFunction } from 'i18next'

import { bookingLink } from '#app/emails/booking-link.ts'
import { paragraph, type Block } from '#app/emails/letter.ts'
import { closing, greeting, mailOf, type Mail } from '#app/emails/mail.ts'
import type { Attachment } from '#app/gateways/mail.ts'
import { euros, type Cents } from '#app/models/money.ts'
import type { Order } from '#app/models/order/order.ts'
import { leftOnSite } from '#app/models/order/remainder.ts'
import type { RestCause } from '#app/models/payment/back-cause.ts'
import type { Venue } from '#app/models/venue/venue.ts'

export type RestLetter = {
	order: Order
	venue: Venue
	/** The address of the booking's page, with the key of this letter. */
	link: string
	/** The amount that was to be paid. */
	amount: Cents
	/** paid: the rest was paid · declined: no money came after the visitor had left · else why the money goes back. */
	end: 'paid' | 'declined' | RestCause
	/** The paper of the payment. */
	invoices: Attachment[]
}

/** Writes how a payment of the rest ended. The visit is as before, so no calendar file goes with the letter. */
export function restLetter(data: RestLetter, t: TFunction): Mail {
	const { order, venue, end, invoices } = data
	const { locale, number } = order
	const { phone, email } = venue.contact
	const values = { number, amount: euros(data.amount, locale) }
	const subject = t(`mail.rest.${end}.subject`, values)
	const left = leftOnSite(order)
	const paragraphs = [
		t(`mail.rest.${end}.what`, values),
		...(end === 'paid' && left > 0
			? [t('success.onSiteText', { amount: euros(left, locale) })]
			: []),
		...(end === 'paid' && left === 0 ? [t('success.onSiteNone')] : []),
		t(`mail.rest.${end}.next`, values),
	]
	const blocks: Block[] = [
		...greeting(order, t),
		...paragraphs.map((text) => paragraph(text)),
		...bookingLink(data.link, t),
		paragraph(t('mail.rest.questions', { phone, email })),
		...closing(data, t),
	]
	return mailOf({ subject, venue, locale, attachments: invoices }, blocks)
}
