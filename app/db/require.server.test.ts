import { randomBytes } from 'node:crypto'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { connect } from '#app/db/connect.server.ts'
import { migrate } from '#app/db/migrate.server.ts'
import { prepareQueues } from '#app/db/queue.server.ts'
import { explainingSetup, requireDatabase } from '#app/db/require.server.ts'
import { administer, databaseUrl } from '#testing/database.ts'
import { startPooler } from '#testing/pretend-pooler.ts'

const name = `require_${randomBytes(6).toString('hex')}`
const password = randomBytes(12).toString('hex')

beforeAll(async () => {
	await administer(`create database ${name}`)
	await administer(`create role ${name} login password '${password}'`)
})
afterAll(async () => {
	await administer(`drop database ${name} with (force)`)
	await administer(`drop role ${name}`)
})

function asStranger(): string {
	return Object.assign(new URL(databaseUrl(name)), { username: name, password }).href
}

test('a database that can be used passes', async () => {
	const { connections } = await requireDatabase(databaseUrl(name))
	expect(connections).toBeGreaterThan(50)
})

test('a pooler in transaction mode is refused, though it keeps the limits (faults N177)', async () => {
	const direct = new URL(databaseUrl(name))
	const pooler = await startPooler({ host: '127.0.0.1', port: Number(direct.port) })
	const url = Object.assign(new URL(direct), { hostname: '127.0.0.1', port: String(pooler.port) })
	const refusal = requireDatabase(url.href).finally(() => pooler.close())
	await expect(refusal).rejects.toThrow('is behind a pooler that does not keep sessions apart')
})

test.each<[string, () => Promise<unknown>]>([
	['the tables', () => migrate(asStranger())],
	[
		'the queues',
		async () => {
			const db = connect(asStranger())
			await prepareQueues(db).finally(() => db.close())
		},
	],
])('the line for a user without rights names the missing one: %s', async (_, work) => {
	const line = `(permission denied for database ${name}): its user must be allowed to create`
	await expect(explainingSetup(work)).rejects.toThrow(line)
	await expect(explainingSetup(work)).rejects.toThrow(/^[^\n]*$/)
	await expect(explainingSetup(work)).rejects.not.toThrow('Failed query')
})

test('a read-only server is refused with a line that says so', async () => {
	await administer(`alter database ${name} set default_transaction_read_only = on`)
	await expect(requireDatabase(databaseUrl(name))).rejects.toThrow(
		`/${name} is read-only (default_transaction_read_only)`,
	)
	await administer(`alter database ${name} reset default_transaction_read_only`)
})

test.each([
	['a wrong password', () => Object.assign(new URL(asStranger()), { password: 'wrong' }).href],
	['no such database', () => databaseUrl(`${name}_not`)],
	['no server', () => Object.assign(new URL(databaseUrl(name)), { port: '1' }).href],
])('%s is one line that names the place and no password', async (_, url) => {
	const refusal = requireDatabase(url())
	await expect(refusal).rejects.toThrow(/^The database at .*\/require_.* cannot be used \(.+\)/)
	await expect(refusal).rejects.not.toThrow(password)
})
