import type { TFunction } from 'i18next'

import { bookingLink } from '#app/emails/booking-link.ts'
import { paragraph } from '#app/emails/letter.ts'
import { closing, greeting, mailOf, type Mail } from '#app/emails/mail.ts'
import type { Order } from '#app/models/order/order.ts'
import type { Venue } from '#app/models/venue/venue.ts'

type Booked = { order: Order; venue: Venue }

/** Writes the link to a booking, asked for again; `link` holds the key of this letter. */
export function linkLetter({ order, venue, link }: Booked & { link: string }, t: TFunction): Mail {
	const { locale, number } = order
	return mailOf({ subject: t('mail.bookingLink.subject', { number }), venue, locale }, [
		...greeting(order, t),
		paragraph(t('mail.bookingLink.what', { number })),
		...bookingLink(link, t),
		paragraph(t('mail.bookingLink.notYou')),
		...closing({ order, venue }, t),
	])
}

/** Writes the six digits that prove that the reader has the order's mail address. It has no link. */
export function codeLetter({ order, venue, code }: Booked & { code: string }, t: TFunction): Mail {
	const { locale, number } = order
	const { phone } = venue.contact
	const shown = `${code.slice(0, 3)} ${code.slice(3)}`
	return mailOf(
		{ subject: t('mail.bookingCode.subject', { number, code: shown }), venue, locale },
		[
			...greeting(order, t),
			paragraph(t('mail.bookingCode.what', { number })),
			{ kind: 'card', title: shown, facts: [], links: [] },
			paragraph(t('mail.bookingCode.next')),
			paragraph(t('mail.bookingCode.notYou', { phone })),
			...closing({ order, venue }, t),
		],
	)
}
