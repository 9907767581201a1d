import { constraintOf, sqlState } from '#app/db/errors.server.ts'
import { log } from '#app/gateways/log.server.ts'
import { refuse, type Refused } from '#app/models/result.ts'
import { currentVenue, refreshVenue } from '#app/models/venue/current.server.ts'
import type { Venue } from '#app/models/venue/venue.ts'

/**
 * Returns the refusal of a change whose places the database's guards have refused. The guards know the newest venue
 * before this process does: a room's new id, a smaller zone, a day that staff closed (faults N16, L7). `known` is the
 * venue by which the change was decided.
 *
 * The guard of rooms compares the places of all days, and a change locks its own days alone: the cleaning after a
 * party that ends at midnight can meet the next day's first place (faults N351). A refusal by this guard is answered as
 * a place that is taken, also when the venue is still the known one.
 *
 * @throws the error itself when no guard made it, or when the venue is still `known` and the guard is not that of
 * rooms
 */
export async function refusedByGuard(error: unknown, known: Venue): Promise<Refused> {
	if (!isRefusedByGuard(error)) throw error
	await refreshVenue()
	if (constraintOf(error) === 'allocations_day_override') return refuse('closed')
	if (known === currentVenue()) {
		if (!isTakenRoom(error)) throw error
		log.warn({ err: error }, 'the guard of rooms refused a place that was free by the rules')
	}
	return refuse('noFreePlaces')
}

/** True when the database refused a place because its room has another one at that time. */
export function isTakenRoom(error: unknown): boolean {
	return constraintOf(error) === 'allocations_exclusive'
}

/**
 * True for an error of the database's guards of places: the constraints and triggers that refuse to give a room twice,
 * to fill a zone beyond its capacity, or to take a place on a day that staff closed.
 */
export function isRefusedByGuard(error: unknown): boolean {
	return sqlState(error) === '23P01'
}
