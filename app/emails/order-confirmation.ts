import type { TFunction } from 'i18next'

import type { GiftCode } from '#app/documents/gift-voucher.ts'
import { venueDocument } from '#app/documents/venue-document.ts'
import { calendarFile, orderUrl } from '#app/documents/visit-event.ts'
import { customerFacts } from '#app/emails/customer-facts.ts'
import { headline } from '#app/emails/headline.ts'
import { paragraph, quoted, type Block, type Fact } from '#app/emails/letter.ts'
import { closing, greeting, mailOf, type Mail } from '#app/emails/mail.ts'
import { orderedItems, sums } from '#app/emails/ordered-items.ts'
import type { Attachment } from '#app/gateways/mail.ts'
import { inLocale } from '#app/i18n/i18n.ts'
import { euros, zero, type Cents } from '#app/models/money.ts'
import { isGift, type Order } from '#app/models/order/order.ts'
import { stillPossible } from '#app/models/order/policy-words.ts'
import { leftOnSite } from '#app/models/order/remainder.ts'
import { visitTimes } from '#app/models/order/visit-times.ts'
import { formatDay, formatTimeRange } from '#app/models/venue/date-format.ts'
import { routeTo } from '#app/models/venue/route-to.ts'
import type { Venue } from '#app/models/venue/venue.ts'

export type OrderConfirmation = {
	order: Order
	/** The venue as it was when the order was placed: its page `agb` is the version that was accepted. */
	venue: Venue
	origin: string
	/** The address of the booking's page, with the key of this letter; null for an order without a day. */
	link: string | null
	/** The time of writing; the letter names no deadlines that are over by then. */
	now: Date
	/** The picture of the order, as JPEG. */
	picture?: Buffer | null
	/** The balance of the voucher that paid, after this order. */
	voucherRest?: Cents
	/** The codes of gift vouchers that are delivered by mail. */
	giftCodes?: GiftCode[]
	/** The gift vouchers as pages to print and give away. */
	giftFile?: Attachment | null
	/** Invoices and receipts, ready to be attached. */
	invoices?: Attachment[]
}

/**
 * Writes the confirmation of an order on a durable medium: everything the law wants in the mail itself, the terms and
 * the instruction on withdrawal as files to keep.
 */
export function orderConfirmation(data: OrderConfirmation, t: TFunction): Mail {
	const { order, venue, origin } = data
	const subject = t('mail.confirmation.subject', { number: order.number, venue: venue.name })
	const seeOrder = { label: t('mail.order'), href: orderUrl(order, origin) }
	const blocks: Block[] = [
		...atAGlance(data, t),
		...(data.picture ? [{ kind: 'picture' as const }] : []),
		...greeting(order, t),
		thanks(order, t),
		{ kind: 'facts', facts: orderFacts(data, t) },
		...(order.day ? [] : [{ kind: 'link' as const, ...seeOrder }]),
		...giftCodes(data, t),
		...orderedItems(data, t),
		...sums(order, data.voucherRest ?? zero, t),
		...visit(data, t),
		...withdrawal(data, t),
		...closing(data, t),
	]
	return mailOf(
		{
			subject,
			venue,
			locale: order.locale,
			attachments: attachments(data, t),
			picture: data.picture ?? null,
		},
		blocks,
	)
}

function thanks(order: Order, t: TFunction): Block {
	const key = order.day ? 'mail.confirmation.thanksVisit' : 'mail.confirmation.thanksGoods'
	return paragraph(t(key))
}

/**
 * Returns the card at the top of the letter: title, day, time, rest, and links to the booking, to the route and, for a
 * party, to inviting its guests. The link to the booking is for the reader alone. Nothing for an order without a day.
 */
function atAGlance({ order, venue, origin, link }: OrderConfirmation, t: TFunction): Block[] {
	const { locale, day, party } = order
	if (!day || link === null) return []
	const times = visitTimes(order)
	const facts: Fact[] = [
		{ label: t('mail.confirmation.day'), value: formatDay(day, locale, 'full'), strong: true },
		...(times
			? [
					{
						label: t('mail.confirmation.time'),
						value: formatTimeRange(times.startsAt, times.endsAt, locale),
						strong: true,
					},
				]
			: []),
		{ label: t('mail.confirmation.onSite'), value: euros(leftOnSite(order), locale) },
	]
	const invite = { label: t('mail.confirmation.invite'), href: `${orderUrl(order, origin)}#invite` }
	const links = [
		{ label: t('mail.booking'), href: link },
		{ label: t('success.route'), href: routeTo(venue.contact) },
		...(party ? [invite] : []),
	]
	const yours = [t('mail.bookingIsYours'), ...(party ? [t('mail.confirmation.inviteInstead')] : [])]
	return [
		{ kind: 'card', title: headline(order, venue, t), facts, links },
		paragraph(yours.join(' ')),
	]
}

function orderFacts({ order, venue }: OrderConfirmation, t: TFunction): Fact[] {
	const { locale, party } = order
	const facts: (Fact | null)[] = [
		{ label: t('mail.confirmation.number'), value: order.number, strong: true },
		{
			label: t('mail.confirmation.orderedOn'),
			value: formatDay(order.createdAt, locale, 'numeric'),
		},
		order.day ? { label: t('mail.confirmation.place'), value: address(venue).join('\n') } : null,
		party
			? {
					label: t('mail.confirmation.party'),
					value: t(`mail.party.${party.type}`, { name: quoted(party.name) }),
				}
			: null,
		party?.contactPerson
			? { label: t('mail.confirmation.contactPerson'), value: quoted(party.contactPerson) }
			: null,
		...customerFacts(order, t),
	]
	return facts.filter((fact) => fact !== null)
}

function address({ contact }: Venue): string[] {
	return [contact.company, contact.street, `${contact.postcode} ${contact.city}`]
}

function giftCodes({ order, giftCodes = [] }: OrderConfirmation, t: TFunction): Block[] {
	if (giftCodes.length === 0) return []
	const lines = giftCodes.map(({ title, code, validUntil }) =>
		validUntil
			? t('mail.confirmation.giftCodeUntil', {
					title,
					code,
					day: formatDay(validUntil, order.locale, 'numeric'),
				})
			: t('mail.confirmation.giftCode', { title, code }),
	)
	return [
		{ kind: 'heading', text: t('mail.confirmation.giftCodes') },
		{ kind: 'paragraph', lines },
	]
}

function visit(data: OrderConfirmation, t: TFunction): Block[] {
	const { order, venue } = data
	if (!order.day) return []
	return [
		{ kind: 'heading', text: t('mail.confirmation.bring') },
		paragraph(inLocale(venue.bring, order.locale)),
		{ kind: 'heading', text: t('mail.confirmation.arrival') },
		paragraph(inLocale(venue.arrival, order.locale)),
		{ kind: 'paragraph', lines: address(venue) },
		paragraph(t('mail.confirmation.calendarFile')),
		...changes(data, t),
	]
}

function changes({ order, venue, now }: OrderConfirmation, t: TFunction): Block[] {
	const lines = stillPossible(venue, order, now, order.locale)
	if (lines.length === 0) return []
	return [
		{ kind: 'heading', text: t('success.changes') },
		{ kind: 'paragraph', lines },
	]
}

/**
 * Returns the instruction on withdrawal: § 312g (2) no. 9 BGB for the visit; the 14 days of § 355 BGB for gift
 * vouchers; § 312f BGB for the terms.
 */
function withdrawal(data: OrderConfirmation, t: TFunction): Block[] {
	const { order, venue, origin } = data
	const gifts = order.lines.some(isGift)
	const terms = t('mail.confirmation.terms', { version: order.termsVersion })
	const notes = [
		...(order.day ? [t('mail.confirmation.noWithdrawal')] : []),
		...(gifts ? [t('mail.confirmation.giftWithdrawal')] : []),
	]
	return [
		{ kind: 'heading', text: t('mail.confirmation.withdrawal') },
		...notes.map((note) => paragraph(note)),
		...(gifts
			? [
					{
						kind: 'link' as const,
						label: t('mail.confirmation.withdrawalPage'),
						href: `${origin}/pages/widerruf`,
					},
				]
			: []),
		{
			kind: 'paragraph',
			lines: venue.pages['agb'] ? [terms, t('mail.confirmation.termsAttached')] : [terms],
		},
	]
}

function attachments(data: OrderConfirmation, t: TFunction): Mail['attachments'] {
	const { order, venue, origin, giftFile = null, invoices = [] } = data
	const visit = calendarFile(order, venue, origin)
	const files = [
		...invoices,
		giftFile,
		visit && {
			filename: `${order.number}.ics`,
			contentType: 'text/calendar; charset=utf-8',
			content: visit,
		},
		venueDocument(data, 'agb', t('mail.confirmation.termsFile')),
		order.lines.some(isGift) &&
			venueDocument(data, 'widerruf', t('mail.confirmation.withdrawalFile')),
	]
	return files.filter((file): file is Exclude<typeof file, '' | false | null> => Boolean(file))
}
