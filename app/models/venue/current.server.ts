import { desc } from 'drizzle-orm'

import { type Database, type Transaction, db } from '#app/db/client.server.ts'
import { venueVersions } from '#app/db/schema.ts'
import { StartError } from '#app/gateways/start-error.ts'
import type { Venue } from '#app/models/venue/venue.ts'

/** After a restore a version's id can come again with other files, so the hash of the files is compared too. */
let current: { id: number; hash: string; venue: Venue } | undefined

/** The venue in force, as this process last loaded it. */
export function currentVenue(): Venue {
	if (!current) throw new Error('loadVenue has not run in this process')
	return current.venue
}

/** Loads the newest version of the venue into the memory of this process. @throws StartError when there is none. */
export async function loadVenue(): Promise<Venue> {
	const newest = await newestVersion()
	if (!newest)
		throw new StartError('No venue was ever applied to this database: npm run venue -- apply')
	current = { id: newest.id, hash: newest.hash, venue: newest.document }
	return current.venue
}

/** Loads the version that another process applied; costs one small query while there is no new one. */
export async function refreshVenue(): Promise<void> {
	const [newest] = await db
		.select({ id: venueVersions.id, hash: venueVersions.hash })
		.from(venueVersions)
		.orderBy(desc(venueVersions.id))
		.limit(1)
	if (newest && (newest.id !== current?.id || newest.hash !== current.hash)) await loadVenue()
}

/** The newest version with its venue; undefined before the first is applied. */
export async function newestVersion(executor: Database | Transaction = db) {
	const [newest] = await executor
		.select()
		.from(venueVersions)
		.orderBy(desc(venueVersions.id))
		.limit(1)
	return newest
}
