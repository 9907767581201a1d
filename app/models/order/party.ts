import { isExclusive } from '#app/models/capacity/free.ts'
import type { Cart, CartLine } from '#app/models/cart/cart.ts'
import { partyTypes, type PartyType } from '#app/models/party-types.ts'
import { isExposition } from '#app/models/product/kind.ts'
import type { Product } from '#app/models/venue/catalogue.ts'
import { candidates, findProduct, type Venue } from '#app/models/venue/venue.ts'

type Chosen = { lines: readonly Pick<CartLine, 'productId'>[] }

/** True when the cart has a product that a party has to itself, which asks for a type and a name of the party. */
export function hasParty(venue: Venue, cart: Chosen): boolean {
	return offeredPartyTypes(venue, cart).length > 0
}

/**
 * The types of party that the customer may choose: those offered for every exclusive product in the cart or, when these
 * have none in common, those offered for any. Empty when nothing in the cart is exclusive.
 */
export function offeredPartyTypes(venue: Venue, cart: Chosen): PartyType[] {
	const offers = cart.lines.flatMap((line) => {
		const product = findProduct(venue, line.productId)
		return product && isForParty(venue, product) ? [product.partyTypes ?? partyTypes] : []
	})
	const common = partyTypes.filter((type) => offers.every((types) => types.includes(type)))
	if (offers.length === 0) return []
	return common.length > 0 ? common : partyTypes.filter((type) => offers.flat().includes(type))
}

/**
 * The type of party preselected in the form of details: the occasion looked for, if it is offered, else the type chosen
 * before.
 */
export function firstPartyType(
	offered: readonly PartyType[],
	looked: PartyType | null,
	said: PartyType | undefined,
): PartyType | undefined {
	return offered.find((type) => type === looked) ?? said
}

/** True for a package, and for a product with a room or attraction that its guests have to themselves. */
export function isForParty(venue: Venue, product: Product): boolean {
	if (!isExposition(product)) return product.kind === 'package'
	return product.uses.some((use) => candidates(venue, use).some(isExclusive))
}

/**
 * True when the cart needs no type of party, or has a name and an offered type; the cart may have changed after the
 * choice.
 */
export function isPartySaid(venue: Venue, cart: Cart): boolean {
	const types = offeredPartyTypes(venue, cart)
	const { party } = cart
	return types.length === 0 || (party !== null && party.name !== '' && types.includes(party.type))
}
