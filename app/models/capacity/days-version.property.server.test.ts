import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { connect, raw } from '#app/db/connect.server.ts'
import { administer, createTestDatabase } from '#testing/database.ts'
import { trials } from '#testing/oracle/random-shop.ts'
import { openTestShop } from '#testing/test-shop.ts'

type Loads = typeof import('#app/models/capacity/loads.server.ts')
type Releases = typeof import('#app/models/capacity/release.server.ts')

let shop: Awaited<ReturnType<typeof openTestShop>>
let loads: Loads
let releases: Releases

beforeAll(async () => {
	const database = await createTestDatabase()
	await stopClock(database.url)
	shop = await openTestShop(database)
	loads = await import('#app/models/capacity/loads.server.ts')
	releases = await import('#app/models/capacity/release.server.ts')
})
afterAll(() => shop.close())

/** Gives the database a `now()` that is found before its own and stands still until a step moves it. */
async function stopClock(url: string) {
	const database = connect(url)
	await raw(
		database,
		`create schema clock;
		create table clock.hands as select now() as at;
		create function clock.now() returns timestamptz stable language sql as 'select at from clock.hands'`,
	)
	await database.close()
	const name = new URL(url).pathname.slice(1)
	await administer(`alter database ${name} set search_path = clock, pg_catalog, public`)
}

const [first, middle, last, beyond] = [
	'2027-03-01',
	'2027-03-02',
	'2027-03-03',
	'2027-03-04',
] as const
const live = `state in ('held', 'pending', 'confirmed')`

/** Statements that change the loads, and some that do not; each touches at most one row of each day. */
const changes = {
	hold: (day: string) => `
		insert into allocations (resource_id, day, during, blocked, units, exclusive, state, expires_at)
		select id, '${day}', range, range, 1, false, 'held', now() + interval '60 minutes'
		from resources, tstzrange('${day} 14:00+01', '${day} 15:00+01') as range
		where not exclusive limit 1`,
	order: (day: string) =>
		`update allocations set state = 'pending', expires_at = null where ${one(day)}`,
	giveUp: (day: string) => `
		update allocations set state = 'held', expires_at = now() + interval '40 minutes'
		where ${one(day)}`,
	confirm: (day: string) => `
		update allocations set state = 'confirmed', expires_at = null where ${one(day)}`,
	prolong: (day: string) => `
		update allocations set expires_at = now() + interval '90 minutes'
		where state = 'held' and day = '${day}'`,
	release: (day: string) => `
		update allocations set state = 'released', expires_at = null where ${one(day)}`,
	forget: (day: string) => `delete from allocations where ${one(day)}`,
	wait: () => `update clock.hands set at = at + interval '20 minutes'`,
	lock: (day: string) => `insert into days (day) values ('${day}') on conflict do nothing`,
}

function one(day: string): string {
	return `id = (select id from allocations where day = '${day}' and ${live} order by id limit 1)`
}

type Step = { change: keyof typeof changes | 'expire'; day: string }

const steps: fc.Arbitrary<Step> = fc.record({
	change: fc.constantFrom(...(Object.keys(changes) as (keyof typeof changes)[]), 'expire' as const),
	day: fc.constantFrom(first, middle, last, beyond),
})

/** A hold changes the days, and so does its end; the other steps do not. */
const both: Step[] = [
	{ change: 'hold', day: first },
	{ change: 'hold', day: beyond },
	{ change: 'wait', day: first },
	{ change: 'wait', day: first },
	{ change: 'wait', day: first },
	{ change: 'expire', day: first },
]

test(
	'the days that a process remembers are those that a fresh read would give',
	{ timeout: 600_000 },
	async () => {
		let [kept, changed] = [0, 0]
		await fc.assert(
			fc.asyncProperty(fc.array(steps, { minLength: 2, maxLength: 12 }), async (sequence) => {
				await raw(shop.admin, 'delete from allocations')
				let before = await loads.listLoadsByDay(first, last)
				for (const step of sequence) {
					await change(step)
					const isCurrent = await loads.isCurrentVersion(before.daysVersion)
					const after = await loads.listLoadsByDay(first, last)
					expect(sorted(after.byDay)).toEqual(sorted(await readAnew()))
					if (isCurrent) expect(sorted(after.byDay)).toEqual(sorted(before.byDay))
					if (isCurrent) kept += 1
					else changed += 1
					before = after
				}
			}),
			{ ...trials('days-version', 60), examples: [[both]] },
		)
		expect(kept).toBeGreaterThanOrEqual(4)
		expect(changed).toBeGreaterThanOrEqual(2)
	},
)

test('holds on another day, and holds that are marked as expired late, keep the version of a day current', async () => {
	await change({ change: 'hold', day: first })
	for (let waits = 0; waits < 3; waits += 1) await change({ change: 'wait', day: first })
	const { daysVersion } = await loads.listLoadsByDay(first, first)
	await change({ change: 'expire', day: first })
	await change({ change: 'hold', day: middle })
	expect(await loads.isCurrentVersion(daysVersion)).toBe(true)
	await change({ change: 'hold', day: first })
	expect(await loads.isCurrentVersion(daysVersion)).toBe(false)
})

/** The loads of each day, read without those that the process remembers. */
async function readAnew() {
	const { db } = await import('#app/db/client.server.ts')
	const byDay = new Map<string, readonly object[]>()
	for (const day of [first, middle, last]) byDay.set(day, await loads.listLoads(db, [day], null))
	return byDay
}

async function change({ change, day }: Step) {
	if (change === 'expire') {
		const { db } = await import('#app/db/client.server.ts')
		return db.transaction((tx) => releases.expireHolds(tx, [day]))
	}
	await raw(shop.admin, changes[change](day))
}

function sorted(byDay: ReadonlyMap<string, readonly object[]>) {
	return [...byDay]
		.toSorted(([one], [other]) => (one < other ? -1 : 1))
		.map(([day, all]) => [day, all.map((load) => JSON.stringify(load)).toSorted()])
}
