import { kindOf } from '#app/models/offer/search.ts'
import { partyTypes, type PartyType } from '#app/models/party-types.ts'
import type { Venue } from '#app/models/venue/venue.ts'

/** Lists the types of party for which the venue offers at least one product. */
export function occasionsOf({ products }: Pick<Venue, 'products'>): PartyType[] {
	const offers = products
		.filter(({ kind }) => kindOf(kind) === 'party')
		.map((product) => product.partyTypes ?? partyTypes)
	return partyTypes.filter((type) => offers.some((types) => types.includes(type)))
}
