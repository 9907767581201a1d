import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { type Database, type Transaction, connect, raw } from '#app/db/connect.server.ts'
import { takeTurn } from '#app/db/day-queue.server.ts'
import { isUnavailable } from '#app/db/errors.server.ts'
import { lock } from '#app/db/lock.server.ts'
import { createTestDatabase } from '#testing/database.ts'

const STUCK = '2026-12-05'
const OTHER = '2026-12-06'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let admin: Database
let shop: Database
let release: () => Promise<void> = async () => {}

beforeAll(async () => {
	database = await createTestDatabase()
	admin = connect(database.url)
	shop = connect(database.url, { acquireMs: 1_500 })
})
afterEach(() => release())
afterAll(async () => {
	await Promise.all([admin.close(), shop.close()])
	await database.drop()
})

const throughTheQueue = (day: string) => shop.transaction((tx) => lock(tx, { days: [day] }))

const pastTheQueue = (day: string) => shop.transaction((tx) => lockPastTheQueue(tx, day))

test('one stuck day with 25 waiting keeps no visitor of another day waiting (faults H3)', async () => {
	release = await holdDay(STUCK)
	const crowd = Array.from({ length: 25 }, () => throughTheQueue(STUCK))
	const ends = Promise.allSettled(crowd)
	await until(async () => (await countWaiting()) === 2)

	await throughTheQueue(OTHER)
	expect(await countWaiting()).toBe(2)

	await release()
	expect((await ends).every(({ status }) => status === 'fulfilled')).toBe(true)
})

test('a crowd without the queue of the day takes every connection', async () => {
	release = await holdDay(STUCK)
	const ends = Promise.allSettled(Array.from({ length: 25 }, () => pastTheQueue(STUCK)))
	await until(async () => (await countWaiting()) === 10)

	await expect(pastTheQueue(OTHER)).rejects.toSatisfy(isUnavailable)
	await release()
	await ends
})

test('turns are given in the order in which they were asked for', async () => {
	const order: number[] = []
	const visit = async (index: number) => {
		let leave = () => {}
		await takeTurn([STUCK], new Promise<void>((over) => (leave = over)))
		order.push(index)
		await sleep(5 * (8 - index)) // Each is quicker than the one before.
		leave()
	}
	await Promise.all([0, 1, 2, 3, 4, 5, 6, 7].map(visit))
	expect(order).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
})

test('a caller that waits too long is told that it is not now, and the turn passes on', async () => {
	release = await holdDay(STUCK)
	const ends = await Promise.allSettled(Array.from({ length: 4 }, () => throughTheQueue(STUCK)))
	const reasons = ends.map((end) => (end.status === 'rejected' ? end.reason : undefined))
	expect(reasons.every(isUnavailable)).toBe(true)
	await release()
	await throughTheQueue(STUCK)
})

test('turns of several days are taken by date, so that two changes of the same days both end', async () => {
	const both = (days: string[]) => shop.transaction((tx) => lock(tx, { days }))
	const changes = Array.from({ length: 20 }, (_, index) =>
		both(index % 2 ? [STUCK, OTHER] : [OTHER, STUCK]),
	)
	await expect(Promise.all(changes)).resolves.toHaveLength(20)
})

/** Locks a day, as another process would, until the returned function is called. */
async function holdDay(day: string): Promise<() => Promise<void>> {
	const held = new AbortController()
	let over: Promise<void> | undefined
	await new Promise<void>((begun) => {
		over = admin.transaction(async (tx) => {
			await lockPastTheQueue(tx, day)
			begun()
			await once(held.signal, 'abort')
		})
	})
	return async () => {
		held.abort()
		await over
	}
}

/** The two statements of `lock`, without a turn. */
async function lockPastTheQueue(tx: Transaction, day: string): Promise<void> {
	await raw(tx, 'insert into days (day) values ($1) on conflict do nothing', [day])
	await raw(tx, 'select from days where day = $1 for update', [day])
}

/** The number of transactions that wait for a lock in the database. */
async function countWaiting(): Promise<number> {
	const rows = await raw(
		admin,
		`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
	)
	return rows.length
}

async function until(condition: () => Promise<boolean>): Promise<void> {
	while (!(await condition())) await sleep(20)
}
