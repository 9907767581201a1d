import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { discardEmbedded, newPassword, startEmbedded } from '#drizzle/embedded/embedded.ts'

import { administer, databaseUrl, prepareDatabase, TEMPLATE } from './database.ts'

/**
 * Starts one throw-away PostgreSQL for the whole test run, with a migrated database to copy; or uses the server that
 * TEST_DATABASE_URL names (as superuser), on which only that template is made anew.
 */
export default async function setup() {
	const stop = process.env['TEST_DATABASE_URL'] ? async () => {} : await startServer()
	try {
		await createTemplate()
	} catch (error) {
		await stop()
		throw error
	}
	return stop
}

async function startServer() {
	const dataDir = await mkdtemp(join(tmpdir(), 'raumzeit-test-'))
	await chmod(dataDir, 0o711)
	const server = await startEmbedded({ dataDir, password: newPassword(), durable: false })
	process.env['TEST_DATABASE_URL'] = server.adminUrl

	return async () => {
		await server.stop()
		await discardEmbedded(dataDir)
	}
}

async function createTemplate() {
	await administer(`drop database if exists ${TEMPLATE} with (force)`)
	await administer(`create database ${TEMPLATE}`)
	await prepareDatabase(databaseUrl(TEMPLATE))
}
