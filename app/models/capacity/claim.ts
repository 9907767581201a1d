import { blockedBy, free, isExclusive, MINUTE } from '#app/models/capacity/free.ts'
import type { Load, Span } from '#app/models/capacity/peak.ts'
import type { Product, Resource, ResourceUse } from '#app/models/venue/catalogue.ts'
import { candidates, type Venue } from '#app/models/venue/venue.ts'

/**
 * One use of resources by a product, for a time and a quantity: `units` of one of the `candidates`, which has at least
 * `seats` if it is a room.
 */
export type Need = { during: Span; candidates: Resource[]; units: number; seats: number }

/** A resource given to a need, with the units and the time. `blocked` is `during` plus cleaning. */
export type Placement = {
	resourceId: string
	exclusive: boolean
	units: number
	during: Span
	blocked: Span
}

/** A place that a cart holds for one of its lines. */
export type Held = { id: string; lineId: string | null; load: Load }

/** Lists the needs of one line of `product` that is booked for the time `booked`. */
export function needsOf(venue: Venue, product: Product, quantity: number, booked: Span): Need[] {
	return product.uses.map((use) => ({
		during: timeOfUse(use, booked),
		candidates: candidates(venue, use),
		units: use.units === 'quantity' ? quantity : use.units,
		seats: quantity,
	}))
}

/**
 * Gives every need its resource: the smallest free room with enough seats, or the zone if it has the units; rooms that
 * are `preferred` come before smaller ones. Null when one of the needs finds none. Needs placed earlier count as taken
 * for later ones.
 */
export function assignResources(
	needs: readonly Need[],
	loads: readonly Load[],
	preferred: readonly string[] = [],
): Placement[] | null {
	const taken = [...loads]
	const placements: Placement[] = []
	for (const need of needs) {
		const placement = assignResource(need, taken, preferred)
		if (!placement) return null
		placements.push(placement)
		taken.push(...loadsOf([placement]))
	}
	return placements
}

/** Returns the loads that placements put on their resources, cleaning included. */
export function loadsOf(placements: readonly Placement[]): Load[] {
	return placements.map(({ resourceId, units, blocked }) => ({ resourceId, units, ...blocked }))
}

/** Finds the largest quantity of `product` that still fits during `booked`; at most `limit`. */
export function placesLeft(
	venue: Venue,
	product: Product,
	{ booked, loads, limit }: { booked: Span; loads: readonly Load[]; limit: number },
): number {
	let fits = 0
	let tooMany = limit + 1
	while (tooMany - fits > 1) {
		const quantity = Math.floor((fits + tooMany) / 2)
		if (assignResources(needsOf(venue, product, quantity, booked), loads)) fits = quantity
		else tooMany = quantity
	}
	return fits
}

function assignResource(
	need: Need,
	taken: readonly Load[],
	preferred: readonly string[],
): Placement | undefined {
	const rank = ({ id }: Resource) => (preferred.includes(id) ? 0 : 1)
	const fitting = need.candidates
		.filter((resource) => !isExclusive(resource) || (resource.seats ?? 0) >= need.seats)
		.toSorted((one, other) => rank(one) - rank(other) || (one.seats ?? 0) - (other.seats ?? 0))
	for (const resource of fitting) {
		const exclusive = isExclusive(resource)
		const units = exclusive ? 1 : need.units
		if (free(resource, taken, need.during) < units) continue
		return {
			resourceId: resource.id,
			exclusive,
			units,
			during: need.during,
			blocked: blockedBy(resource, need.during),
		}
	}
	return undefined
}

function timeOfUse(use: ResourceUse, booked: Span): Span {
	const from = booked.from + use.from * MINUTE
	return { from, until: use.minutes === undefined ? booked.until : from + use.minutes * MINUTE }
}
