import type { DateTime } from 'luxon'

import { listLoadsByDay } from '#app/models/capacity/loads.server.ts'
import { nextFree, type NextFree } from '#app/models/offer/next-free.ts'
import { nextOpenDay } from '#app/models/offer/slots.ts'
import { addDays } from '#app/models/venue/day.ts'
import type { Venue } from '#app/models/venue/venue.ts'

/** As far as whoever has nothing yet wants to look. */
const ahead = 14

/** What can be had next. One round trip. */
export async function findNextFree(venue: Venue, now: DateTime): Promise<NextFree> {
	const first = nextOpenDay(venue, now)
	const last = addDays(first, ahead)
	const { byDay } = await listLoadsByDay(first, last)
	return nextFree(venue, { first, last, byDay, now })
}
