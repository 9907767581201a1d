import type { AskedChange } from '#app/models/booking/asked-lines.ts'
import {
	isPiece,
	numbersOf,
	positionIn,
	type TypedNumbers,
} from '#app/models/booking/typed-numbers.ts'
import type { Cart } from '#app/models/cart/cart.ts'
import { findProduct, type Venue } from '#app/models/venue/venue.ts'
import type { OrderedParty } from '#app/models/visitor/party.ts'

/**
 * The texts of a booking that a form has sent: the party and the answers. A field left out leaves its text as it is.
 */
export type Texts = {
	party?: OrderedParty | undefined
	answers?: Record<string, string> | undefined
}

/**
 * Makes the change that a form asks for: of the quantities that differ from those of the booking, and of the texts
 * sent.
 */
export function askedOf(
	venue: Venue,
	cart: Cart,
	numbers: TypedNumbers,
	texts: Texts,
): AskedChange {
	const own = cart.lines.filter(
		(line) =>
			!isPiece(venue, cart, line) && findProduct(venue, line.productId)?.kind !== 'giftVoucher',
	)
	const quantities = own.flatMap((line) => {
		const number = numbers.lines[positionIn(line)]
		return number === undefined || number === line.quantity ? [] : [[positionIn(line), number]]
	})
	const before = numbersOf(venue, cart).pieces
	const guestsOf = (at: string) =>
		own.find((line) => positionIn(line) === at)?.quantity !== numbers.lines[at]
	const pieces = Object.entries(numbers.pieces).filter(
		([at, pieces]) => guestsOf(at) || JSON.stringify(pieces) !== JSON.stringify(before[at]),
	)
	return {
		kind: 'change',
		quantities: Object.fromEntries(quantities),
		pieces: Object.fromEntries(pieces),
		added: Object.entries(numbers.extras).flatMap(([productId, quantity]) =>
			quantity > 0 ? [{ productId, quantity }] : [],
		),
		...(texts.party && { party: texts.party }),
		...(texts.answers && { answers: texts.answers }),
	}
}
