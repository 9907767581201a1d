import type { Numbers } from '#app/models/offer/take.ts'
import type { Product } from '#app/models/venue/catalogue.ts'

const adultAge = 15

/** Which tickets a group of so many guests may want: one adult, the others children. Only proposed, never laid into a cart. */
export function suggestedTickets(products: readonly Product[], guests: number): Numbers {
	const tickets = products.filter(
		({ kind, conditions, quantity }) =>
			kind === 'ticket' && conditions.length === 0 && quantity.min === 1,
	)
	const adult = tickets
		.filter(({ age }) => (age?.min ?? 0) >= adultAge)
		.toSorted((one, other) => (one.age?.min ?? 0) - (other.age?.min ?? 0))[0]
	const child = tickets.find((ticket) => (ticket.age?.min ?? 0) < adultAge)
	if (!adult || !child) return tickets[0] ? { [tickets[0].id]: guests } : {}
	return { [adult.id]: 1, ...(guests > 1 && { [child.id]: guests - 1 }) }
}
