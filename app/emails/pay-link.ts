import type { TFunction } from 'i18next'

import { paragraph, type Block } from '#app/emails/letter.ts'
import { closing, greeting, mailOf, type Mail } from '#app/emails/mail.ts'
import { euros } from '#app/models/money.ts'
import type { Order } from '#app/models/order/order.ts'
import { untilWords } from '#app/models/order/policy-words.ts'
import { formatDay } from '#app/models/venue/date-format.ts'
import type { Instant } from '#app/models/venue/day.ts'
import type { Venue } from '#app/models/venue/venue.ts'

type PayLinkLetter = { order: Order; venue: Venue; payUntil: Date; payUrl: string; now: Instant }

/**
 * Writes the letter with the link by which a booking by telephone is paid, and says what follows when it is not paid.
 */
export function payLinkLetter(data: PayLinkLetter, t: TFunction): Mail {
	const { order, venue, payUntil, payUrl, now } = data
	const { locale } = order
	const values = {
		number: order.number,
		day: order.day === null ? '' : formatDay(order.day, locale, 'full'),
		until: untilWords(payUntil, locale, now),
		amount: euros(order.online, locale),
	}
	const blocks: Block[] = [
		...greeting(order, t),
		paragraph(t('mail.payLink.what', values)),
		...(order.onSite > 0
			? [paragraph(t('mail.payLink.onSite', { amount: euros(order.onSite, locale) }))]
			: []),
		{ kind: 'link', label: t('mail.payLink.pay'), href: payUrl },
		paragraph(t('mail.payLink.over')),
		paragraph(t('mail.payLink.questions', venue.contact)),
		...closing(data, t),
	]
	return mailOf({ subject: t('mail.payLink.subject', values), venue, locale }, blocks)
}
