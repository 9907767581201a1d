import { db, longRunning, makeDoWith } from '#app/db/client.server.ts'
import { explainingSetup, requireDatabase } from '#app/db/require.server.ts'
import { ownBuildFiles } from '#app/gateways/built-files.server.ts'
import { requireDataDirectory } from '#app/gateways/data-directory.server.ts'
import { env } from '#app/gateways/env.server.ts'
import { keepVenue } from '#app/jobs/keep-venue.server.ts'
import { storeBuildFiles } from '#app/models/operator/build-files.server.ts'
import { watchDatabase } from '#app/models/operator/watch.server.ts'

type Desk = { close(): Promise<void> }

/**
 * The most database connections of the desk: a few tablets load a page every fifteen seconds, and the shop takes the
 * others.
 */
const CONNECTIONS = 4

/**
 * Returns the open desk of this process; the first call opens it. It is kept on `globalThis`, because Vite loads
 * modules anew when a source changes.
 *
 * @throws StartError with one line that says what is wrong
 */
export function openedDesk(): Promise<Desk> {
	const place = globalThis as typeof globalThis & { [key]?: Promise<Desk> }
	place[key] ??= longRunning(open)
	return place[key]
}

const key = Symbol.for('raumzeit.desk')

/** Opens the desk on the database that the shop has prepared: it runs no migrations and works on no jobs. */
async function open(): Promise<Desk> {
	await requireDataDirectory(env.DATA_DIR)
	const { connections } = await requireDatabase(env.DATABASE_URL)
	makeDoWith(Math.min(CONNECTIONS, connections))
	// The desk places orders too, so it looks for numbers that the database may have lost, as the shop does.
	const watch = await watchDatabase(env.DATA_DIR)
	// A desk that runs from sources has no files that are named by their content.
	if (import.meta.env.PROD)
		await explainingSetup(async () => storeBuildFiles(await ownBuildFiles('desk')))
	const venue = await keepVenue()
	return {
		async close() {
			venue.stop()
			await watch.stop()
			await db.close()
		},
	}
}
