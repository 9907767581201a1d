import { isDeepStrictEqual } from 'node:util'

import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { raw } from '#app/db/connect.server.ts'
import { trials } from '#testing/oracle/random-shop.ts'
import { openTestShop } from '#testing/test-shop.ts'

type Loads = typeof import('#app/models/capacity/loads.server.ts')
type Releases = typeof import('#app/models/capacity/release.server.ts')

let shop: Awaited<ReturnType<typeof openTestShop>>
let loads: Loads
let releases: Releases

beforeAll(async () => {
	shop = await openTestShop()
	loads = await import('#app/models/capacity/loads.server.ts')
	releases = await import('#app/models/capacity/release.server.ts')
})
afterAll(() => shop.close())

const [first, middle, last, beyond] = ['2027-03-01', '2027-03-02', '2027-03-03', '2027-03-04']
const live = `state in ('held', 'pending', 'confirmed')`

/** Statements that change the loads, and some that do not; each touches at most one row of each day. */
const changes = {
	hold: (day: string) => `
		insert into allocations (resource_id, day, during, blocked, units, exclusive, state, expires_at)
		select id, '${day}', range, range, 1, false, 'held', now() + interval '60 milliseconds'
		from resources, tstzrange('${day} 14:00+01', '${day} 15:00+01') as range
		where not exclusive limit 1`,
	order: (day: string) =>
		`update allocations set state = 'pending', expires_at = null where ${one(day)}`,
	giveUp: (day: string) => `
		update allocations set state = 'held', expires_at = now() + interval '40 milliseconds'
		where ${one(day)}`,
	confirm: (day: string) => `
		update allocations set state = 'confirmed', expires_at = null where ${one(day)}`,
	prolong: (day: string) => `
		update allocations set expires_at = now() + interval '90 milliseconds'
		where state = 'held' and day = '${day}'`,
	release: (day: string) => `
		update allocations set state = 'released', expires_at = null where ${one(day)}`,
	forget: (day: string) => `delete from allocations where ${one(day)}`,
	wait: () => `select pg_sleep(0.02)`,
	lock: (day: string) => `insert into days (day) values ('${day}') on conflict do nothing`,
}

function one(day: string): string {
	return `id = (select id from allocations where day = '${day}' and ${live} order by id limit 1)`
}

const steps = fc.record({
	change: fc.constantFrom(...Object.keys(changes), 'expire'),
	day: fc.constantFrom(first, middle, last, beyond),
})

test(
	'the days that a process remembers are those that a fresh read would give',
	{ timeout: 600_000 },
	async () => {
		let [compared, kept, changed] = [0, 0, 0]
		await fc.assert(
			fc.asyncProperty(fc.array(steps, { minLength: 2, maxLength: 12 }), async (sequence) => {
				let before = await loads.listLoadsByDay(first ?? '', last ?? '')
				for (const step of sequence) {
					await change(step)
					const anew = sorted(await readAnew())
					const after = await loads.listLoadsByDay(first ?? '', last ?? '')
					// Equal before and after: the loads did not change in between.
					if (isDeepStrictEqual(sorted(await readAnew()), anew)) {
						compared += 1
						expect(sorted(after.byDay)).toEqual(anew)
					}
					// Asked last, so that a version that is current now was current at the second read, too.
					if (await loads.isCurrentVersion(before.daysVersion)) {
						kept += 1
						expect(sorted(after.byDay)).toEqual(sorted(before.byDay))
					} else changed += 1
					before = after
				}
			}),
			trials('days-version', 60),
		)
		expect(compared).toBeGreaterThan(100)
		expect(kept).toBeGreaterThan(20)
		expect(changed).toBeGreaterThan(20)
	},
)

test('holds on another day, and holds that are marked as expired late, keep the version of a day current', async () => {
	await change({ change: 'hold', day: first ?? '' })
	await shop.admin.execute('select pg_sleep(0.2)')
	const { daysVersion } = await loads.listLoadsByDay(first ?? '', first ?? '')
	await change({ change: 'expire', day: first ?? '' })
	await change({ change: 'hold', day: middle ?? '' })
	expect(await loads.isCurrentVersion(daysVersion)).toBe(true)
	await change({ change: 'hold', day: first ?? '' })
	expect(await loads.isCurrentVersion(daysVersion)).toBe(false)
})

/** The loads of each day, read without those that the process remembers. */
async function readAnew() {
	const { db } = await import('#app/db/client.server.ts')
	const byDay = new Map<string, readonly object[]>()
	for (const day of [first, middle, last]) {
		if (day) byDay.set(day, await loads.listLoads(db, [day], null))
	}
	return byDay
}

async function change({ change, day = '' }: { change: string; day?: string | undefined }) {
	if (change === 'expire') {
		const { db } = await import('#app/db/client.server.ts')
		return db.transaction((tx) => releases.expireHolds(tx, [day]))
	}
	const statement = changes[change as keyof typeof changes]
	await raw(shop.admin, statement(day))
}

function sorted(byDay: ReadonlyMap<string, readonly object[]>) {
	return [...byDay]
		.toSorted(([one], [other]) => (one < other ? -1 : 1))
		.map(([day, all]) => [day, all.map((load) => JSON.stringify(load)).toSorted()])
}
