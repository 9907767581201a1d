import type { TFunction } from 'i18next'

import { calendarEvent } from '#app/documents/calendar-event.ts'
import { inLocale } from '#app/i18n/i18n.ts'
import { translator } from '#app/i18n/translator.ts'
import { euros } from '#app/models/money.ts'
import { calendarSequence } from '#app/models/order/calendar-file.ts'
import { orderEnd } from '#app/models/order/order-end.ts'
import type { Order } from '#app/models/order/order.ts'
import { leftOnSite } from '#app/models/order/remainder.ts'
import { visitTimes } from '#app/models/order/visit-times.ts'
import type { Venue } from '#app/models/venue/venue.ts'

/**
 * Returns the visit as an iCalendar file (RFC 5545) in the language of the order, one event in UTC; null for an order
 * without a visit. The same order always gives the same file, so an import twice is one entry; a file of a later
 * revision replaces the entry.
 *
 * @throws Error when the venue's own data make no event, such as an origin that is no URL
 */
export function calendarFile(order: Order, venue: Venue, origin: string): string | null {
	const times = visitTimes(order)
	if (!times) return null

	const t = translator(order.locale)
	return calendarEvent(venue, {
		...times,
		id: order.publicId,
		settledAt: order.cancelledAt ?? order.confirmedAt ?? order.createdAt,
		sequence: calendarSequence(order),
		isCancelled: orderEnd(order) === 'cancelled',
		title: titleOf(order, venue, t),
		description: [
			t('calendarFile.number', { number: order.number }),
			...order.lines.map((line) => `${line.quantity} × ${inLocale(line.title, order.locale)}`),
			...whatIsLeft(order, venue, t),
		].join('\n'),
		url: orderUrl(order, origin),
	})
}

/** Returns the address of an order's page. It shows personal data only in a session that owns the order. */
export function orderUrl(order: Order, origin: string): string {
	return `${origin}/checkout/success/${encodeURIComponent(order.publicId)}`
}

/** Returns what is left to pay on site and what to bring, or only that the visit was cancelled. */
function whatIsLeft(order: Order, venue: Venue, t: TFunction): string[] {
	const { locale } = order
	if (orderEnd(order) === 'cancelled') return [t('calendarFile.cancelled')]
	return [
		t('calendarFile.onSite', { amount: euros(leftOnSite(order), locale) }),
		inLocale(venue.bring, locale),
		inLocale(venue.arrival, locale),
	]
}

/**
 * Returns the title of the event: the type of party and its name, or without a party that of a visit to the venue.
 * Callers leave `party` out for those who may not know its name.
 */
function titleOf(order: Order, { name: venue }: Venue, t: TFunction): string {
	const { party } = order
	const title = party
		? t('calendarFile.party', { venue, type: t(`party.types.${party.type}`), name: party.name })
		: t('calendarFile.title', { venue })
	return orderEnd(order) === 'cancelled' ? t('calendarFile.cancelledTitle', { title }) : title
}
