import type { TFunction } from 'i18next'

import { bookingLink } from '#app/emails/booking-link.ts'
import { paragraph } from '#app/emails/letter.ts'
import { closing, greeting, mailOf, type Mail } from '#app/emails/mail.ts'
import { euros, type Cents } from '#app/models/money.ts'
import type { Order } from '#app/models/order/order.ts'
import type { ChangeCause } from '#app/models/payment/back-cause.ts'
import type { Venue } from '#app/models/venue/venue.ts'

export type ChangeLetter = {
	order: Order
	venue: Venue
	/** The address of the booking's page, with the key of this letter. */
	link: string
	/** The amount that was to be paid. */
	amount: Cents
	/** declined: no money came after the visitor had left · else why the money goes back. */
	end: 'declined' | ChangeCause
}

/** Writes that a payment for a change did not bring the change about. */
export function changeLetter(
	{ order, venue, link, amount, end }: ChangeLetter,
	t: TFunction,
): Mail {
	const { locale, number } = order
	const { phone, email } = venue.contact
	const values = { number, amount: euros(amount, locale) }
	return mailOf({ subject: t(`mail.change.${end}.subject`, values), venue, locale }, [
		...greeting(order, t),
		paragraph(t(`mail.change.${end}.what`, values)),
		paragraph(t(`mail.change.${end}.next`, values)),
		...bookingLink(link, t),
		paragraph(t('mail.change.questions', { phone, email })),
		...closing({ order, venue }, t),
	])
}
