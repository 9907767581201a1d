import { DateTime } from 'luxon'

import { inLocale, type Locale } from '#app/i18n/i18n.ts'
import type { Product, Resource } from '#app/models/venue/catalogue.ts'
import { timeAt } from '#app/models/venue/day.ts'
import { candidates, findResource, type Venue } from '#app/models/venue/venue.ts'

/** The time and the room that the address of a call names when its page is opened; null for none. */
export type AskedPlace = { time: string | null; room: string | null }

/** Returns the ids of the rooms to prefer for a call: that of its address, or none. */
export function preferredRooms(room: string | null): string[] {
	return room === null ? [] : [room]
}

/**
 * True for the time that the address of a call names. Where it names a room, too, that is the time at which the room
 * begins, which may differ from the beginning of the visit.
 */
export function isAskedFor(
	{ time: asked, room: wanted }: AskedPlace,
	time: string,
	room: { id: string; from: number } | null,
): boolean {
	if (asked === null) return false
	if (wanted === null) return time === asked
	return room?.id === wanted && timeAt(DateTime.fromMillis(room.from)) === asked
}

/**
 * Returns the name of the room that the address of a call names where another room is held although that one would do
 * for the product; else null.
 */
export function otherRoom(
	venue: Venue,
	{ uses }: Product,
	{ held, asked }: { held: Resource | undefined; asked: AskedPlace },
	locale: Locale,
): string | null {
	const room = findResource(venue, asked.room ?? '')
	if (!held || !room || room.id === held.id) return null
	const wouldDo = uses.some((use) => candidates(venue, use).some(({ id }) => id === room.id))
	return wouldDo ? inLocale(room.name, locale) : null
}
