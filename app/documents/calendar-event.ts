import ical, { ICalCalendarMethod, ICalEventBusyStatus, ICalEventStatus } from 'ical-generator'

import type { Venue } from '#app/models/venue/venue.ts'

type VenueEvent = {
	/** The id by which a calendar recognizes the event: importing it again makes no second entry. */
	id: string
	title: string
	description: string
	startsAt: Date
	endsAt: Date
	url: string
	/** The moment at which the event got its present contents, so that equal events give equal files; by default now. */
	settledAt?: Date
	/** The number of times that the event was changed or cancelled: a calendar takes the file with the highest one. */
	sequence: number
	/** True when the event was cancelled; the file then cancels it in a calendar that has it. */
	isCancelled?: boolean
}

/**
 * Returns an event at the venue as an iCalendar file (RFC 5545), in UTC.
 *
 * @throws Error when the venue's own data make no event
 */
export function calendarEvent(
	{ name, contact: { company, street, postcode, city, email } }: Venue,
	{ id, title, startsAt, endsAt, settledAt, isCancelled = false, ...event }: VenueEvent,
): string {
	const calendar = ical({
		prodId: `//${company}//raumzeit//DE`,
		// Many calendars remove an event by the method alone, not by its status.
		method: isCancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.PUBLISH,
	})
	calendar.createEvent({
		...event,
		id: `${id}@${new URL(event.url).hostname}`,
		summary: title,
		start: startsAt,
		end: endsAt,
		...(settledAt && { stamp: settledAt }),
		organizer: { name, email },
		location: `${company}, ${street}, ${postcode} ${city}`,
		status: isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
		busystatus: isCancelled ? ICalEventBusyStatus.FREE : ICalEventBusyStatus.BUSY,
	})
	// The last line ends like the others (RFC 5545, 3.1).
	return `${calendar.toString()}\r\n`
}
