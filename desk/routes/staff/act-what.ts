import { inLocale, type Locale } from '#app/i18n/i18n.ts'
import type { ActValues } from '#app/models/staff/staff.ts'
import { formatDay } from '#app/models/venue/date-format.ts'
import { findResource, type Venue } from '#app/models/venue/venue.ts'

/**
 * Returns the values of an act with its room, day and times as the text `what` in the language of the reader. An act
 * about a room that the venue has no more keeps the stored text.
 */
export function readableValues(values: ActValues, venue: Venue, locale: Locale): ActValues {
	const { room, day, times } = values
	if (typeof day !== 'string') return values
	const when = [formatDay(day, locale, 'short'), times].filter(Boolean).join(' ')
	if (typeof room !== 'string') return { ...values, what: when }
	const resource = findResource(venue, room)
	return resource ? { ...values, what: `${inLocale(resource.name, locale)}, ${when}` } : values
}
