import { db, makeDoWith, longRunning, WANTED_CONNECTIONS } from '#app/db/client.server.ts'
import { migrate } from '#app/db/migrate.server.ts'
import { prepareQueuesAt } from '#app/db/queue.server.ts'
import { explainingSetup, requireDatabase } from '#app/db/require.server.ts'
import { ownBuildFiles } from '#app/gateways/built-files.server.ts'
import { requireDataDirectory } from '#app/gateways/data-directory.server.ts'
import { env } from '#app/gateways/env.server.ts'
import { log } from '#app/gateways/log.server.ts'
import { tellMailTrouble } from '#app/gateways/mail.server.ts'
import { pictureFolders } from '#app/gateways/picture-files.server.ts'
import { StartError } from '#app/gateways/start-error.ts'
import { handlers } from '#app/jobs/jobs.server.ts'
import { keepVenue } from '#app/jobs/keep-venue.server.ts'
import { startWorker } from '#app/jobs/worker.server.ts'
import { storeBuildFiles } from '#app/models/operator/build-files.server.ts'
import { areJobsDone } from '#app/models/operator/figures.server.ts'
import { oddities } from '#app/models/operator/oddities.ts'
import { isPractice } from '#app/models/operator/practice.server.ts'
import { pictureProblems, readVenue } from '#app/models/operator/read.server.ts'
import { applyAtStart } from '#app/models/operator/venue.server.ts'
import { watchDatabase } from '#app/models/operator/watch.server.ts'

const KEPT =
	'these venue files were in force before, and newer ones are now: the newer stay; to go back to these: npm run venue -- apply'

/** A report to the operator on how the shop was opened; `odd` lists settings that are missing or look like mistakes. */
export type Opened = {
	version: string
	origin: string
	listensAt: string
	workers: number
	jobs: boolean
	migrationsRun: number
	odd: string[]
}

/**
 * Opens the shop: makes all that it needs between an empty database and the first visitor, which is tables, queues, the
 * operator's files and jobs. Returns the report and the function that closes the shop.
 * @throws StartError with one line that says what is wrong
 */
export function openShop(): Promise<{ opened: Opened; close(): Promise<void> }> {
	return longRunning(open)
}

async function open() {
	const read = await readVenue(env.VENUE_DIR)
	if (!read.ok) throw new StartError(['The venue cannot be opened:', ...read.problems].join('\n  '))

	const pictures = await pictureProblems(read.venue, pictureFolders(env.VENUE_DIR))
	for (const warning of [...read.warnings, ...pictures])
		log.warn({ warning }, 'something is wrong with the venue files')
	await requireDataDirectory(env.DATA_DIR)
	const { connections } = await requireDatabase(env.DATABASE_URL)
	makeDoWith(connections)
	const migrationsRun = await explainingSetup(async () => {
		const run = await migrate(env.DATABASE_URL)
		await prepareQueuesAt(env.DATABASE_URL)
		return run
	})
	// The numbers are watched before any order or invoice gets one.
	const watch = await watchDatabase(env.DATA_DIR)
	// A shop that runs from sources has no files that are named by their content.
	if (import.meta.env.PROD)
		await explainingSetup(async () => storeBuildFiles(await ownBuildFiles('shop')))
	const outcome = await applyAtStart(read)
	const venue = await keepVenue()
	if (outcome === 'older') log.warn({ directory: env.VENUE_DIR }, KEPT)

	const odd = await oddHere(read.venue.contact.email, connections)
	const worker = env.JOBS === '1' ? await startWorker(handlers) : null
	// Letters are jobs: one process of a node tries the mail server, and the start does not wait for it.
	if (worker) void tellMailTrouble()
	return {
		opened: { ...asSet(), migrationsRun, odd },
		async close() {
			venue.stop()
			await worker?.stop()
			await watch.stop()
			await db.close()
		},
	}
}

async function oddHere(venueEmail: string, connections: number): Promise<string[]> {
	return oddities({
		venueEmail,
		connections,
		wantedConnections: WANTED_CONNECTIONS,
		origin: env.APP_ORIGIN,
		isProxyNamed: env.TRUST_PROXY !== undefined,
		isRoot: process.getuid?.() === 0,
		hasMailServer: env.SMTP_URL !== undefined,
		isSandbox: env.PAYMENT_SANDBOX !== undefined,
		isPractice: await isPractice(),
		areJobsDone: env.JOBS === '1' || (await areJobsDone()),
	})
}

function asSet() {
	return {
		version: String(import.meta.env['VITE_VERSION'] ?? 'not built'),
		origin: env.APP_ORIGIN,
		listensAt: `${env.HOST}:${env.PORT}`,
		workers: env.WORKERS,
		jobs: env.JOBS === '1',
	}
}
