import type { Locale } from '#app/i18n/i18n.ts'
import { translator } from '#app/i18n/translator.ts'
import type { Cart, CartLine } from '#app/models/cart/cart.ts'
import { guestsFor } from '#app/models/offer/guests.ts'
import type { Search } from '#app/models/offer/search.ts'
import { formatDay, formatTimeRange } from '#app/models/venue/date-format.ts'
import { durationText } from '#app/models/venue/slot.ts'
import type { OfferView } from '#app/routes/shop/view/offer-view.ts'
import type { ThingView } from '#app/routes/shop/view/thing-view.ts'

/** The search and products that the page shows, and the cart. */
type PageAndCart = {
	search: Search
	offers: readonly OfferView[]
	thing: ThingView | null
	cart: Cart
}

/**
 * Returns the cart's line of the shown product in words, while the page shows another day, duration or number of
 * guests: '15:00–17:00 Uhr, 6 Gäste', with the day in front where that differs. Null when the page shows what the cart
 * holds, or the cart has no such line.
 */
export function stillInCart(shown: PageAndCart, locale: Locale): string | null {
	const { search, thing, cart } = shown
	const line = search.kind === 'play' ? otherTicket(shown) : thing && otherThing(shown, thing.offer)
	if (!line?.startsAt || !line.endsAt) return null
	const parts = [
		cart.day && cart.day !== search.day && formatDay(cart.day, locale, 'short'),
		formatTimeRange(line.startsAt, line.endsAt, locale),
		thing?.offer.perGuest && translator(locale)('cart.guestCount', { count: line.quantity }),
	]
	return parts.filter(Boolean).join(', ')
}

/**
 * Finds the line of tickets in the cart for another day or duration than the page shows. Tickets at another time are
 * more tickets; on the day shown, group tickets with choices are left out.
 */
function otherTicket({ search, offers, cart }: PageAndCart): CartLine | undefined {
	const isOtherDay = cart.day !== search.day
	const own = offers.filter(({ inCart, here, conditions }) =>
		isOtherDay ? inCart > 0 : here > 0 && conditions.length === 0,
	)
	const isOther = ({ duration }: CartLine) =>
		isOtherDay || duration !== durationText(search.duration)
	return cart.lines.find((line) => own.some(({ lineId }) => lineId === line.id) && isOther(line))
}

function otherThing({ search, cart }: PageAndCart, offer: OfferView): CartLine | undefined {
	const line = cart.lines.find(({ id }) => id === offer.chosen?.id)
	const isSameGroup = !offer.perGuest || guestsFor(offer, search.guests) === line?.quantity
	return cart.day === search.day && offer.here > 0 && isSameGroup ? undefined : line
}
