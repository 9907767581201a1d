import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { migrate } from '#app/db/migrate.server.ts'
import { createTestDatabase } from '#testing/database.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let sql: postgres.Sql
let folder: string

beforeAll(async () => {
	database = await createTestDatabase()
	sql = postgres(database.url, { max: 4, onnotice: () => {} })
	folder = await mkdtemp(join(tmpdir(), 'raumzeit-migrations-'))
})
afterAll(async () => {
	await sql.end()
	await database.drop()
	await rm(folder, { recursive: true })
})

/** Writes a folder with this text as its newest migration. */
async function migration(tag: string, when: number, text: string): Promise<string> {
	const own = join(folder, tag)
	await mkdir(join(own, 'meta'), { recursive: true })
	const entry = { idx: 0, version: '7', when, tag, breakpoints: true }
	const journal = { version: '7', dialect: 'postgresql', entries: [entry] }
	await writeFile(join(own, 'meta/_journal.json'), JSON.stringify(journal))
	await writeFile(join(own, `${tag}.sql`), text)
	return own
}

test('a long read delays a change of its table, and later requests do not wait behind the change', async () => {
	const more = await migration(
		'0000_more',
		4_000_000_000_000,
		'alter table orders add column more integer',
	)
	let migrated: Promise<number> | undefined
	await sql.begin(async (backup) => {
		await backup`lock table orders in access share mode`
		migrated = migrate(database.url, more)
		const waiting = () =>
			sql`select from pg_locks where relation = 'orders'::regclass and not granted`.then(
				(rows) => rows.length,
			)
		const patience = { timeout: 30_000 }
		await expect.poll(waiting, patience).toBe(1)
		// This request waits behind the change, and would wait as long as the backup takes.
		expect(await sql`select count(*)::int as number from orders`).toEqual([{ number: 0 }])
		await expect.poll(waiting, patience).toBe(0)
	})
	expect(await migrated).toBe(1)
	expect(await migrate(database.url, more)).toBe(0)
	expect(await sql`select more from orders`).toEqual([])
})

test('a change that deadlocks with a request is made a moment later', async () => {
	const two = await migration(
		'0000_two',
		4_000_000_000_001,
		`alter table orders add column two integer;--> statement-breakpoint
alter table carts add column two integer`,
	)
	let migrated: Promise<number> | undefined
	await sql.begin(async (request) => {
		// Makes the change the one that the server gives up.
		await request`set local deadlock_timeout = '1min'`
		await request`lock table carts in access share mode`
		migrated = migrate(database.url, two)
		const waiting = () =>
			sql`select from pg_locks where relation = 'carts'::regclass and not granted`.then(
				(rows) => rows.length,
			)
		await expect.poll(waiting, { timeout: 30_000, interval: 20 }).toBe(1)
		await request`lock table orders in access share mode`
	})
	await migrated
	expect(await sql`select carts.two from carts, orders`).toEqual([])
})
