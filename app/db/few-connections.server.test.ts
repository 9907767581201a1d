import { randomBytes } from 'node:crypto'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { connect, type Database, raw } from '#app/db/connect.server.ts'
import { isUnavailable } from '#app/db/errors.server.ts'
import { requireDatabase } from '#app/db/require.server.ts'
import { administer, databaseUrl } from '#testing/database.ts'

// The server gives fewer connections than the pools would like (faults J6).

const name = `few_${randomBytes(6).toString('hex')}`
const password = randomBytes(12).toString('hex')
const url = () => Object.assign(new URL(databaseUrl(name)), { username: name, password }).href

beforeAll(async () => {
	await administer(`create database ${name}`)
	await administer(`create role ${name} login password '${password}' connection limit 2`)
})
afterAll(async () => {
	await administer(`drop database ${name} with (force)`)
	await administer(`drop role ${name}`)
})

function statement(database: Database): Promise<unknown> {
	return raw(database, 'select pg_sleep(0.001)')
}

function transaction(database: Database): Promise<unknown> {
	return database.transaction((tx) => raw(tx, 'select pg_sleep(0.001)'))
}

test.each([1, 2])(
	'a crowd of 600 is served with two connections by %i clients of two pools each',
	async (many) => {
		// Nobody is refused for a wait, only for a connection that the server does not give.
		const clients = Array.from({ length: many }, () => connect(url(), { acquireMs: 60_000 }))
		const each = Array.from({ length: 300 / many }, () => clients).flat()
		const asked = each.flatMap((client) => [statement(client), transaction(client)])
		const answers = await Promise.allSettled(asked)
		expect(answers.filter(({ status }) => status === 'rejected')).toEqual([])
		await Promise.all(clients.map((client) => client.close()))
	},
)

test('a pool without a connection gets the one that rests in another pool', async () => {
	const one = connect(url(), { transactions: 2, statements: 2 })
	await Promise.all([transaction(one), transaction(one)])
	const other = connect(url(), { transactions: 2, statements: 2 })
	await statement(other)
	await statement(one)
	await Promise.all([one.close(), other.close()])
})

test('a pool waits for a connection that other clients have as long as a visitor would', async () => {
	const others = connect(url(), { transactions: 2, acquireMs: 60_000 })
	let leave = () => {}
	const left = new Promise<void>((done) => (leave = done))
	const held: Promise<void>[] = []
	const hold = () =>
		new Promise<void>((begin) => {
			const work = others.transaction(async (tx) => {
				await raw(tx, 'select 1')
				begin()
				await left
			})
			held.push(work)
		})
	await Promise.all([hold(), hold()])
	const late = connect(url(), { acquireMs: 300 })
	await expect(statement(late)).rejects.toSatisfy(isUnavailable)
	await late.close()

	const patient = connect(url(), { acquireMs: 60_000 })
	const answer = statement(patient)
	// Its slot is free at once, and the wait for a connection counts all the same (ConnectionsScarce).
	await expect.poll(() => patient.waits().count, { timeout: 20_000 }).toBe(1)
	leave()
	await expect(answer).resolves.toBeDefined()
	expect(patient.waits().seconds).toBeGreaterThan(0)
	await Promise.all([...held, patient.close(), others.close()])
})

test('the start knows the number of connections it may have', async () => {
	await expect(requireDatabase(url())).resolves.toEqual({ connections: 2 })
})
