import type { TakenPlace } from '#app/models/capacity/block.ts'
import type { OrderLine } from '#app/models/order/order.ts'
import type { BookedPlace } from '#app/models/order/visit.ts'
import type { Venue } from '#app/models/venue/venue.ts'

/** The parts of a booking by which its guests are counted. */
type Counted = {
	places: readonly Pick<BookedPlace, 'resourceId' | 'units'>[]
	lines: readonly Pick<OrderLine, 'productId' | 'parentPosition' | 'quantity'>[]
}

/**
 * Counts the guests of a booking, by one rule for every page of the desk: those who come into the zone of the entry. A
 * booking without that zone has the guests of the product that counts them, such as a round of laser tag; a room alone
 * gives 0, because its guests are not known (faults N180).
 */
export function visitGuests(venue: Venue, { places, lines }: Counted): number {
	const inside = places
		.filter(({ resourceId }) => resourceId === venue.entry.resource)
		.reduce((guests, { units }) => guests + units, 0)
	if (inside > 0) return inside
	const counting = productsOfGuests(venue)
	return lines
		.filter((line) => line.parentPosition === null && counting.includes(line.productId))
		.reduce((most, { quantity }) => Math.max(most, quantity), 0)
}

/** The ids of the products whose quantity is a number of guests. */
export function productsOfGuests({ products }: Venue): string[] {
	return products.filter(({ perGuest }) => perGuest).map(({ id }) => id)
}

/** Counts the guests of each booking that has one of these places, by the id of its order. */
export function guestsByOrder(
	venue: Venue,
	taken: readonly TakenPlace[],
): ReadonlyMap<string, number> {
	const placesOf = (orderId: string) =>
		taken.filter(({ holder }) => holder.kind === 'order' && holder.orderId === orderId)
	return new Map(
		taken.flatMap(({ holder }) => {
			if (holder.kind !== 'order') return []
			const { orderId, lines } = holder
			return [[orderId, visitGuests(venue, { places: placesOf(orderId), lines })] as const]
		}),
	)
}
