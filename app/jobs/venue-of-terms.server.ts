import { desc, sql } from 'drizzle-orm'

import { db } from '#app/db/client.server.ts'
import { venueVersions } from '#app/db/schema.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import type { Venue } from '#app/models/venue/venue.ts'

/**
 * Returns the newest version of the venue that has the terms of this version; the venue in force when there is none.
 * The operator may have changed the terms since the order was placed.
 */
export async function findVenueOfTerms(version: string): Promise<Venue> {
	const current = currentVenue()
	if (current.termsVersion === version) return current
	const [row] = await db
		.select({ document: venueVersions.document })
		.from(venueVersions)
		.where(sql`${venueVersions.document} ->> 'termsVersion' = ${version}`)
		.orderBy(desc(venueVersions.id))
		.limit(1)
	return row?.document ?? current
}
