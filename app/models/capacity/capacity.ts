import {
	candidates,
	type Product,
	type Resource,
	type ResourceUse,
	type Venue,
} from '#app/models/venue/venue.ts'

export const allocationStates = ['held', 'pending', 'confirmed', 'released', 'expired'] as const
export type AllocationState = (typeof allocationStates)[number]

/** The states that take up room. A hold does so only until it expires. */
export const liveStates = [
	'held',
	'pending',
	'confirmed',
] as const satisfies readonly AllocationState[]

/** Half-open time in epoch milliseconds: a party that ends at 16:00 does not touch one that begins then. */
export type Span = { from: number; until: number }

/** What is taken of a resource over a time, cleaning included. */
export type Load = Span & { resourceId: string; units: number }

/** One use of a product, worked out for a time and a quantity. `blocked` is `during` plus cleaning. */
export type Need = { during: Span; candidates: Resource[]; units: number; seats: number }

/** A resource given to a need. */
export type Placement = {
	resourceId: string
	exclusive: boolean
	units: number
	during: Span
	blocked: Span
}

/**
 * The most units taken at any one moment of `span`. The peak, not the sum: 30 guests from 10 to 11 and
 * 30 others from 11 to 12 are never more than 30 at once.
 */
export function peak(loads: readonly Load[], resourceId: string, span: Span): number {
	const changes: { at: number; units: number }[] = []
	for (const load of loads) {
		if (load.resourceId !== resourceId || load.until <= span.from || load.from >= span.until)
			continue
		changes.push({ at: Math.max(load.from, span.from), units: load.units })
		changes.push({ at: Math.min(load.until, span.until), units: -load.units })
	}
	changes.sort((one, other) => one.at - other.at || one.units - other.units)

	let taken = 0
	let highest = 0
	for (const change of changes) {
		taken += change.units
		if (taken > highest) highest = taken
	}
	return highest
}

/** Units of a zone, or 1 and 0 for a room, that are free during all of `during` and its cleaning. Never negative. */
export function free(resource: Resource, loads: readonly Load[], during: Span): number {
	return Math.max(0, capacityOf(resource) - peak(loads, resource.id, blockedBy(resource, during)))
}

/** What one line of `product` needs when it begins and ends as `booked` says. */
export function needsOf(venue: Venue, product: Product, quantity: number, booked: Span): Need[] {
	return product.uses.map((use) => ({
		during: timeOfUse(use, booked),
		candidates: candidates(venue, use),
		units: use.units === 'quantity' ? quantity : use.units,
		seats: quantity,
	}))
}

/**
 * Gives every need its resource, or none at all when one of them finds nothing: the smallest free room
 * with enough seats, or the zone if it has the units. Needs placed earlier count as taken for later ones.
 */
export function place(needs: readonly Need[], loads: readonly Load[]): Placement[] | null {
	const taken = [...loads]
	const placements: Placement[] = []
	for (const need of needs) {
		const placement = placeOne(need, taken)
		if (!placement) return null
		placements.push(placement)
		taken.push({ resourceId: placement.resourceId, units: placement.units, ...placement.blocked })
	}
	return placements
}

/** How many of `product` still fit at once when booked for `booked`; at most `limit`. */
export function placesLeft(
	venue: Venue,
	product: Product,
	{ booked, loads, limit }: { booked: Span; loads: readonly Load[]; limit: number },
): number {
	let fits = 0
	let tooMany = limit + 1
	while (tooMany - fits > 1) {
		const quantity = Math.floor((fits + tooMany) / 2)
		if (place(needsOf(venue, product, quantity, booked), loads)) fits = quantity
		else tooMany = quantity
	}
	return fits
}

export function isExclusive(resource: Resource): boolean {
	return resource.seats !== undefined
}

export function capacityOf(resource: Resource): number {
	return resource.capacity ?? 1
}

/** The room that was given, for the visitor: one chosen from a group before one that goes without saying. */
export function roomOf(venue: Venue, resourceIds: readonly string[]): Resource | undefined {
	const chosen = new Set(venue.groups.flatMap((group) => group.members))
	const rooms = venue.resources.filter(
		(resource) => resourceIds.includes(resource.id) && isExclusive(resource),
	)
	return rooms.find((room) => chosen.has(room.id)) ?? rooms[0]
}

function placeOne(need: Need, taken: readonly Load[]): Placement | undefined {
	const fitting = need.candidates
		.filter((resource) => !isExclusive(resource) || (resource.seats ?? 0) >= need.seats)
		.toSorted((one, other) => (one.seats ?? 0) - (other.seats ?? 0))
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

function blockedBy(resource: Resource, during: Span): Span {
	return { from: during.from, until: during.until + (resource.bufferAfter ?? 0) * MINUTE }
}

const MINUTE = 60_000
