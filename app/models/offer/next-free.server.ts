import type { DateTime } from 'luxon'

import { listLoadsAround } from '#app/models/capacity/loads-around.server.ts'
import { nextFree, type NextFree } from '#app/models/offer/next-free.ts'
import { nextOpenDay } from '#app/models/offer/slots.ts'
import { addDays } from '#app/models/venue/day.ts'
import type { Venue } from '#app/models/venue/venue.ts'

/** The number of days searched after the next open day. */
const ahead = 14

/** Finds the next free times to play and for parties. One round trip. */
export async function findNextFree(venue: Venue, now: DateTime): Promise<NextFree> {
	const first = nextOpenDay(venue, now)
	const last = addDays(first, ahead)
	const { byDay } = await listLoadsAround(venue, { first, last })
	return nextFree(venue, { first, last, byDay, now })
}
