import { randomBytes } from 'node:crypto'

import postgres from 'postgres'

import { migrate } from '#app/db/migrate.server.ts'
import { prepareQueuesAt } from '#app/db/queue.server.ts'

/** The database that every test's own database is copied from: migrated, otherwise empty. */
export const TEMPLATE = 'raumzeit_template'

/** Makes an empty, migrated database for one test file. `drop` also ends connections that are still open. */
export async function createTestDatabase() {
	const name = `test_${randomBytes(6).toString('hex')}`
	await administer(`create database ${name} template ${TEMPLATE}`)
	return {
		url: databaseUrl(name),
		drop: () => administer(`drop database if exists ${name} with (force)`),
	}
}

/** Brings an empty database to the newest migration and makes the queues, as a shop does at its start. */
export async function prepareDatabase(url: string) {
	await migrate(url)
	await prepareQueuesAt(url)
}

/** Runs one statement as superuser on the server of the test run. */
export async function administer(statement: string) {
	const sql = postgres(databaseUrl('postgres'), { max: 1, onnotice: () => {} })
	try {
		await sql.unsafe(statement)
	} finally {
		await sql.end()
	}
}

/** The URL of database `name` on the server of the test run, as superuser. */
export function databaseUrl(name: string) {
	const server = process.env['TEST_DATABASE_URL']
	if (!server) throw new Error('TEST_DATABASE_URL is not set: tests run by `vitest`')
	return Object.assign(new URL(server), { pathname: `/${name}` }).href
}
