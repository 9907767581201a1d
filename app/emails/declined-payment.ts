import type { TFunction } from 'i18next'

import { paragraph, type Block } from '#app/emails/letter.ts'
import { closing, greeting, mailOf, type Mail } from '#app/emails/mail.ts'
import { euros } from '#app/models/money.ts'
import type { Order } from '#app/models/order/order.ts'
import type { Venue } from '#app/models/venue/venue.ts'
import { groupedCode } from '#app/models/voucher/voucher.ts'

/** Writes that a payment which was pending for long did not come, and that the order is no booking. */
export function declinedPayment(
	data: { order: Order; venue: Venue; origin: string },
	t: TFunction,
): Mail {
	const { order, venue, origin } = data
	const { phone, email } = venue.contact
	const values = { number: order.number, amount: euros(order.online, order.locale) }
	const subject = t('mail.declined.subject', values)
	const paragraphs = [
		t('mail.declined.what', values),
		t('mail.declined.nothing'),
		...(order.voucherCode
			? [t('mail.declined.voucher', { code: groupedCode(order.voucherCode) })]
			: []),
		t('mail.declined.sorry'),
	]
	const blocks: Block[] = [
		...greeting(order, t),
		...paragraphs.map((text) => paragraph(text)),
		{ kind: 'link', label: t('mail.declined.again'), href: `${origin}/` },
		paragraph(t('mail.declined.questions', { phone, email })),
		...closing(data, t),
	]
	return mailOf({ subject, venue, locale: order.locale }, blocks)
}
