import { setTimeout as sleep } from 'node:timers/promises'

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import type { Database } from '#app/db/client.server.ts'
import { raw } from '#app/db/connect.server.ts'
import { isUnavailable } from '#app/db/errors.server.ts'
import { type FaultyNetwork, openFaultyNetwork } from '#testing/faulty-network.ts'
import { createTestDatabase } from '#testing/database.ts'

// The client the shop uses, on a database that stops answering without closing (faults H4).

const CONTRACT_MS = 2_000

let database: Awaited<ReturnType<typeof createTestDatabase>>
let network: FaultyNetwork
let db: Database
let patiently: <T>(work: () => Promise<T>) => Promise<T>

beforeAll(async () => {
	database = await createTestDatabase()
	network = await openFaultyNetwork(database.url)
	process.env['DATABASE_URL'] = network.url
	const client = await import('#app/db/client.server.ts')
	db = client.db
	patiently = client.patiently
})
afterEach(() => network.silence(false))
afterAll(async () => {
	await db.close()
	await network.close()
	await database.drop()
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
		expect(await timeOfRefusal(does)).toBeLessThan(CONTRACT_MS)
		expect(await timeOfRefusal(does)).toBeLessThan(CONTRACT_MS)

		network.silence(false)
		await does()
	},
)

test('so are forty at once, who cannot all have a connection', async () => {
	network.silence(true)
	const times = await Promise.all(Array.from({ length: 40 }, () => timeOfRefusal(read)))
	expect(Math.max(...times)).toBeLessThan(CONTRACT_MS)
})

test('jobs and commands wait longer, on connections of their own', async () => {
	await patiently(read)
	network.silence(true)
	const job = patiently(read)
	const early = await Promise.race([job, sleep(CONTRACT_MS + 500, 'still waiting')])
	expect(early).toBe('still waiting')
	await expect(job).rejects.toSatisfy(isUnavailable)
})

async function timeOfRefusal(work: () => Promise<unknown>): Promise<number> {
	const begin = performance.now()
	await expect(work()).rejects.toSatisfy(isUnavailable)
	return performance.now() - begin
}
