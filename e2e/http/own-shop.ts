import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import postgres from 'postgres'

import { discardEmbedded, freePort } from '#drizzle/embedded/embedded.ts'
import { startShop } from '#scripts/shop/shop.ts'
import { bookableFor, changeVenue, copyVenue, type VenueChanges } from '#testing/copied-venue.ts'

import { createShopDatabase } from '../databases.ts'
import { claimDay, HORIZON_DAYS } from '../days.ts'

/**
 * Opens a shop for one file alone, with a venue and a database of its own; `prepare` lays files into the venue. `more`
 * are variables: with an empty DATABASE_URL it brings a PostgreSQL of its own, which the test may stop.
 */
export async function openOwnShop(
	changes: VenueChanges = {},
	prepare: (venueDir: string) => Promise<void> = async () => {},
	more: NodeJS.ProcessEnv = {},
	supervision: Pick<Parameters<typeof startShop>[0], 'mostDeaths'> = {},
) {
	const folder = await mkdtemp(join(tmpdir(), 'raumzeit-own-'))
	await chmod(folder, 0o711)
	const venueDir = await copyVenue(folder, bookableFor(HORIZON_DAYS))
	await changeVenue(venueDir, changes)
	await prepare(venueDir)

	const database = 'DATABASE_URL' in more ? null : await createShopDatabase()
	const { PATH, HOME, TZ } = process.env
	// Each visitor has an address of its own: see `newVisitor`.
	const usual = { LOG_LEVEL: 'info', TRUST_PROXY: '1', WORKERS: '1' }
	const env = {
		PATH,
		HOME,
		TZ,
		VENUE_DIR: venueDir,
		DATABASE_URL: database?.url,
		...usual,
		...more,
	}
	const dataDir = join(folder, 'data')
	const shop = await startShop({
		dataDir,
		port: await freePort(),
		env,
		quiet: true,
		...supervision,
	})
	const sql = postgres(shop.databaseUrl, { max: 2, onnotice: () => {} })
	return {
		...shop,
		sql,
		/** Claims a day of this shop that no other test has. */
		claimDay: (wanted: 'any' | 'weekend') => claimDay(wanted, dataDir),
		/** Sets a fault or an action of the pretend provider; DELETE removes the faults. */
		async control(method: 'POST' | 'DELETE', path: string, body: object = {}) {
			const response = await fetch(shop.sandboxUrl + path, {
				method,
				...(method === 'POST' && {
					body: JSON.stringify(body),
					headers: { 'Content-Type': 'application/json' },
				}),
			})
			if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`)
		},
		async close() {
			await sql.end()
			await shop.stop()
			await database?.drop()
			if (!database) await discardEmbedded(dataDir)
			await rm(folder, { recursive: true, force: true })
		},
	}
}
