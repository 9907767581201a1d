import { createEvent } from 'ics'

import { inLocale, type Locale } from '#app/i18n/i18n.ts'
import { translator } from '#app/i18n/translator.ts'
import type { Invitation } from '#app/models/order/invitation.ts'
import type { Venue } from '#app/models/venue/venue.ts'

type InvitationFile = {
	venue: Venue
	locale: Locale
	/** Where the invitation is. */
	url: string
	/** Names the event, so that it is imported once. */
	id: string
}

/**
 * The party as an iCalendar file for a guest, in the guest's language: as little as the invitation tells.
 *
 * @throws Error when the venue's own data make no event
 */
export function invitationFile(
	{ type, name, startsAt, endsAt }: Invitation,
	{ venue, locale, url, id }: InvitationFile,
): string {
	const t = translator(locale)
	const { company, street, postcode, city } = venue.contact
	const { error, value } = createEvent({
		uid: `${id}@${new URL(url).hostname}`,
		productId: `-//${company}//raumzeit//DE`,
		start: startsAt.valueOf(),
		startOutputType: 'utc',
		end: endsAt.valueOf(),
		endOutputType: 'utc',
		title: `${t(`invitation.headline.${type}`, { name })} · ${venue.name}`,
		description: inLocale(venue.arrival, locale),
		location: `${company}, ${street}, ${postcode} ${city}`,
		url,
		status: 'CONFIRMED',
		busyStatus: 'BUSY',
	})
	if (error || value === undefined || value === null) throw error ?? new Error('no calendar file')
	return value
}
