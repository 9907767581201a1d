import { randomBytes } from 'node:crypto'

import { newPassword, startEmbedded } from '#drizzle/embedded/embedded.ts'
import { administer, prepareDatabase } from '#testing/database.ts'

/*
 * One PostgreSQL for all shops of a run: the set-up starts it and migrates one database, of which each shop gets a
 * copy. A shop whose test stops its database brings one of its own.
 */

/** Starts that PostgreSQL; the workers of the run find it by two variables. */
export async function openDatabases(dataDir: string) {
	const server = await startEmbedded({ dataDir, password: newPassword(), durable: false })
	await prepareDatabase(server.url)
	process.env['SHOPS_DATABASE_URL'] = server.url
	process.env['TEST_DATABASE_URL'] = server.adminUrl
	return server
}

/** Makes a migrated database without a venue; `url` is that of the role which owns it. */
export async function createShopDatabase() {
	const given = process.env['SHOPS_DATABASE_URL']
	if (!given) throw new Error('SHOPS_DATABASE_URL is not set: specs run by `playwright test`')
	const template = new URL(given)
	const name = `shop_${randomBytes(6).toString('hex')}`
	const [copied, owner] = [template.pathname.slice(1), template.username]
	await administer(`create database ${name} template ${copied} owner ${owner}`)
	return {
		url: Object.assign(template, { pathname: `/${name}` }).href,
		drop: () => administer(`drop database if exists ${name} with (force)`),
	}
}
