import { inLocale, type LocalText, type Locale } from '#app/i18n/i18n.ts'
import { kindOf } from '#app/models/offer/search.ts'
import type { Order, OrderLine } from '#app/models/order/order.ts'
import { roomWords } from '#app/models/order/room-words.ts'
import type { VisitView } from '#app/models/order/visit-view.ts'
import { findProduct, type Venue } from '#app/models/venue/venue.ts'

/**
 * Returns the main product of an order with its room, guests and picture: names as they were ordered, and the picture
 * of today, since pictures are not frozen.
 */
export function visitView(
	venue: Venue,
	{ lines }: Pick<Order, 'lines'>,
	locale: Locale,
): VisitView {
	const own = lines.filter((line) => line.parentPosition === null)
	const main = own.find((line) => isPlace(venue, line))
	const first = main ?? own[0]
	const room = main?.detail ?? null
	return {
		what: main ? inLocale(main.title, locale) : null,
		room: main ? roomWords({ ...main, room }, locale) : null,
		guests: main && findProduct(venue, main.productId)?.perGuest ? main.quantity : null,
		picture:
			(room && pictureOfRoom(venue, room)) ??
			(first ? (findProduct(venue, first.productId)?.picture ?? null) : null),
	}
}

function isPlace(venue: Venue, { productId }: OrderLine): boolean {
	const product = findProduct(venue, productId)
	return product !== undefined && ['party', 'place'].includes(kindOf(product.kind))
}

function pictureOfRoom({ resources }: Venue, room: LocalText): string | null {
	return resources.find(({ name }) => name.de === room.de)?.picture ?? null
}
