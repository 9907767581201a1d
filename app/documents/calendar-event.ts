import { createEvent, type EventAttributes } from 'ics'

import type { Venue } from '#app/models/venue/venue.ts'

type VenueEvent = Pick<EventAttributes, 'title' | 'description'> & {
	/** Names the event, so that it is imported once. */
	id: string
	startsAt: Date
	endsAt: Date
	url: string
	/** When it was settled, in milliseconds: the file is the same each time it is made. Without it: now. */
	timestamp?: number
	/** It was settled, and does not take place: who has it already is told. */
	isCancelled?: boolean
}

/**
 * An event at the venue as an iCalendar file (RFC 5545), in UTC.
 *
 * @throws Error when the venue's own data make no event
 */
export function calendarEvent(
	{ contact: { company, street, postcode, city } }: Venue,
	{ id, startsAt, endsAt, isCancelled = false, ...event }: VenueEvent,
): string {
	const { error, value } = createEvent({
		...event,
		uid: `${id}@${new URL(event.url).hostname}`,
		productId: `-//${company}//raumzeit//DE`,
		start: startsAt.valueOf(),
		startOutputType: 'utc',
		end: endsAt.valueOf(),
		endOutputType: 'utc',
		location: `${company}, ${street}, ${postcode} ${city}`,
		status: isCancelled ? 'CANCELLED' : 'CONFIRMED',
		busyStatus: isCancelled ? 'FREE' : 'BUSY',
		...(isCancelled && { sequence: 1 }),
	})
	if (error || value === undefined || value === null) throw error ?? new Error('no calendar file')
	return value
}
