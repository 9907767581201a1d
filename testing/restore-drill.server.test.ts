import { afterAll, beforeAll, expect, test } from 'vitest'

import { connect, type Database, raw } from '#app/db/connect.server.ts'

import { administer, createTestDatabase, databaseUrl } from './database.ts'
import { openPayingShop } from './paying-shop.ts'
import { countRows, moneySince, TABLES } from './restore-drill.ts'

const EMPTY = `empty_${process.pid}`
let migrated: Awaited<ReturnType<typeof createTestDatabase>>
const opened: Database[] = []

beforeAll(async () => {
	await administer(`create database ${EMPTY}`)
	migrated = await createTestDatabase()
})
afterAll(async () => {
	for (const database of opened) await database.close()
	await administer(`drop database if exists ${EMPTY} with (force)`)
	await migrated.drop()
})

function open(url: string): Database {
	const database = connect(url, { transactions: 1, statements: 1 })
	opened.push(database)
	return database
}

test('a database on which no shop was started is refused with a sentence (faults N272)', async () => {
	await expect(countRows(open(databaseUrl(EMPTY)), 'DATABASE_URL')).rejects.toMatchObject({
		name: 'StartError',
		message: expect.stringContaining('no shop was ever started on this database'),
	})
})

test('a database of a shop is counted; one of another release is refused with what it lacks', async () => {
	const database = open(migrated.url)
	expect(Object.keys(await countRows(database, 'the dump'))).toEqual(TABLES)
	await raw(database, 'alter table voucher_entries rename to entries_of_old')
	await expect(countRows(database, 'the dump')).rejects.toThrow('the dump lacks voucher_entries:')
})

test('J19: money that came after the newest order of a copy is named, and none moves; a rehearsal makes its booking again; without an order nothing is compared', async () => {
	const shop = await openPayingShop()
	try {
		const url = String(process.env['DATABASE_URL'])
		const newest = new Date()
		const captureId = await shop.paid(await shop.leave('stripe'))
		const agreed = await moneySince(url, newest)
		expect(agreed).toContainEqual(expect.stringMatching(/^Money and bookings since .* agree\.$/))
		// A backup from before that order has none of its rows.
		await shop.clear()
		const lost = await moneySince(url, newest)
		expect(lost).toContainEqual(expect.stringContaining(`(${captureId})`))
		expect(shop.sandbox.ledger().refunds).toEqual([])
		expect(await raw(shop.admin, 'select from orders')).toEqual([])
		await moneySince(url, newest, { booksAgain: true })
		expect(await raw(shop.admin, 'select state from orders')).toEqual([{ state: 'confirmed' }])
		expect(await moneySince(url, null)).toBeNull()
	} finally {
		await shop.close()
	}
})
