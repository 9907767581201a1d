import type { TFunction } from 'i18next'

import { calendarFile, orderUrl } from '#app/documents/visit-event.ts'
import { paragraph, type Block } from '#app/emails/letter.ts'
import { closing, greeting, mailOf, type Mail } from '#app/emails/mail.ts'
import type { Attachment } from '#app/gateways/mail.ts'
import { euros, minus, type Cents } from '#app/models/money.ts'
import type { Order } from '#app/models/order/order.ts'
import { formatDay } from '#app/models/venue/date-format.ts'
import type { Venue } from '#app/models/venue/venue.ts'
import { groupedCode, type ReturnedVoucher } from '#app/models/voucher/voucher.ts'

export type Cancellation = {
	order: Order
	venue: Venue
	origin: string
	/** The part of the online payment that goes back. */
	refunded: Cents
	/** The number of the order's gift vouchers that are no longer valid. */
	voided: number
	/** The state of the voucher that paid for the order. */
	voucher: ReturnedVoucher | null
	/** The corrections of the invoices. */
	invoices: Attachment[]
}

/**
 * Writes that an order is cancelled and how much of its money goes back, and attaches the visit as a cancelled event.
 */
export function cancellation(data: Cancellation, t: TFunction): Mail {
	const { order, venue, origin } = data
	const { phone, email } = venue.contact
	const subject = t('mail.cancelled.subject', { number: order.number, venue: venue.name })
	const visit = calendarFile(order, venue, origin)
	const blocks: Block[] = [
		...greeting(order, t),
		...whatFollows(data, t).map((text) => paragraph(text)),
		...(visit ? [paragraph(t('mail.cancelled.calendarFile'))] : []),
		{ kind: 'link', label: t('mail.order'), href: orderUrl(order, origin) },
		paragraph(t('mail.cancelled.questions', { phone, email })),
		...closing(data, t),
	]
	const contentType = 'text/calendar; charset=utf-8; method=CANCEL'
	return mailOf(
		{
			subject,
			venue,
			locale: order.locale,
			attachments: [
				...data.invoices,
				...(visit ? [{ filename: `${order.number}.ics`, contentType, content: visit }] : []),
			],
		},
		blocks,
	)
}

function whatFollows({ order, refunded, voided, voucher }: Cancellation, t: TFunction): string[] {
	const { locale, number, day, voucherCode, fee, feeOfVoucher, feeVat } = order
	const code = groupedCode(voucherCode ?? '')
	// Spent gift vouchers of the order, and all that an older build kept.
	const kept = minus(order.kept, minus(fee, feeOfVoucher))
	const isWhole = feeOfVoucher === 0
	const returned = minus(order.voucher, feeOfVoucher)
	const said = [
		day
			? t('mail.cancelled.visit', { number, day: formatDay(day, locale, 'full') })
			: t('mail.cancelled.goods', { number }),
		refunded > 0 && t('mail.cancelled.refund', { amount: euros(refunded, locale) }),
		fee > 0 && t(`mail.cancelled.fee.${feeVat}`, { amount: euros(fee, locale) }),
		!isWhole && t('mail.cancelled.feeOfVoucher', { amount: euros(feeOfVoucher, locale), code }),
		kept > 0 && t('mail.cancelled.kept', { amount: euros(kept, locale) }),
		...(returned > 0 || isWhole
			? [
					!isWhole && t('mail.cancelled.voucherInPart', { amount: euros(returned, locale), code }),
					isWhole && voucher === 'free' && t('mail.cancelled.voucher', { code }),
					voucher === 'expired' && t('mail.cancelled.voucherExpired', { code }),
				]
			: []),
		voided > 0 && t('mail.cancelled.gifts'),
	]
	return said.filter((text) => text !== false)
}
