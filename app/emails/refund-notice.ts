import type { TFunction } from 'i18next'

import { paragraph, type Block } from '#app/emails/letter.ts'
import { closing, greeting, mailOf, type Mail } from '#app/emails/mail.ts'
import { euros, type Cents } from '#app/models/money.ts'
import { hasEnded } from '#app/models/order/order-end.ts'
import type { Order } from '#app/models/order/order.ts'
import type { Venue } from '#app/models/venue/venue.ts'
import { groupedCode } from '#app/models/voucher/voucher.ts'

export type RefundNotice = {
	order: Order
	venue: Venue
	origin: string
	/**
	 * tooLate: the places were gone · dayClosed: staff closed the day meanwhile · notAsAgreed: another amount, currency
	 * or reference · paidTwice: a second payment for a booking · paidOnSite: a payment for a booking that is paid at the
	 * venue.
	 */
	reason: 'tooLate' | 'dayClosed' | 'notAsAgreed' | 'paidTwice' | 'paidOnSite'
	/**
	 * The amount that was paid and is refunded in full. Money not as agreed may be no euros, so its letter leaves the
	 * amount out.
	 */
	amount: Cents
}

/**
 * Writes that money came which no booking needs, why, and that all of it goes back. After a second payment the letter
 * says whether the booking stands: it may have been cancelled meanwhile.
 */
export function refundNotice(data: RefundNotice, t: TFunction): Mail {
	const { order, venue, origin, reason } = data
	const { phone, email } = venue.contact
	const values = {
		number: order.number,
		amount: euros(data.amount, order.locale),
		due: euros(order.online, order.locale),
	}
	const subject = t(`mail.${reason}.subject`, values)
	const paragraphs = [
		t(`mail.${reason}.what`, values),
		t(`mail.${reason}.refund`, values),
		...(!isSecond(reason) && order.voucherCode
			? [t(`mail.${reason}.voucher`, { code: groupedCode(order.voucherCode) })]
			: []),
		isSecond(reason)
			? t(`mail.second.${hasEnded(order) ? 'ended' : 'stands'}`)
			: t(`mail.${reason}.sorry`),
	]
	const blocks: Block[] = [
		...greeting(order, t),
		...paragraphs.map((text) => paragraph(text)),
		...(isSecond(reason)
			? []
			: [{ kind: 'link' as const, label: t(`mail.${reason}.again`), href: `${origin}/` }]),
		paragraph(t(`mail.${reason}.questions`, { phone, email })),
		...closing(data, t),
	]
	return mailOf({ subject, venue, locale: order.locale }, blocks)
}

/** True for the reasons of money that came for an order which had been booked without it. */
export function isSecond(reason: RefundNotice['reason']): reason is 'paidTwice' | 'paidOnSite' {
	return reason === 'paidTwice' || reason === 'paidOnSite'
}
