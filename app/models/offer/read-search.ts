import type { DateTime } from 'luxon'
import type { Message } from '#app/i18n/i18n.ts'
import type { Search } from '#app/models/offer/search.ts'
import { nextOpenDay } from '#app/models/offer/slots.ts'
import { refuse } from '#app/models/result.ts'
import { isBookable } from '#app/models/venue/calendar.ts'
import { addDays, today } from '#app/models/venue/day.ts'
import { parseDay, parseDuration, parseMonth, parseTime, type Day } from '#app/models/venue/slot.ts'
import { findProduct, type Venue } from '#app/models/venue/venue.ts'

export const maxGuests = 60

/**
 * Reads the address, with sensible values for what is not there. `problem` names a day that is none or
 * cannot be booked; the page then shows the next day that can.
 */
export function readSearch(
	venue: Venue,
	params: URLSearchParams,
	now: DateTime,
): Search & { problem: Message | null } {
	const asked = params.get('day')
	const day = parseDay(asked)
	const guests = Number(/^\d{1,3}$/.exec(params.get('guests') ?? '')?.[0] ?? venue.entry.guests)
	const duration = parseDuration(params.get('duration'))
	const [first = 'day'] = venue.entry.durations
	const time = parseTime(params.get('time'))
	const bookable = day ? isBookable(venue.calendar, day, now) : null
	const product = findProduct(venue, params.get('product') ?? '')
	return {
		day: day && isWithinReach(venue, day, now) ? day : nextOpenDay(venue, now),
		guests: Math.min(Math.max(guests, 1), maxGuests),
		duration: venue.entry.durations.find((offered) => offered === duration) ?? first,
		time,
		month: parseMonth(params.get('month')) ?? null,
		product: product?.duration === undefined ? null : product.id,
		problem: problemOf(asked, bookable),
	}
}

/** A day that calendars show: neither over nor further ahead than the venue can be booked. */
function isWithinReach(venue: Venue, day: Day, now: DateTime): boolean {
	const first = today(now)
	return day >= first && day <= addDays(first, venue.calendar.horizonDays)
}

function problemOf(
	asked: string | null,
	bookable: ReturnType<typeof isBookable> | null,
): Message | null {
	if (asked === null || asked === '') return null
	if (!bookable) return refuse('invalidDay').message
	return bookable.ok ? null : bookable.message
}
