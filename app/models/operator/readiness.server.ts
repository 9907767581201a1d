import { db } from '#app/db/client.server.ts'
import { venueVersions } from '#app/db/schema.ts'
import { isWritable } from '#app/gateways/data-directory.server.ts'
import { env } from '#app/gateways/env.server.ts'

let underWay: Promise<boolean> | null = null

/**
 * Whether the database answers, is migrated and knows the venue, and files can be written. Anybody may ask, so all
 * who ask meanwhile get the one answer.
 */
export function isReady(): Promise<boolean> {
	underWay ??= look().finally(() => (underWay = null))
	return underWay
}

async function look(): Promise<boolean> {
	try {
		const rows = await db.select({ id: venueVersions.id }).from(venueVersions).limit(1)
		return rows.length > 0 && (await isWritable(env.DATA_DIR))
	} catch {
		return false
	}
}
