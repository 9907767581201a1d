import type { TFunction } from 'i18next'

import { venueDocument } from '#app/documents/venue-document.ts'
import { calendarFile } from '#app/documents/visit-event.ts'
import { bookingLink } from '#app/emails/booking-link.ts'
import { comparison } from '#app/emails/comparison.ts'
import { headline, thingOf } from '#app/emails/headline.ts'
import { paragraph, type Block } from '#app/emails/letter.ts'
import { closing, greeting, mailOf, type Mail } from '#app/emails/mail.ts'
import type { Attachment } from '#app/gateways/mail.ts'
import { euros, minus, type Cents } from '#app/models/money.ts'
import { kindOfRevision, type RevisionKind } from '#app/models/order/difference.ts'
import type { Order } from '#app/models/order/order.ts'
import { visitTimes } from '#app/models/order/visit-times.ts'
import { formatDay, formatTime, formatTimeRange } from '#app/models/venue/date-format.ts'
import { clockWords } from '#app/models/venue/rule-words.ts'
import type { Venue } from '#app/models/venue/venue.ts'
import { groupedCode } from '#app/models/voucher/voucher.ts'

export type RevisionLetter = {
	/** The order as this revision made it, and as the one before was. */
	order: Order
	before: Order
	venue: Venue
	/** The venue of the terms that the order accepted, for their page. */
	venueOfTerms: Venue
	origin: string
	/** The address of the booking's page, with the key of this letter. */
	link: string
	madeAt: Date
	/** True when the customer made the change; otherwise the venue's staff did. */
	isByCustomer: boolean
	/** The amount paid for the change, and the amount that goes back the way it was paid. */
	paid: Cents
	back: Cents
	/** True when guests have a link that shows the new day. */
	hasInvitation: boolean
	/** The last moment at which guests can be changed again; null when it is over, or by telephone only. */
	until: Date | null
	/** The papers of the change. */
	invoices: Attachment[]
}

/**
 * Writes what a revision changed: before and now, the money, the calendar file that replaces the one before, and the
 * way to object.
 */
export function revisionLetter(data: RevisionLetter, t: TFunction): Mail {
	const { order, before, venue } = data
	const { locale, number, day } = order
	const kind = kindOfRevision(before, order)
	const subject = t(`mail.revision.${kind}.subject`, {
		what: thingOf(order, venue, t),
		day: day ? formatDay(day, locale, 'ofYear') : '',
		number,
	})
	const blocks: Block[] = [
		...greeting(order, t),
		paragraph(t(`mail.revision.${kind}.what`)),
		card(order, venue, t),
		...(kind === 'texts' ? [] : comparison(before, order, t)),
		paragraph(...money(data, kind, t)),
		...bookingLink(data.link, t),
		...(kind === 'moved' && data.hasInvitation ? [paragraph(t('mail.revision.guests'))] : []),
		paragraph(objection(data, t)),
		...(kind === 'texts' ? [] : [paragraph(notes(data, t))]),
		...closing({ order, venue }, t),
	]
	const attachments = kind === 'texts' ? [] : files(data, t)
	return mailOf({ subject, venue, locale, attachments }, blocks)
}

function card(order: Order, venue: Venue, t: TFunction): Block {
	const { locale, day } = order
	const times = visitTimes(order)
	const facts = [
		day && { label: t('mail.confirmation.day'), value: formatDay(day, locale, 'full') },
		times && {
			label: t('mail.confirmation.time'),
			value: formatTimeRange(times.startsAt, times.endsAt, locale),
		},
	]
	return {
		kind: 'card',
		title: headline(order, venue, t),
		facts: facts
			.filter((fact) => fact !== null && fact !== '')
			.map((fact) => ({ ...fact, strong: true })),
		links: [],
	}
}

/**
 * Returns the sentences on the amounts paid and returned, on the way they return, and on the time and the author of the
 * change.
 */
function money(
	{ order, before, paid, back, madeAt, isByCustomer }: RevisionLetter,
	kind: RevisionKind,
	t: TFunction,
): string[] {
	const { locale } = order
	const code = groupedCode(order.voucherCode ?? '')
	const toVoucher = minus(before.voucher, order.voucher)
	const isLost = before.discount > 0 && order.discount === 0
	const when = {
		day: formatDay(madeAt, locale, 'numeric'),
		time: formatTime(madeAt, locale),
	}
	const said = [
		paid > 0 && t('mail.revision.paid', { amount: euros(paid, locale) }),
		back > 0 && t('mail.revision.back', { amount: euros(back, locale) }),
		toVoucher > 0 && t('mail.revision.toVoucher', { amount: euros(toVoucher, locale), code }),
		isLost && t('mail.revision.voucherLost', { code }),
		kind !== 'texts' && paid === 0 && back === 0 && t('mail.revision.nothingToday'),
		t(isByCustomer ? 'mail.revision.byCustomer' : 'mail.revision.byVenue', when),
	]
	return said.filter((text) => text !== false)
}

function objection({ order, venue, isByCustomer, until }: RevisionLetter, t: TFunction): string {
	const { phone, email } = venue.contact
	const { locale } = order
	const again =
		until &&
		t('mail.revision.until', {
			until: t('policy.until.moment', {
				day: formatDay(until, locale, 'ofYear'),
				time: clockWords(formatTime(until, locale), locale),
			}),
		})
	const key = isByCustomer ? 'mail.revision.notYou' : 'mail.revision.notRight'
	return [again, t(key, { phone, email })].filter(Boolean).join(' ')
}

function notes({ order, before }: RevisionLetter, t: TFunction): string {
	const said = [
		visitTimes(order) && t('mail.revision.calendarFile'),
		t('mail.revision.terms', { version: order.termsVersion }),
		order.day && order.total > before.total && t('mail.confirmation.noWithdrawal'),
	]
	return said.filter(Boolean).join(' ')
}

function files(data: RevisionLetter, t: TFunction): Attachment[] {
	const { order, venue, venueOfTerms, origin, invoices } = data
	const visit = calendarFile(order, venue, origin)
	const terms = venueDocument(
		{ order, venue: venueOfTerms },
		'agb',
		t('mail.confirmation.termsFile'),
	)
	return [
		...invoices,
		...(visit
			? [
					{
						filename: `${order.number}.ics`,
						contentType: 'text/calendar; charset=utf-8',
						content: visit,
					},
				]
			: []),
		...(terms ? [terms] : []),
	]
}
