import { isDeepStrictEqual } from 'node:util'

import { desc, sql } from 'drizzle-orm'

import { type Database, type Transaction, db } from '#app/db/client.server.ts'
import { days, venueVersions } from '#app/db/schema.ts'
import { StartError } from '#app/gateways/start-error.ts'
import { type OverriddenDay, withOverrides } from '#app/models/venue/override.ts'
import type { Venue } from '#app/models/venue/venue.ts'

type Version = { id: number; hash: string; document: Venue }

/**
 * The venue that this process has loaded, with the version it comes from. Both id and hash of a version are compared,
 * because after a restore of the database an id can come again with other files.
 */
let current: { version: Version; overridden: OverriddenDay[]; venue: Venue } | undefined

/** Returns the venue in force, as this process last loaded it, with the hours that staff gave to single days. */
export function currentVenue(): Venue {
	if (!current) throw new Error('loadVenue has not run in this process')
	return current.venue
}

/**
 * Loads the newest version of the venue into the memory of this process.
 * @throws StartError when no venue was ever applied
 */
export async function loadVenue(): Promise<Venue> {
	const [version, overridden] = await Promise.all([newestVersion(), listOverridden()])
	if (!version)
		throw new StartError('No venue was ever applied to this database: npm run venue -- apply')
	return become(version, overridden)
}

/**
 * Loads the version that another process applied, and the days that staff closed or opened; costs two small queries
 * while there is nothing new.
 */
export async function refreshVenue(): Promise<void> {
	const [[newest], overridden] = await Promise.all([
		db
			.select({ id: venueVersions.id, hash: venueVersions.hash })
			.from(venueVersions)
			.orderBy(desc(venueVersions.id))
			.limit(1),
		listOverridden(),
	])
	if (!newest) return
	const { id, hash } = current?.version ?? {}
	if (!current || newest.id !== id || newest.hash !== hash) await loadVenue()
	else if (!isDeepStrictEqual(overridden, current.overridden)) become(current.version, overridden)
}

function become(version: Version, overridden: OverriddenDay[]): Venue {
	const venue = withOverrides(version.document, overridden)
	current = { version, overridden, venue }
	return venue
}

/** Lists the days from yesterday on, by the clock of the database, to which staff gave hours of their own. */
async function listOverridden(): Promise<OverriddenDay[]> {
	const rows = await db
		.select({ day: days.day, override: days.override })
		.from(days)
		.where(sql`${days.override} is not null and ${days.day} >= current_date - 1`)
		.orderBy(days.day)
	return rows.flatMap(({ day, override }) => (override ? [{ day, override }] : []))
}

/** Finds the newest version of the venue's files with its venue; undefined before the first is applied. */
export async function newestVersion(executor: Database | Transaction = db) {
	const [newest] = await executor
		.select()
		.from(venueVersions)
		.orderBy(desc(venueVersions.id))
		.limit(1)
	return newest
}
