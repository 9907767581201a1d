import { afterAll, beforeAll, describe, expect, test } from 'vitest'

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

describe('J19: money that came after the newest order of a copy', () => {
	let shop: Awaited<ReturnType<typeof openPayingShop>>
	const newest = new Date()
	beforeAll(async () => {
		shop = await openPayingShop()
	})
	afterAll(() => shop.close())

	const url = () => String(process.env['DATABASE_URL'])

	/** Pays an order and loses its rows, as a copy from before that order has none of them. */
	async function loseOrder(): Promise<string> {
		const captureId = await shop.paid(await shop.leave('stripe'))
		await shop.clear()
		return captureId
	}

	test('agrees with the bookings while none is lost; without an order nothing is compared', async () => {
		await shop.paid(await shop.leave('stripe'))
		const agreed = await moneySince(url(), newest)
		expect(agreed).toContainEqual(expect.stringMatching(/^Money and bookings since .* agree\.$/))
		expect(await moneySince(url(), null)).toBeNull()
	})

	test('is named, and none moves', async () => {
		const captureId = await loseOrder()
		const lost = await moneySince(url(), newest)
		expect(lost).toContainEqual(expect.stringContaining(`(${captureId})`))
		expect(shop.sandbox.ledger().refunds).toEqual([])
		expect(await raw(shop.admin, 'select from orders')).toEqual([])
	})

	test('gets its bookings again in a rehearsal', async () => {
		await loseOrder()
		await moneySince(url(), newest, { booksAgain: true })
		const [kept] = await raw(shop.admin, 'select count(*)::int as count from orders')
		expect(kept?.['count']).toBeGreaterThan(0)
		expect(await raw(shop.admin, `select from orders where state <> 'confirmed'`)).toEqual([])
	})
})
