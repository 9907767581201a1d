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

/** An offer: a product with its price and free places for the chosen day, time and number of guests. */
export type Offer = {
	product: Product
	/** The price of one piece on that day; null when the product is not sold for the duration. */
	price: Cents | null
	duration: Duration | null
	/** The time at which the product would take place; null for a product without a time, and while no time is chosen. */
	span: Span | null
	/**
	 * The state of the offer. `needsTime`: a time must be chosen first · `otherTime`: no room at this time ·
	 * `otherDuration`: not sold for this duration · `closed`: the day cannot be booked · `byPhone`: free at this time,
	 * booked by telephone alone.
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
	/** Other start times with room for the group, when the chosen one has none. */
	times: string[]
}

/**
 * Lists the offers of the searched kind: products with a duration, with price and free places. On a day that cannot be
 * booked they are listed without price and times, so that they can be chosen for another day.
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

/** True for a product of the searched kind that has a duration. */
export function isOfKind({ duration, kind }: Product, search: Pick<Search, 'kind'>): boolean {
	return duration !== undefined && kindOf(kind) === search.kind
}

export type Extra = { product: Product; price: Cents | null }

/** Lists the products without a duration: gift vouchers in a search for a gift, else add-ons at the day's prices. */
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
