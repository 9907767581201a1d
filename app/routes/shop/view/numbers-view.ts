import type { Search } from '#app/models/offer/search.ts'
import { suggestedTickets } from '#app/models/offer/suggestion.ts'
import { readTake, type Pieces } from '#app/models/offer/take.ts'
import type { Venue } from '#app/models/venue/venue.ts'
import type { ExtraView, OfferView } from '#app/routes/shop/view/offer-view.ts'

type Things = { offers: readonly OfferView[]; extras: readonly ExtraView[] }

/**
 * Returns the quantities in the fields by product id: typed ones first, then those of the cart, then a suggestion for
 * visitors without tickets. `suggests` is false when the number of guests is refused or the cart holds a party.
 */
export function numbersOf(
	venue: Venue,
	search: Search,
	{ offers, extras, suggests }: Things & { suggests: boolean },
): { numbers: Pieces; isSuggestion: boolean } {
	const chosen = [...offers, ...extras].filter(({ here }) => here > 0)
	const hasTickets = offers.some(({ inCart }) => inCart > 0)
	const isSuggestion = search.kind === 'play' && search.take === null && !hasTickets && suggests
	return {
		numbers: {
			...Object.fromEntries(chosen.map(({ id, here }) => [id, here])),
			...(isSuggestion && suggestedTickets(venue, search.guests)),
			...readTake(search.take),
		},
		isSuggestion,
	}
}
