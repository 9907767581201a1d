import { peak, type Load, type Span } from '#app/models/capacity/peak.ts'
import type { Resource } from '#app/models/venue/catalogue.ts'
import type { Venue } from '#app/models/venue/venue.ts'

/** The units of a zone, or 1 or 0 for a room, that are free during all of `during` and the cleaning; never negative. */
export function free(resource: Resource, loads: readonly Load[], during: Span): number {
	return Math.max(0, capacityOf(resource) - peak(loads, resource.id, blockedBy(resource, during)))
}

export function isExclusive(resource: Resource): boolean {
	return resource.seats !== undefined
}

export function capacityOf(resource: Resource): number {
	return resource.capacity ?? 1
}

/** The room to name to the visitor: one that was chosen from a group before one that the product always uses. */
export function roomOf(venue: Venue, resourceIds: readonly string[]): Resource | undefined {
	const chosen = new Set(venue.groups.flatMap((group) => group.members))
	const rooms = venue.resources.filter(
		(resource) => resourceIds.includes(resource.id) && isExclusive(resource),
	)
	return rooms.find((room) => chosen.has(room.id)) ?? rooms[0]
}

/** The time of a use and of the cleaning after it. */
export function blockedBy(resource: Resource, during: Span): Span {
	return { from: during.from, until: during.until + (resource.bufferAfter ?? 0) * MINUTE }
}

export const MINUTE = 60_000
