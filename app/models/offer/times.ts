import { lengthOf } from '#app/models/offer/length.ts'
import {
	isOver,
	leftOf,
	startsOf,
	type Occupancy,
	type Start,
} from '#app/models/offer/occupancy.ts'
import type { Search } from '#app/models/offer/search.ts'
import { isBookable } from '#app/models/venue/calendar.ts'
import type { Product } from '#app/models/venue/catalogue.ts'
import type { Venue } from '#app/models/venue/venue.ts'

/** A start time to come of one product, and whether the group finds room then. */
export type StartTime = Start & { isFree: boolean }

export function timesOf(
	venue: Venue,
	product: Product,
	search: Search,
	{ loads, now }: Occupancy,
): StartTime[] {
	const bookable = isBookable(venue.calendar, search.day, now)
	if (!bookable.ok) return []
	const { guests } = search
	const duration = lengthOf(venue, product, bookable.value, search.duration)
	if (duration === null) return []
	return startsOf(venue, product, bookable.value, duration)
		.filter(({ span }) => !isOver(span, now))
		.map((start) => ({
			...start,
			isFree: leftOf(venue, product, { guests, span: start.span }, loads) > 0,
		}))
}
