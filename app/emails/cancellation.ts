import type { TFunction } from 'i18next'

import { calendarFile } from '#app/documents/visit-event.ts'
import { bookingLink } from '#app/emails/booking-link.ts'
import { headline, thingOf } from '#app/emails/headline.ts'
import { paragraph, type Block, type Fact } from '#app/emails/letter.ts'
import { closing, greeting, mailOf, type Mail } from '#app/emails/mail.ts'
import type { Attachment } from '#app/gateways/mail.ts'
import { backToVoucher } from '#app/models/booking/cancel.ts'
import { euros, minus, sum, type Cents } from '#app/models/money.ts'
import type { Order } from '#app/models/order/order.ts'
import { visitTimes } from '#app/models/order/visit-times.ts'
import { formatDay, formatTime, formatTimeRange } from '#app/models/venue/date-format.ts'
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
	/** The address of the booking's page, with the key of this letter. */
	link: string
	/** True when the customer cancelled the booking; otherwise the venue did. */
	isByCustomer: boolean
	/** True when guests have a link that shows the cancellation. */
	hasInvitation: boolean
	/** The venue's own words, which come first; null: none. */
	words?: string | null
}

/**
 * Writes that an order is cancelled and how much of its money goes back, and attaches the visit as a cancelled event.
 */
export function cancellation(data: Cancellation, t: TFunction): Mail {
	const { order, venue, origin } = data
	const { number, day, locale, party } = order
	const subject = day
		? t('mail.cancelled.subjectVisit', {
				what: thingOf(order, venue, t),
				day: formatDay(day, locale, 'ofYear'),
				number,
			})
		: t('mail.cancelled.subject', { number, venue: venue.name })
	const visit = calendarFile(order, venue, origin)
	const again = {
		label: t('mail.cancelled.again'),
		href: `${origin}${party ? '/?kind=party' : '/'}`,
	}
	const blocks: Block[] = [
		...greeting(order, t),
		...(data.words ? [paragraph(data.words)] : []),
		paragraph(what(data, t)),
		...atAGlance(data, t),
		...whatFollows(data, t).map((text) => paragraph(text)),
		...(visit ? [paragraph(t('mail.cancelled.calendarFile'))] : []),
		...(data.hasInvitation ? [paragraph(t('mail.cancelled.guests'))] : []),
		...(day ? [{ kind: 'link' as const, ...again }] : []),
		...bookingLink(data.link, t, { plain: day !== null }),
		paragraph(objection(data, t)),
		...closing(data, t),
	]
	const contentType = 'text/calendar; charset=utf-8; method=CANCEL'
	return mailOf(
		{
			subject,
			venue,
			locale,
			attachments: [
				...data.invoices,
				...(visit ? [{ filename: `${number}.ics`, contentType, content: visit }] : []),
			],
		},
		blocks,
	)
}

function what({ order, isByCustomer }: Cancellation, t: TFunction): string {
	const { number, day, locale } = order
	const by = isByCustomer ? 'byCustomer' : 'byVenue'
	return day
		? t(`mail.cancelled.visit.${by}`, { number, day: formatDay(day, locale, 'full') })
		: t(`mail.cancelled.goods.${by}`, { number })
}

/** Lists the visit that was cancelled, and what was paid, is kept and goes back. */
function atAGlance({ order, venue, refunded }: Cancellation, t: TFunction): Block[] {
	const { day, locale, online, voucher, kept, feeOfVoucher } = order
	if (!day) return []
	const times = visitTimes(order)
	const when = [
		formatDay(day, locale, 'full'),
		...(times ? [formatTimeRange(times.startsAt, times.endsAt, locale)] : []),
	]
	const money = (amount: Cents) => euros(amount, locale)
	const facts: (Fact | false)[] = [
		{ label: t('mail.cancelled.was'), value: `${headline(order, venue, t)}\n${when.join(', ')}` },
		{ label: t('mail.confirmation.online'), value: money(online) },
		voucher > 0 && { label: t('mail.cancelled.byVoucher'), value: money(voucher) },
		{ label: t('mail.cancelled.stays'), value: money(sum([kept, feeOfVoucher])) },
		{ label: t('mail.cancelled.back'), value: money(refunded), strong: true },
		voucher > 0 && {
			label: t('mail.cancelled.backToVoucher'),
			value: money(backToVoucher(order, order)),
			strong: true,
		},
	]
	return [{ kind: 'facts', facts: facts.filter((fact) => fact !== false) }]
}

function objection({ order, venue, isByCustomer }: Cancellation, t: TFunction): string {
	const { phone, email } = venue.contact
	const { cancelledAt, locale } = order
	if (!isByCustomer || !cancelledAt) return t('mail.cancelled.questions', { phone, email })
	const [day, time] = [formatDay(cancelledAt, locale, 'numeric'), formatTime(cancelledAt, locale)]
	return [t('mail.cancelled.at', { day, time }), t('mail.revision.notYou', { phone })].join(' ')
}

function whatFollows(
	{ order, venue, refunded, voided, voucher }: Cancellation,
	t: TFunction,
): string[] {
	const { locale, voucherCode, fee, feeOfVoucher, feeVat } = order
	const code = groupedCode(voucherCode ?? '')
	// Spent gift vouchers of the order, and all that an older build kept.
	const kept = minus(order.kept, minus(fee, feeOfVoucher))
	const isWhole = feeOfVoucher === 0
	const returned = backToVoucher(order, order)
	const said = [
		refunded > 0 && t('mail.cancelled.refund', { amount: euros(refunded, locale) }),
		fee > 0 && t(`mail.cancelled.fee.${feeVat}`, { amount: euros(fee, locale) }),
		fee > 0 && feeVat === 'consideration' && t('mail.cancelled.proof'),
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
		order.paidOnSite > 0 &&
			t('mail.cancelled.atTill', {
				amount: euros(order.paidOnSite, locale),
				phone: venue.contact.phone,
			}),
	]
	return said.filter((text) => text !== false)
}
