import type { TFunction } from 'i18next'

import { titleOf } from '#app/documents/invoice-view.ts'
import { paragraph, type Block } from '#app/emails/letter.ts'
import { closing, greeting, mailOf, type Mail } from '#app/emails/mail.ts'
import type { Attachment } from '#app/gateways/mail.ts'
import type { Invoice } from '#app/models/invoice/invoice.ts'
import type { Order } from '#app/models/order/order.ts'
import type { Venue } from '#app/models/venue/venue.ts'

/** Writes the letter with the invoice of a visit that is over, or with one that is cancelled and written anew. */
export function invoiceLetter(
	data: { order: Order; venue: Venue; invoice: Invoice; files: Attachment[] },
	t: TFunction,
): Mail {
	const { order, venue, invoice } = data
	const values = { title: titleOf(invoice, t), number: invoice.number, venue: venue.name }
	const subject = t('invoice.mail.subject', values)
	const blocks: Block[] = [
		...greeting(order, t),
		paragraph(t(wordsOf(invoice), values)),
		...closing(data, t),
	]
	return mailOf({ subject, venue, locale: order.locale, attachments: data.files }, blocks)
}

function wordsOf({ slug }: Invoice) {
	return slug === 'final' ? 'invoice.mail.what' : 'invoice.mail.corrected'
}
