import type { DateTime } from 'luxon'

import { db } from '#app/db/client.server.ts'
import { listLoads } from '#app/models/capacity/loads.server.ts'
import { daysAround } from '#app/models/capacity/over-midnight.ts'
import { freeTable, type FreeTable } from '#app/models/offer/free-table.ts'
import type { Search } from '#app/models/offer/search.ts'
import type { Venue } from '#app/models/venue/venue.ts'

type Asking = { cartId: string | null; preferred: readonly string[]; now: DateTime }

/** Reads the loads of a day and finds its free times with `freeTable`; places held by the cart itself count as free. */
export async function loadFreeTable(
	venue: Venue,
	search: Search,
	{ cartId, preferred, now }: Asking,
): Promise<FreeTable> {
	const { day } = search
	const { first, last } = daysAround(venue, { first: day, last: day })
	const loads = await listLoads(db, [...new Set([first, day, last])], cartId)
	return freeTable(venue, search, { loads, now, preferred })
}
