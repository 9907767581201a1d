import { db, patiently } from '#app/db/client.server.ts'
import { migrate } from '#app/db/migrate.server.ts'
import { prepareQueues } from '#app/db/queue.server.ts'
import { preparing, requireDatabase } from '#app/db/require.server.ts'
import { ownBuildFiles } from '#app/gateways/built-files.server.ts'
import { requireDataDirectory } from '#app/gateways/data-directory.server.ts'
import { env } from '#app/gateways/env.server.ts'
import { log } from '#app/gateways/log.server.ts'
import { pictureFolders } from '#app/gateways/picture-files.server.ts'
import { StartError } from '#app/gateways/start-error.ts'
import { handlers } from '#app/jobs/jobs.server.ts'
import { startWorker } from '#app/jobs/worker.server.ts'
import { storeBuildFiles } from '#app/models/operator/build-files.server.ts'
import { pictureProblems, readVenue } from '#app/models/operator/read.server.ts'
import { applyAtStart } from '#app/models/operator/venue.server.ts'
import { loadVenue, refreshVenue } from '#app/models/venue/current.server.ts'

const REFRESH_MS = 10_000

const KEPT =
	'these venue files were in force before, and newer ones are now: the newer stay; to go back to these: npm run venue -- apply'

/**
 * Everything between an empty database and the first visitor: tables, queues, the operator's files, jobs.
 * @throws StartError with one line that says what is wrong
 */
export function openShop(): Promise<{ close(): Promise<void> }> {
	return patiently(open)
}

async function open() {
	const read = await readVenue(env.VENUE_DIR)
	if (!read.ok) throw new StartError(['The venue cannot be opened:', ...read.problems].join('\n  '))

	const pictures = await pictureProblems(read.venue, pictureFolders(env.VENUE_DIR))
	for (const warning of [...read.warnings, ...pictures])
		log.warn({ warning }, 'something is wrong with the venue files')
	await requireDataDirectory(env.DATA_DIR)
	await requireDatabase(env.DATABASE_URL)
	await preparing(async () => {
		await migrate(env.DATABASE_URL)
		await prepareQueues(db)
	})
	// Sources have no files that are named by their content.
	if (import.meta.env.PROD) await preparing(async () => storeBuildFiles(await ownBuildFiles()))
	const outcome = await applyAtStart(read)
	await loadVenue()
	if (outcome === 'older') log.warn({ directory: env.VENUE_DIR }, KEPT)

	const worker = env.JOBS === '1' ? await startWorker(handlers) : null
	const refresh = setInterval(() => {
		patiently(refreshVenue).catch((error: unknown) =>
			log.warn({ err: error }, 'the venue could not be read again'),
		)
	}, REFRESH_MS)
	refresh.unref()
	return {
		async close() {
			clearInterval(refresh)
			await worker?.stop()
			await db.close()
		},
	}
}
