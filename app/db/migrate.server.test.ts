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
	await mkdir(join(folder, 'meta'))
	const entry = {
		idx: 0,
		version: '7',
		when: 4_000_000_000_000,
		tag: '0000_more',
		breakpoints: true,
	}
	const journal = { version: '7', dialect: 'postgresql', entries: [entry] }
	await writeFile(join(folder, 'meta/_journal.json'), JSON.stringify(journal))
	await writeFile(join(folder, '0000_more.sql'), 'alter table orders add column more integer')
})
afterAll(async () => {
	await sql.end()
	await database.drop()
	await rm(folder, { recursive: true })
})

test('who reads a table for long holds a change of it back, and nobody who comes after', async () => {
	let migrated: Promise<void> | undefined
	await sql.begin(async (backup) => {
		await backup`lock table orders in access share mode`
		migrated = migrate(database.url, folder)
		const waiting = () =>
			sql`select from pg_locks where relation = 'orders'::regclass and not granted`.then(
				(rows) => rows.length,
			)
		const patience = { timeout: 30_000 }
		await expect.poll(waiting, patience).toBe(1)
		// This one waits behind the change, and would as long as the backup takes.
		expect(await sql`select count(*)::int as number from orders`).toEqual([{ number: 0 }])
		await expect.poll(waiting, patience).toBe(0)
	})
	await migrated
	expect(await sql`select more from orders`).toEqual([])
})
