import type { Cart } from '#app/models/cart/cart.ts'
import type { Cents } from '#app/models/money.ts'
import { kindOf, kinds, type Kind } from '#app/models/offer/search.ts'
import { dayPrice } from '#app/models/product/price.ts'
import { openingOn } from '#app/models/venue/calendar.ts'
import type { Product } from '#app/models/venue/catalogue.ts'
import { parseDuration, type Day, type Duration } from '#app/models/venue/slot.ts'
import { findResource, type Venue } from '#app/models/venue/venue.ts'
import { bookedFor } from '#app/routes/shop/starting-point.ts'

/**
 * One of the things that visitors come for. `from`: what the least of it costs on that day. `booked`: for how
 * long it lies in the cart, so that the length of a room never becomes that of the tickets.
 */
export type IntentView = {
	kind: Kind
	picture: string
	from: Cents | null
	booked?: { duration: Duration }
}

/** What there is to come for; a kind of which nothing is for sale is left out. */
export function intentViews(venue: Venue, day: Day, cart: Cart | null): IntentView[] {
	return kinds.flatMap((kind) => {
		const products = venue.products.filter(
			(product) => product.kind !== 'addon' && kindOf(product.kind) === kind,
		)
		const shown = products.find(({ popular }) => popular) ?? products[0]
		if (!shown) return []
		const entry = findResource(venue, venue.entry.resource)
		const picture = (kind === 'play' && entry?.picture) || shown.picture
		const from = leastOf(products.map((it) => priceFrom(venue, it, day)))
		const duration =
			cart?.day === day ? parseDuration(bookedFor(venue, cart, kind)?.duration) : null
		return [{ kind, picture, from, ...(duration && { booked: { duration } }) }]
	})
}

/** What a product costs that day at least, whatever the length; null: it is not sold then. */
export function priceFrom({ calendar, entry }: Venue, product: Product, day: Day): Cents | null {
	const { class: dayClass } = openingOn(calendar, day)
	const lengths = product.duration === 'chosen' ? entry.durations : [product.duration ?? null]
	return leastOf(lengths.map((length) => dayPrice(product, dayClass, day, length) ?? null))
}

function leastOf(prices: readonly (Cents | null)[]): Cents | null {
	const known = prices.filter((price) => price !== null)
	return known.toSorted((one, other) => one - other)[0] ?? null
}
