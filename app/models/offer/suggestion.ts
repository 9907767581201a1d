import { shareOf } from '#app/models/cart/share.ts'
import type { Pieces } from '#app/models/offer/take.ts'
import type { Venue } from '#app/models/venue/venue.ts'

const adultAge = 15

/**
 * Proposes tickets to a group: one adult and children, with more adults when the children's ticket takes no more
 * pieces. Empty when the group is larger than a cart may hold or than these tickets allow. A proposal is never put into
 * a cart.
 */
export function suggestedTickets(venue: Venue, guests: number): Pieces {
	if (guests > shareOf(venue, venue.entry.resource)) return {}
	const tickets = venue.products.filter(
		({ kind, conditions, quantity }) =>
			kind === 'ticket' && conditions.length === 0 && quantity.min === 1,
	)
	const adult = tickets
		.filter(({ age }) => (age?.min ?? 0) >= adultAge)
		.toSorted((one, other) => (one.age?.min ?? 0) - (other.age?.min ?? 0))[0]
	const child = tickets.find((ticket) => (ticket.age?.min ?? 0) < adultAge)
	const [first] = tickets
	if (!adult || !child) return first && guests <= first.quantity.max ? { [first.id]: guests } : {}
	const children = Math.min(guests - 1, child.quantity.max)
	const adults = guests - children
	if (adults > adult.quantity.max) return {}
	return { [adult.id]: adults, ...(children > 0 && { [child.id]: children }) }
}
