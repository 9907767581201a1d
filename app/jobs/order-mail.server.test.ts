import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { connect, type Database } from '#app/db/connect.server.ts'
import { orderLines, orders, venueVersions } from '#app/db/schema.ts'
import { sampleOrder, sampleVenue } from '#testing/sample-order.ts'
import { createTestDatabase } from '#testing/database.ts'

let db: Database
const cleanUp: (() => Promise<unknown>)[] = []

beforeAll(async () => {
	const database = await createTestDatabase()
	const directory = await mkdtemp(path.join(tmpdir(), 'raumzeit-mail-'))
	Object.assign(process.env, {
		DATABASE_URL: database.url,
		DATA_DIR: directory,
		APP_ORIGIN: 'https://shop.example',
	})
	db = connect(database.url)
	cleanUp.push(
		database.drop,
		() => db.close(),
		() => rm(directory, { recursive: true }),
	)

	const later = { ...sampleVenue, termsVersion: '2027-01-01', pages: {} }
	for (const [hash, document] of Object.entries({ first: sampleVenue, later })) {
		await db.insert(venueVersions).values({ hash, document })
	}
	const { lines, ...order } = sampleOrder
	await db.insert(orders).values({ ...order, cartId: order.id, cartVersion: 1 })
	await db.insert(orderLines).values(lines.map((line) => ({ ...line, orderId: order.id })))
})
afterAll(async () => {
	for (const step of cleanUp.toReversed()) await step()
})

test('one letter for an order, with the terms it accepted, however often the job runs', async () => {
	const { mailConfirmation } = await import('#app/jobs/order-mail.server.ts')
	await mailConfirmation(sampleOrder.id)
	await mailConfirmation(sampleOrder.id)

	const directory = path.join(String(process.env['DATA_DIR']), 'mail')
	expect(await readdir(directory)).toEqual(['Ab-c_1.confirmation@shop.example.eml'])
	const letter = await readFile(
		path.join(directory, 'Ab-c_1.confirmation@shop.example.eml'),
		'utf8',
	)
	expect(letter).toContain('To: ada@example.com')
	expect(letter).toContain('From: Raumzeit <hallo@raumzeit.example>')
	expect(letter).toContain('filename=AGB-2025-03-01.html')
	expect(letter).toContain('filename=2026-000042.ics')
})
