import { setTimeout as sleep } from 'node:timers/promises'

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import type { Database } from '#app/db/client.server.ts'
import { raw } from '#app/db/connect.server.ts'
import { isUnavailable } from '#app/db/errors.server.ts'
import { createTestDatabase } from '#testing/database.ts'
import { type FaultyNetwork, openFaultyNetwork } from '#testing/faulty-network.ts'

// The client the shop uses, on a database that stops answering without closing (faults H4).

const CONTRACT_MS = 2_000

/**
 * The longest that work ended by the contract may take, which is two seconds: far less than the ten of a lost
 * connection, on a busy machine too.
 */
const ENDED_MS = 8_000

/** The delay of each answer: with the four that opening takes it is more than the two seconds of the contract. */
const LATE_MS = 300

/** A connection that rested longer is probed before it is used. */
const REST_MS = 1_600

let database: Awaited<ReturnType<typeof createTestDatabase>>
let network: FaultyNetwork
let db: Database
let longRunning: <T>(work: () => Promise<T>) => Promise<T>

beforeAll(async () => {
	database = await createTestDatabase()
	network = await openFaultyNetwork(database.url)
	process.env['DATABASE_URL'] = network.url
	const client = await import('#app/db/client.server.ts')
	db = client.db
	longRunning = client.longRunning
})
afterEach(() => {
	network.silence(false)
	network.slow(0)
})
afterAll(async () => {
	await db.close()
	await network.close()
	await database.drop()
})

test('a slow database is not taken for a silent one: connections are opened and most of a crowd is served (C14)', async () => {
	network.slow(LATE_MS)
	await write()
	expect(await page()).toMatchObject({ outcome: 'served' })
	const crowd = await Promise.all(Array.from({ length: 30 }, page))
	expect(isServed(crowd)).toBe(true)

	network.slow(0)
	expect(await page()).toMatchObject({ outcome: 'served' })
})

const read = () => raw(db, 'select 1')
const write = () => db.transaction((tx) => raw(tx, 'select 1'))

test.each([
	{ work: 'a read', does: read },
	{ work: 'a transaction', does: write },
])(
	'$work is refused within two seconds, on a warm connection and on a new one',
	async ({ does }) => {
		await does()
		network.silence(true)
		expect(await timeOfRefusal(does)).toBeLessThan(ENDED_MS)
		expect(await timeOfRefusal(does)).toBeLessThan(ENDED_MS)

		network.silence(false)
		await does()
	},
)

test('forty requests at once, too many for the connections, are refused within two seconds', async () => {
	network.silence(true)
	const times = await Promise.all(Array.from({ length: 40 }, () => timeOfRefusal(read)))
	expect(Math.max(...times)).toBeLessThan(ENDED_MS)
})

test('pages are served in time on new connections when only the connections at rest have fallen silent (faults H4)', async () => {
	await warm()
	await sleep(REST_MS)
	network.silenceOpen()
	expect(await page()).toMatchObject({ outcome: 'served' })

	const crowd = await Promise.all(Array.from({ length: 30 }, page))
	expect(isServed(crowd)).toBe(true)
})

test('a crowd that comes first is served in time, too', async () => {
	await warm()
	await sleep(REST_MS)
	network.silenceOpen()
	const crowd = await Promise.all(Array.from({ length: 30 }, page))
	expect(isServed(crowd)).toBe(true)
})

test('pages that meet the silence in the middle of their work are served or refused in time', async () => {
	await warm()
	network.silenceOpen()
	const crowd = await Promise.all(Array.from({ length: 30 }, page))
	expect(slowest(crowd)).toBeLessThan(ENDED_MS)
	expect(await page()).toMatchObject({ outcome: 'served' })
})

test('jobs and commands wait longer, on connections of their own', async () => {
	await longRunning(read)
	network.silence(true)
	const job = longRunning(read)
	const early = await Promise.race([job, sleep(CONTRACT_MS + 500, 'still waiting')])
	expect(early).toBe('still waiting')
	await expect(job).rejects.toSatisfy(isUnavailable)
})

async function timeOfRefusal(work: () => Promise<unknown>): Promise<number> {
	const begin = performance.now()
	await expect(work()).rejects.toSatisfy(isUnavailable)
	return performance.now() - begin
}

/** Opens as many connections as there can be, and lets them rest. */
async function warm() {
	await Promise.all(Array.from({ length: 30 }, () => raw(db, 'select pg_sleep(0.05)')))
	await Promise.all(
		Array.from({ length: 30 }, () => db.transaction((tx) => raw(tx, 'select pg_sleep(0.05)'))),
	)
}

/** Does the work of a page that reads its session, its cart and the loads, and writes something. */
async function page(): Promise<{ outcome: 'served' | 'refused'; ms: number }> {
	const begin = performance.now()
	const outcome = await (async () => {
		await read()
		await read()
		await read()
		await write()
		return 'served' as const
	})().catch((error: unknown) => {
		if (!isUnavailable(error)) throw error
		return 'refused' as const
	})
	return { outcome, ms: performance.now() - begin }
}

/** True when most of a crowd was served; a machine without a processor to spare may turn a few away. */
function isServed(pages: { outcome: string }[]): boolean {
	return pages.filter(({ outcome }) => outcome === 'served').length > pages.length / 2
}

function slowest(pages: { ms: number }[]): number {
	return Math.max(...pages.map(({ ms }) => ms))
}
