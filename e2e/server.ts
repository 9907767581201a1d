import { chmod, copyFile, mkdir, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { discardEmbedded, freePort } from '#drizzle/embedded/embedded.ts'
import { startShop } from '#scripts/shop/shop.ts'
import { bookableFor, copyVenue } from '#testing/copied-venue.ts'

import { createShopDatabase, openDatabases } from './databases.ts'
import { HORIZON_DAYS } from './days.ts'

/**
 * Starts one shop and its desk for the whole run as `npm start` does, on data of its own. The tests find it by SHOP_URL,
 * its desk by DESK_URL, its database by SHOP_DATABASE_URL, its pretend payment provider by SHOP_SANDBOX_URL and its mails and its log below
 * SHOP_DATA_DIR. Its log is left in test-results/shop.log.
 */
export default async function setup() {
	const folder = await mkdtemp(join(tmpdir(), 'raumzeit-e2e-'))
	await chmod(folder, 0o711)
	const databases = await openDatabases(folder)
	const { url: databaseUrl } = await createShopDatabase()
	const { PATH, HOME, TZ } = process.env
	// Behind a proxy, so that each test can be a visitor with an address of its own.
	const env = {
		PATH,
		HOME,
		TZ,
		DATABASE_URL: databaseUrl,
		LOG_LEVEL: 'debug',
		TRUST_PROXY: '1',
		WORKERS: '1',
		SERVER_TIMING: '1',
		DESK_PORT: String(await freePort()),
		// So far ahead that each test can have days of its own.
		VENUE_DIR: await copyVenue(folder, bookableFor(HORIZON_DAYS)),
	}
	const shop = await startShop({
		dataDir: folder,
		port: await freePort(),
		env,
		desk: true,
		quiet: true,
	})

	Object.assign(process.env, {
		SHOP_URL: shop.url,
		DESK_URL: shop.deskUrl,
		SHOP_DATABASE_URL: shop.databaseUrl,
		SHOP_SANDBOX_URL: shop.sandboxUrl,
		SHOP_DATA_DIR: shop.dataDir,
	})
	return async () => {
		await shop.stop()
		await mkdir('test-results', { recursive: true })
		await copyFile(join(folder, 'output.log'), 'test-results/shop.log')
		await databases.stop()
		await discardEmbedded(folder)
	}
}
