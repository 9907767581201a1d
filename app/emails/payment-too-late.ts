import type { TFunction } from 'i18next'

import { renderHtml, renderText, type Block } from '#app/emails/letter.ts'
import { closing, greeting, type Mail } from '#app/emails/mail.ts'
import { euros, type Cents } from '#app/models/money.ts'
import type { Order } from '#app/models/order.ts'
import type { Venue } from '#app/models/venue.ts'

export type PaymentTooLate = {
	order: Order
	venue: Venue
	origin: string
	/** What was paid and is refunded in full. */
	amount: Cents
}

/** Money came when the places were gone: says so, and that all of it goes back. */
export function paymentTooLate(data: PaymentTooLate, t: TFunction): Mail {
	const { order, venue, origin } = data
	const { phone, email } = venue.contact
	const values = { number: order.number, amount: euros(data.amount, order.locale) }
	const subject = t('mail.tooLate.subject', values)
	const paragraphs = [
		t('mail.tooLate.what', values),
		t('mail.tooLate.refund', values),
		...(order.voucherCode ? [t('mail.tooLate.voucher', { code: order.voucherCode })] : []),
		t('mail.tooLate.sorry'),
	]
	const blocks: Block[] = [
		...greeting(order, t),
		...paragraphs.map((text) => ({ kind: 'paragraph' as const, lines: [text] })),
		{ kind: 'link', label: t('mail.tooLate.again'), href: `${origin}/` },
		{ kind: 'paragraph', lines: [t('mail.tooLate.questions', { phone, email })] },
		...closing(data, t),
	]
	return {
		subject,
		text: renderText(blocks),
		html: renderHtml(blocks, { title: subject, brand: venue.name, locale: order.locale }),
		attachments: [],
	}
}
