import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createTestDatabase } from '#testing/database.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let sql: postgres.Sql

beforeAll(async () => {
	database = await createTestDatabase()
	sql = postgres(database.url, { max: 1, onnotice: () => {} })
	await sql`insert into resources values ('park', 10, false), ('venus', 1, true), ('mars', 1, true)`
})
afterAll(async () => {
	await sql.end()
	await database.drop()
})

/** Inserts a place of an hour on tomorrow's day, from this hour on, as a process that takes it for this kind. */
const insert = (resource: string, hour: number, exclusive: boolean) => sql`
	insert into allocations (resource_id, day, during, blocked, units, exclusive, state)
	select ${resource}, current_date + 1, r, r, 1, ${exclusive}, 'confirmed'
	from (select current_date + 1 + ${`${hour} hours`}::interval as at) t,
		tstzrange(at, at + interval '1 hour') as r`

const listed = () => sql`
	select resource_id as id, exclusive from allocations order by resource_id, lower(during), exclusive`

test('K107: a place is exclusive when its resource is, also where a process writes another kind', async () => {
	await insert('venus', 10, false)
	await insert('park', 10, true)
	expect(await listed()).toEqual([
		{ id: 'park', exclusive: false },
		{ id: 'venus', exclusive: true },
	])
	await expect(insert('venus', 10, false)).rejects.toMatchObject({
		constraint_name: 'allocations_exclusive',
	})
	await sql`truncate allocations`
})

test('K107: the migration guards the rooms of before, and leaves one that was sold twice to a person', async () => {
	await sql`alter table allocations disable trigger allocations_book_renamed`
	await insert('mars', 10, false)
	await insert('mars', 10, true)
	await insert('mars', 12, false)
	await insert('venus', 10, false)
	await sql`alter table allocations enable trigger allocations_book_renamed`
	const folder = join(import.meta.dirname, '../../drizzle/migrations')
	const text = await readFile(join(folder, '0051_exclusive_by_resource.sql'), 'utf8')
	const repair = text.split('--> statement-breakpoint').find((it) => it.includes('DO $$')) ?? ''
	await sql.unsafe(repair)
	expect(await listed()).toEqual([
		{ id: 'mars', exclusive: false },
		{ id: 'mars', exclusive: true },
		{ id: 'mars', exclusive: true },
		{ id: 'venus', exclusive: true },
	])
})
