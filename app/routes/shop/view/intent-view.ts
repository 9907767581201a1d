import type { LocalText } from '#app/i18n/i18n.ts'
import type { Cart } from '#app/models/cart/cart.ts'
import { memoizeByOwner } from '#app/models/memoize.ts'
import type { Cents } from '#app/models/money.ts'
import { occasionsOf } from '#app/models/offer/occasions.ts'
import { kindOf, kinds, type Kind } from '#app/models/offer/search.ts'
import { partyTypes, type PartyType } from '#app/models/party-types.ts'
import { dayPrice } from '#app/models/product/price.ts'
import { openingOn } from '#app/models/venue/calendar.ts'
import type { Product } from '#app/models/venue/catalogue.ts'
import { parseDuration, type Day, type Duration } from '#app/models/venue/slot.ts'
import { findResource, type Venue } from '#app/models/venue/venue.ts'
import { bookedFor } from '#app/routes/shop/view/starting-point.ts'

/**
 * A choice of what to look for (play, party, room or gift voucher), with its picture and price. `from`: the least price
 * in cents of its main product on that day, which `name` names where another product costs less; for gift vouchers the
 * least of all. `booked`: the duration in the cart, so that a room's duration never becomes that of the tickets.
 * `isForAll`: its parties are offered for every type of party, not for birthdays alone.
 */
export type IntentView = {
	kind: Kind
	picture: string
	from: Cents | null
	name?: LocalText
	isForAll: boolean
	/** The type of party that the link of this choice preselects; null without one. */
	occasion: PartyType | null
	booked?: { duration: Duration }
}

/** Returns the choices of what to look for that have products for sale. */
export function intentViews(venue: Venue, day: Day, cart: Cart | null): IntentView[] {
	return intentsOn(venue, day).map((intent) => {
		const booked = cart?.day === day ? bookedFor(venue, cart, intent.kind) : undefined
		const duration = parseDuration(booked?.duration)
		return duration ? { ...intent, booked: { duration } } : intent
	})
}

const intentsOn = memoizeByOwner((venue: Venue, day: Day): IntentView[] =>
	kinds.flatMap((kind) => {
		const products = venue.products.filter(
			(product) => product.kind !== 'addon' && kindOf(product.kind) === kind,
		)
		const shown = products.find(({ popular }) => popular) ?? products[0]
		if (!shown) return []
		const entry = findResource(venue, venue.entry.resource)
		const picture = (kind === 'play' && entry?.picture) || shown.picture
		const least = leastOf(products.map((product) => leastPrice(venue, { product, day })))
		const own = kind === 'gift' ? null : leastPrice(venue, { product: shown, day })
		const from = own ?? least
		const isForAll = kind === 'party' && occasionsOf(venue).length === partyTypes.length
		const isBirthday = kind === 'party' && occasionsOf(venue).includes('birthday')
		const occasion = isBirthday ? 'birthday' : null
		const name = from === least ? undefined : shown.name
		return [{ kind, picture, from, isForAll, occasion, ...(name && { name }) }]
	}),
)

/** Returns the least price of a product on that day over all durations, in cents; null when it is not sold then. */
export function priceFrom(venue: Venue, product: Product, day: Day): Cents | null {
	return knownPrice(venue, { product, day })
}

type Sold = { product: Product; day: Day }
const knownPrice = memoizeByOwner(leastPrice, ({ product, day }: Sold) => `${product.id} ${day}`)

function leastPrice({ calendar, entry }: Venue, { product, day }: Sold): Cents | null {
	const { class: dayClass } = openingOn(calendar, day)
	const lengths = product.duration === 'chosen' ? entry.durations : [product.duration ?? null]
	return leastOf(lengths.map((length) => dayPrice(product, dayClass, day, length) ?? null))
}

function leastOf(prices: readonly (Cents | null)[]): Cents | null {
	const known = prices.filter((price) => price !== null)
	return known.toSorted((one, other) => one - other)[0] ?? null
}
