import type { TFunction } from 'i18next'

import { calendarFile, orderUrl } from '#app/documents/visit-event.ts'
import { renderHtml, renderText, type Block } from '#app/emails/letter.ts'
import { closing, greeting, type Mail } from '#app/emails/mail.ts'
import type { Attachment } from '#app/gateways/mail.ts'
import { euros, type Cents } from '#app/models/money.ts'
import type { Order } from '#app/models/order/order.ts'
import { formatDay } from '#app/models/venue/date-format.ts'
import type { Venue } from '#app/models/venue/venue.ts'
import { groupedCode, type ReturnedVoucher } from '#app/models/voucher/voucher.ts'

export type Cancellation = {
	order: Order
	venue: Venue
	origin: string
	/** What goes back of what was paid online, and what does not. */
	refunded: Cents
	kept: Cents
	/** How many of its gift vouchers are valid no more. */
	withdrawn: number
	/** How the voucher stands that it was paid with. */
	voucher: ReturnedVoucher | null
	/** What takes back on paper what goes back. */
	invoices: Attachment[]
}

/** Says that an order is cancelled, what of its money goes back, and brings the visit as one that is not. */
export function cancellation(data: Cancellation, t: TFunction): Mail {
	const { order, venue, origin } = data
	const { phone, email } = venue.contact
	const subject = t('mail.cancelled.subject', { number: order.number, venue: venue.name })
	const visit = calendarFile(order, venue, origin)
	const blocks: Block[] = [
		...greeting(order, t),
		...whatFollows(data, t).map((text) => ({ kind: 'paragraph' as const, lines: [text] })),
		...(visit ? [{ kind: 'paragraph' as const, lines: [t('mail.cancelled.calendarFile')] }] : []),
		{ kind: 'link', label: t('mail.order'), href: orderUrl(order, origin) },
		{ kind: 'paragraph', lines: [t('mail.cancelled.questions', { phone, email })] },
		...closing(data, t),
	]
	const contentType = 'text/calendar; charset=utf-8; method=CANCEL'
	return {
		subject,
		text: renderText(blocks),
		html: renderHtml(blocks, { title: subject, brand: venue.name, locale: order.locale }),
		attachments: [
			...data.invoices,
			...(visit ? [{ filename: `${order.number}.ics`, contentType, content: visit }] : []),
		],
	}
}

function whatFollows(
	{ order, refunded, kept, withdrawn, voucher }: Cancellation,
	t: TFunction,
): string[] {
	const { locale, number, day, voucherCode } = order
	const code = groupedCode(voucherCode ?? '')
	const said = [
		day
			? t('mail.cancelled.visit', { number, day: formatDay(day, locale, 'full') })
			: t('mail.cancelled.goods', { number }),
		refunded > 0 && t('mail.cancelled.refund', { amount: euros(refunded, locale) }),
		kept > 0 && t('mail.cancelled.kept', { amount: euros(kept, locale) }),
		voucher === 'free' && t('mail.cancelled.voucher', { code }),
		voucher === 'expired' && t('mail.cancelled.voucherExpired', { code }),
		withdrawn > 0 && t('mail.cancelled.gifts'),
	]
	return said.filter((text) => text !== false)
}
