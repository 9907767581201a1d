import { calendarEvent } from '#app/documents/calendar-event.ts'
import { inLocale, type Locale } from '#app/i18n/i18n.ts'
import { translator } from '#app/i18n/translator.ts'
import type { Invitation } from '#app/models/order/invitation.ts'
import type { Venue } from '#app/models/venue/venue.ts'

type InvitationFile = {
	venue: Venue
	locale: Locale
	/** The address of the invitation's page. */
	url: string
	/** The id by which a calendar recognizes the event: importing it again makes no second entry. */
	id: string
}

/**
 * Returns the party as an iCalendar file for a guest, in the guest's language, with the facts of the invitation alone.
 *
 * @throws Error when the venue's own data make no event
 */
export function invitationFile(
	{ type, name, startsAt, endsAt, isCancelled, sequence }: Invitation,
	{ venue, locale, url, id }: InvitationFile,
): string {
	const t = translator(locale)
	const headline = t(`invitation.headline.${type}`, { name })
	const title = `${headline} · ${venue.name}`
	return calendarEvent(venue, {
		id,
		startsAt,
		endsAt,
		isCancelled,
		sequence,
		title: isCancelled ? t('calendarFile.cancelledTitle', { title }) : title,
		description: isCancelled ? t('invitation.cancelled') : inLocale(venue.arrival, locale),
		url,
	})
}
