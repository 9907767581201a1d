import { randomBytes } from 'node:crypto'

import postgres from 'postgres'

import { connect } from '#app/db/connect.server.ts'
import { migrate } from '#app/db/migrate.server.ts'
import { prepareQueues } from '#app/db/queue.server.ts'
import { newPassword, startEmbedded } from '#drizzle/embedded/embedded.ts'

/*
 * One PostgreSQL for all shops of a run: the set-up starts it and migrates one database, of which each shop gets a
 * copy. A shop whose test stops its database brings one of its own.
 */

/** Starts that PostgreSQL; the workers of the run find it by two variables. */
export async function openDatabases(dataDir: string) {
	const server = await startEmbedded({ dataDir, password: newPassword(), durable: false })
	await migrate(server.url)
	const template = connect(server.url)
	await prepareQueues(template)
	await template.close()
	process.env['SHOPS_DATABASE_URL'] = server.url
	process.env['SHOPS_ADMIN_URL'] = server.adminUrl
	return server
}

/** Makes a migrated database without a venue; `url` is that of the role which owns it. */
export async function createShopDatabase() {
	const template = new URL(urlIn('SHOPS_DATABASE_URL'))
	const name = `shop_${randomBytes(6).toString('hex')}`
	const [copied, owner] = [template.pathname.slice(1), template.username]
	await administer(`create database ${name} template ${copied} owner ${owner}`)
	return {
		url: Object.assign(template, { pathname: `/${name}` }).href,
		drop: () => administer(`drop database if exists ${name} with (force)`),
	}
}

async function administer(statement: string) {
	const sql = postgres(urlIn('SHOPS_ADMIN_URL'), { max: 1, onnotice: () => {} })
	try {
		await sql.unsafe(statement)
	} finally {
		await sql.end()
	}
}

function urlIn(name: string): string {
	const url = process.env[name]
	if (!url) throw new Error(`${name} is not set: specs run by \`playwright test\``)
	return url
}
