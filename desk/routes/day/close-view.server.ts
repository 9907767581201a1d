import type { RouterContextProvider } from 'react-router'

import { inLocale, type Locale } from '#app/i18n/i18n.ts'
import type { Closing } from '#app/models/booking/close-day.server.ts'
import { isTickable, type NamedBooking } from '#app/models/booking/close-day.ts'
import { euros } from '#app/models/money.ts'
import { namesOf } from '#app/models/staff/staff.server.ts'
import { openingOn, type Hours } from '#app/models/venue/calendar.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import { formatDay, formatTime } from '#app/models/venue/date-format.ts'
import { endTimeAt, timeAt } from '#app/models/venue/day.ts'
import { parseTime, type Day } from '#app/models/venue/slot.ts'
import type { DeskWords } from '#desk/i18n/words.ts'
import { deskWordsOf } from '#desk/middleware/locale.server.ts'
import { shortName } from '#desk/routes/day/rooms-view.server.ts'

/**
 * The hours that a closing leaves of a day, null where all of the day closes; `problem` is the sentence why it cannot
 * close.
 */
type ClosingTime = { hours: Hours | null; problem: string | null }

/**
 * Reads the time `from` which a day closes; null closes all of it. Refuses a time that no clock shows, which would
 * close all of the day, and one at which the day is closed already, which would lengthen it (faults N406). The time of
 * the newest closing is accepted again.
 */
export function closingTimeOf(
	day: Day,
	{ from, newest }: { from: string | null; newest: Closing | null },
	{ t }: DeskWords,
): ClosingTime {
	const { hours } = openingOn(currentVenue().calendar, day)
	if (!hours || from === null) return { hours: null, problem: null }
	const closes = parseTime(from)
	const isAgain = closes !== null && closes === newest?.override?.hours?.closes
	if (closes === null || (closes >= hours.closes && !isAgain))
		return { hours: null, problem: t('close.notOpen', { closes: hours.closes }) }
	return { hours: closes > hours.opens ? { opens: hours.opens, closes } : null, problem: null }
}

/**
 * Returns the chosen time from which the day closes, null for all of it, and every second full hour of the opening to
 * choose from.
 */
export function namedHours(day: Day, chosen: Hours | null) {
	const { hours } = openingOn(currentVenue().calendar, day)
	const [first, last] = hours
		? [Number(hours.opens.slice(0, 2)), Number(hours.closes.slice(0, 2))]
		: [0, 0]
	const all = Array.from({ length: Math.max(0, last - first - 1) }, (_, index) => first + 1 + index)
	const times = all
		.filter((hour) => (hour - first) % 2 === 0)
		.map((hour) => `${String(hour).padStart(2, '0')}:00`)
	return { from: chosen?.closes ?? null, times }
}

/** Returns a booking as the page that closes a day lists it, in words; amounts also in cents, for sums. */
export function bookingView(booking: NamedBooking, locale: Locale) {
	const { visit, title, room, customer, paid, paidOnSite, ...rest } = booking
	return {
		...rest,
		time: visit ? `${timeAt(visit.startsAt)}–${endTimeAt(visit.endsAt)}` : '',
		// The room, or the booked product where there is no room.
		what: shortName(inLocale(room ?? title ?? { de: '', en: '' }, locale)),
		customer,
		// The page leaves out the customer's name where it ends in the booking's, as for one family.
		isNamedByCustomer: customer.endsWith(rest.name),
		paid: euros(paid, locale),
		paidCents: paid,
		tillCents: paidOnSite,
		paidOnSite: paidOnSite > 0 ? euros(paidOnSite, locale) : null,
		isTickable: isTickable(booking),
	}
}
export type BookingView = ReturnType<typeof bookingView>

type Context = Readonly<RouterContextProvider>

/** Returns the name of who closed or reopened a day: a member of staff, or the command line. */
export async function whoClosed({ actor }: Closing, context: Context): Promise<string> {
	const names = await namesOf([actor])
	return names.get(actor) ?? deskWordsOf(context).t('staff.commandLine')
}

/** Says that the day was closed or reopened since the page was shown: by whom, when, and why (faults N331). */
export async function changedSince(closing: Closing, context: Context): Promise<string> {
	const { t, locale } = deskWordsOf(context)
	const by = await whoClosed(closing, context)
	const { madeAt, reason } = closing
	const when = { on: formatDay(madeAt, locale, 'numeric'), time: formatTime(madeAt, locale) }
	return closing.override
		? t('close.closedSince', { by, ...when, reason: reason ?? '' })
		: t('close.openedSince', { by, ...when })
}
