import type { TFunction } from 'i18next'

import { bookingLink } from '#app/emails/booking-link.ts'
import { paragraph } from '#app/emails/letter.ts'
import { closing, greeting, mailOf, type Mail } from '#app/emails/mail.ts'
import type { Order } from '#app/models/order/order.ts'
import { formatDay } from '#app/models/venue/date-format.ts'
import type { Venue } from '#app/models/venue/venue.ts'

type Booked = { order: Order; venue: Venue }

/**
 * Writes the letter with the link to a booking that a customer has asked for again; `link` holds the key of this
 * letter.
 */
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

/**
 * Writes that the day of a booking is closed, with the venue's own words first, and the link by which it is moved or
 * cancelled at no cost.
 */
export function moveLetter(
	{ order, venue, link, words }: Booked & { link: string; words: string | null },
	t: TFunction,
): Mail {
	const { locale, number } = order
	const { phone, email } = venue.contact
	const day = order.day === null ? '' : formatDay(order.day, locale, 'full')
	return mailOf({ subject: t('mail.moveLink.subject', { number, day }), venue, locale }, [
		...greeting(order, t),
		...(words ? [paragraph(words)] : []),
		paragraph(t('mail.moveLink.what', { number, day })),
		paragraph(t('mail.moveLink.next')),
		...bookingLink(link, t),
		paragraph(t('mail.moveLink.orCancel')),
		paragraph(t('mail.moveLink.questions', { phone, email })),
		...closing({ order, venue }, t),
	])
}

/** Writes the letter with the six digits that prove that its reader has the order's mail address. It has no link. */
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
