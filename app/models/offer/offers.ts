import type { Span } from '#app/models/capacity/peak.ts'
import type { Cents } from '#app/models/money.ts'
import { guestsFor } from '#app/models/offer/guests.ts'
import {
	hasBegun,
	leftOf,
	startsOf,
	type BookableDay,
	type Occupancy,
} from '#app/models/offer/occupancy.ts'
import { kindOf, type Search } from '#app/models/offer/search.ts'
import { isDayBound } from '#app/models/product/kind.ts'
import { needsPhone } from '#app/models/product/notice.ts'
import { dayPrice } from '#app/models/product/price.ts'
import { isBookable, openingOn } from '#app/models/venue/calendar.ts'
import type { Product } from '#app/models/venue/catalogue.ts'
import type { Duration } from '#app/models/venue/slot.ts'
import type { Venue } from '#app/models/venue/venue.ts'

/** A product for the day, the time and the group that were chosen. */
export type Offer = {
	product: Product
	/** What one piece costs that day; null: not sold for that duration. */
	price: Cents | null
	duration: Duration | null
	/** When it would take place; null for what has no time, or while none is chosen. */
	span: Span | null
	/**
	 * `needsTime`: choose a time first · `otherTime`: not at this one · `otherDuration`: not for so long ·
	 * `closed`: not on that day · `byPhone`: at this time, and only the telephone books it.
	 */
	state:
		| 'available'
		| 'soldOut'
		| 'needsTime'
		| 'otherTime'
		| 'otherDuration'
		| 'closed'
		| 'byPhone'
	left: number
	/** Start times with room for the group, when this one has none. */
	times: string[]
}

/**
 * Everything with a place of its own that one comes for, priced and counted for the search. A day that cannot
 * be booked has all of it too, without price and times, so that it can be chosen for another day.
 */
export function offersOf(venue: Venue, search: Search, { loads, now }: Occupancy): Offer[] {
	const bookable = isBookable(venue.calendar, search.day, now)
	return venue.products
		.filter((product) => isOfKind(product, search))
		.map((product) =>
			bookable.ok
				? offerOf(venue, product, search, { opening: bookable.value, loads, now })
				: { ...none, product, state: 'closed' },
		)
}

/** Whether it is what one comes for: a thing with a time of its own. */
export function isOfKind({ duration, kind }: Product, search: Pick<Search, 'kind'>): boolean {
	return duration !== undefined && kindOf(kind) === search.kind
}

export type Extra = { product: Product; price: Cents | null }

/** What needs no place of its own: gift vouchers for who gives one, add-ons at that day's prices for all others. */
export function extrasOf(venue: Venue, { day, kind }: Pick<Search, 'day' | 'kind'>): Extra[] {
	const { class: dayClass } = openingOn(venue.calendar, day)
	const wanted = kind === 'gift' ? 'giftVoucher' : 'addon'
	return venue.products
		.filter((product) => product.kind === wanted)
		.map((product) => ({
			product,
			price:
				dayPrice(
					product,
					wanted === 'giftVoucher' ? 'weekday' : dayClass,
					isDayBound(product) ? day : null,
					null,
				) ?? null,
		}))
}

const none = { price: null, duration: null, span: null, left: 0, times: [] }

function offerOf(
	venue: Venue,
	product: Product,
	search: Search,
	{ opening, loads, now }: BookableDay,
): Offer {
	const duration = product.duration === 'chosen' ? search.duration : (product.duration ?? null)
	const price = dayPrice(product, opening.class, search.day, duration) ?? null
	const base = { ...none, product, price, duration }
	if (price === null || duration === null) return { ...base, state: 'otherDuration' }
	if (search.time === null) return { ...base, state: 'needsTime' }

	const starts = startsOf(venue, product, opening, duration)
	const { guests, day } = search
	const leftAt = (span: Span) =>
		hasBegun(span, now) ? 0 : leftOf(venue, product, { guests, span }, loads)
	const isLate = ({ from }: Span) =>
		needsPhone(venue, product, { guests: guestsFor(product.quantity, guests), day, from }, now)
	const span = starts.find(({ time }) => time === search.time)?.span ?? null
	const left = span ? leftAt(span) : 0
	const isOnPhone = span !== null && left > 0 && isLate(span)
	if (left > 0 && !isOnPhone) return { ...base, state: 'available', span, left }
	const times = starts
		.filter(({ span: other }) => !isLate(other) && leftAt(other) > 0)
		.map(({ time }) => time)
	if (isOnPhone) return { ...base, state: 'byPhone', span, times }
	return { ...base, state: times.length > 0 ? 'otherTime' : 'soldOut', span, times }
}
