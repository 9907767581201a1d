import { db } from '#app/db/client.server.ts'
import { venueVersions } from '#app/db/schema.ts'

/** Whether the database answers, is migrated and knows the venue. */
export async function isReady(): Promise<boolean> {
	try {
		const rows = await db.select({ id: venueVersions.id }).from(venueVersions).limit(1)
		return rows.length > 0
	} catch {
		return false
	}
}
