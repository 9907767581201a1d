import { setTimeout as sleep } from 'node:timers/promises'

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import type { Database } from '#app/db/client.server.ts'
import { raw } from '#app/db/connect.server.ts'
import { patience } from '#app/db/driver/patience.server.ts'
import { isUnavailable } from '#app/db/errors.server.ts'
import { createTestDatabase } from '#testing/database.ts'
import { type FaultyNetwork, openFaultyNetwork } from '#testing/faulty-network.ts'

// The client the shop uses, on a database that stops answering without closing (faults H4).

/**
 * The milliseconds within which work ends by the contract, which is two seconds: far less than the ten of a lost
 * connection. They are counted as the contract counts, without the time in which this process gets no processor.
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
])('$work is refused in time, on a warm connection and on a new one', async ({ does }) => {
	await does()
	network.silence(true)
	expect(await inTime(refusal(does))).toBe(true)
	expect(await inTime(refusal(does))).toBe(true)

	network.silence(false)
	await does()
})

test('forty requests at once, too many for the connections, are refused in time', async () => {
	network.silence(true)
	expect(await inTime(...Array.from({ length: 40 }, () => refusal(read)))).toBe(true)
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
	expect(await inTime(...Array.from({ length: 30 }, page))).toBe(true)
	expect(await page()).toMatchObject({ outcome: 'served' })
})

test('jobs and commands wait longer, on connections of their own', async () => {
	await longRunning(read)
	network.silence(true)
	const ended: string[] = []
	const job = refusal(() => longRunning(read)).then(() => ended.push('job'))
	const visitor = refusal(read).then(() => ended.push('visitor'))
	await Promise.all([job, visitor])
	expect(ended).toEqual(['visitor', 'job'])
})

function refusal(work: () => Promise<unknown>): Promise<void> {
	return expect(work()).rejects.toSatisfy(isUnavailable)
}

/** False when not all of `works` have ended in time. */
async function inTime(...works: Promise<unknown>[]): Promise<boolean> {
	let isInTime = true
	const callOff = patience(ENDED_MS, () => (isInTime = false))
	await Promise.all(works)
	callOff()
	return isInTime
}

/** Opens as many connections as there can be, and lets them rest. */
async function warm() {
	await Promise.all(Array.from({ length: 30 }, () => raw(db, 'select pg_sleep(0.05)')))
	await Promise.all(
		Array.from({ length: 30 }, () => db.transaction((tx) => raw(tx, 'select pg_sleep(0.05)'))),
	)
}

/** Does the work of a page that reads its session, its cart and the loads, and writes something. */
async function page(): Promise<{ outcome: 'served' | 'refused' }> {
	try {
		for (const step of [read, read, read, write]) await step()
		return { outcome: 'served' }
	} catch (error) {
		if (!isUnavailable(error)) throw error
		return { outcome: 'refused' }
	}
}

/** True when most of a crowd was served; a machine without a processor to spare may turn a few away. */
function isServed(pages: { outcome: string }[]): boolean {
	return pages.filter(({ outcome }) => outcome === 'served').length > pages.length / 2
}
