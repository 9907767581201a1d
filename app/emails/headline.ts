import type { TFunction } from 'i18next'

import { visitView } from '#app/documents/visit-view.ts'
import { quoted } from '#app/emails/letter.ts'
import type { Order } from '#app/models/order/order.ts'
import type { Venue } from '#app/models/venue/venue.ts'

/** Returns the headline of an order's page and letters: 'Kometen-Party für Mia, Partyraum Venus'. */
export function headline(order: Order, venue: Venue, t: TFunction): string {
	const { room } = visitView(venue, order, order.locale)
	const what = thingOf(order, venue, t)
	return room ? t('success.headline.in', { what, room }) : what
}

/**
 * Returns the name of what was booked, for the subject of a letter: 'Kometen-Party für Mia', 'Ihr Besuch bei Raumzeit'.
 */
export function thingOf(order: Order, venue: Venue, t: TFunction): string {
	const { party, locale } = order
	const { what } = visitView(venue, order, locale)
	if (!what) return t('success.headline.visit', { venue: venue.name })
	return party ? t('success.headline.for', { what, name: quoted(party.name) }) : what
}
