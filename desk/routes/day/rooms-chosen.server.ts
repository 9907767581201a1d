import { DateTime } from 'luxon'

import { inLocale, type Locale } from '#app/i18n/i18n.ts'
import { translator } from '#app/i18n/translator.ts'
import type { RoomsByTime } from '#app/models/capacity/rooms-by-time.ts'
import type { Occupancy } from '#app/models/offer/occupancy.ts'
import { fitsOf, type Fit } from '#app/models/offer/room-fits.ts'
import { kindOf } from '#app/models/offer/search.ts'
import { isBookable } from '#app/models/venue/calendar.ts'
import { formatDuration, formatTime } from '#app/models/venue/date-format.ts'
import { endTimeAt, timeAt } from '#app/models/venue/day.ts'
import type { Day } from '#app/models/venue/slot.ts'
import type { Venue } from '#app/models/venue/venue.ts'
import { shortName } from '#desk/routes/day/rooms-view.server.ts'

type Choosing = { venue: Venue; day: Day; layout: RoomsByTime; locale: Locale } & Occupancy

/**
 * Returns the free time of a room that an address chooses with `room` and `at`, and the products that fit there; null
 * when there is none, or it was taken meanwhile.
 */
export function chosenIn(query: URLSearchParams, { layout, ...choosing }: Choosing) {
	const { locale } = choosing
	const found = layout.rooms.find(({ id }) => id === query.get('room'))
	for (const cell of found?.cells ?? []) {
		if (!found || cell.kind !== 'free') continue
		const at = cell.times.find((it) => timeAt(DateTime.fromMillis(it)) === query.get('at'))
		if (at === undefined) continue
		const fits = fitsAt(found.id, at, choosing)
		return {
			room: found.id,
			name: shortName(inLocale(found.name, locale)),
			at: timeAt(DateTime.fromMillis(at)),
			until: endTimeAt(DateTime.fromMillis(cell.until)),
			seats: found.seats,
			cleaning: found.cleaning,
			fits,
			kind: fits[0]?.kind ?? 'party',
		}
	}
	return null
}

type FitView = ReturnType<typeof fitView>[number]

/**
 * Lists the products that fit a room at a time, for buttons that begin a call; parties first. Empty on a day that
 * cannot be booked.
 */
function fitsAt(
	roomId: string,
	at: number,
	{ venue, day, locale, loads, now }: Omit<Choosing, 'layout'>,
): FitView[] {
	const bookable = isBookable(venue.calendar, day, now)
	if (!bookable.ok) return []
	const fits = fitsOf(venue, { roomId, at }, { opening: bookable.value, loads, now })
	return fits
		.flatMap((fit) => fitView(fit, locale))
		.toSorted((one, other) => Number(one.kind !== 'party') - Number(other.kind !== 'party'))
}

function fitView({ product, time, durations, guests, isByPhone }: Fit, locale: Locale) {
	return durations.map((duration) => ({
		take: `${product.id} ${time}`,
		kind: kindOf(product.kind),
		duration: product.duration === 'chosen' ? duration : null,
		length: formatDuration(duration, locale, translator(locale)),
		name: shortName(inLocale(product.name, locale)),
		time: formatTime(time, locale),
		guests,
		isByPhone,
	}))
}
