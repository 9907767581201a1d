import { offeredDuration } from '#app/models/offer/duration.ts'
import { guestsFor } from '#app/models/offer/guests.ts'
import {
	hasBegun,
	leftOf,
	startsOf,
	type Occupancy,
	type StartSpan,
} from '#app/models/offer/occupancy.ts'
import type { Search } from '#app/models/offer/search.ts'
import { needsPhone } from '#app/models/product/notice.ts'
import { isBookable } from '#app/models/venue/calendar.ts'
import type { Product } from '#app/models/venue/catalogue.ts'
import type { Venue } from '#app/models/venue/venue.ts'

/** A start time to come of one product; `isFree`: the group finds room online, `isByPhone`: by telephone alone. */
export type StartTime = StartSpan & { isFree: boolean; isByPhone: boolean }

export function timesOf(
	venue: Venue,
	product: Product,
	search: Search,
	{ loads, now }: Occupancy,
): StartTime[] {
	const bookable = isBookable(venue.calendar, search.day, now)
	if (!bookable.ok) return []
	const { guests } = search
	const duration = offeredDuration(venue, product, bookable.value, search.duration)
	if (duration === null) return []
	return startsOf(venue, product, bookable.value, duration)
		.filter(({ span }) => !hasBegun(span, now))
		.map((start) => {
			const hasRoom = leftOf(venue, product, { guests, span: start.span }, loads) > 0
			const isLate = hasRoom && isLateAt(venue, product, { search, from: start.span.from }, now)
			return { ...start, isFree: hasRoom && !isLate, isByPhone: isLate }
		})
}

function isLateAt(
	venue: Venue,
	product: Product,
	{ search, from }: { search: Search; from: number },
	now: Occupancy['now'],
): boolean {
	const guests = guestsFor(product.quantity, search.guests)
	return needsPhone(venue, product, { guests, day: search.day, from }, now)
}
