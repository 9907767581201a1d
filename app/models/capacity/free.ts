import { peak, type Load, type Span } from '#app/models/capacity/peak.ts'
import type { Resource } from '#app/models/venue/catalogue.ts'
import type { Venue } from '#app/models/venue/venue.ts'

/**
 * Returns the free units of a zone, or 1 or 0 for a room, over all of `during` and the cleaning after it; never
 * negative.
 */
export function free(resource: Resource, loads: readonly Load[], during: Span): number {
	return Math.max(0, capacityOf(resource) - peak(loads, resource.id, blockedBy(resource, during)))
}

export function isExclusive(resource: Resource): boolean {
	return resource.seats !== undefined
}

export function capacityOf(resource: Resource): number {
	return resource.capacity ?? 1
}

/**
 * Finds the room to name to the visitor among resources: one chosen from a group before one that the product always
 * uses; undefined when none of them is a room.
 */
export function roomOf(venue: Venue, resourceIds: readonly string[]): Resource | undefined {
	const chosen = new Set(venue.groups.flatMap((group) => group.members))
	const rooms = venue.resources.filter(
		(resource) => resourceIds.includes(resource.id) && isExclusive(resource),
	)
	return rooms.find((room) => chosen.has(room.id)) ?? rooms[0]
}

/** Returns the span of a use of a resource with the cleaning after it. */
export function blockedBy(resource: Resource, during: Span): Span {
	return { from: during.from, until: during.until + (resource.bufferAfter ?? 0) * MINUTE }
}

export const MINUTE = 60_000
