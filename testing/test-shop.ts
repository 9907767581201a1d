import { connect } from '#app/db/connect.server.ts'
import type { Product } from '#app/models/venue/catalogue.ts'

import { createTestDatabase } from './database.ts'

type TestDatabase = Awaited<ReturnType<typeof createTestDatabase>>

/**
 * Opens a shop's database for one test file, with the venue of `venue/` applied. The models connect to the database
 * that the environment names, so they are imported after it is set.
 */
export async function openTestShop(given?: TestDatabase) {
	const database = given ?? (await createTestDatabase())
	process.env['DATABASE_URL'] = database.url

	const { db } = await import('#app/db/client.server.ts')
	const { readVenue } = await import('#app/models/operator/read.server.ts')
	const { applyVenue } = await import('#app/models/operator/venue.server.ts')
	const { loadVenue } = await import('#app/models/venue/current.server.ts')
	const read = await readVenue('venue')
	if (!read.ok) throw new Error(read.problems.join('\n'))
	await applyVenue({ ...read.venue, products: read.venue.products.map(withoutNotice) }, read.hash)
	const venue = await loadVenue()
	const admin = connect(database.url, { applicationName: 'test' })

	return {
		db,
		/** A second pool on the same database, as another process would have it. */
		admin,
		venue,
		async close() {
			await Promise.all([db.close(), admin.close()])
			await database.drop()
		},
	}
}

/**
 * Removes the notice: it is judged by the database's clock, and the days of these tests are fixed, so they would be
 * inside it one day.
 */
function withoutNotice(product: Product): Product {
	return { ...product, notice: undefined }
}
