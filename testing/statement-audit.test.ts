import { randomUUID } from 'node:crypto'

import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { connect } from '#app/db/connect.server.ts'
import { orders } from '#app/db/schema.ts'

import { createTestDatabase } from './database.ts'
import { sampleOrder } from './sample-order.ts'
import { installAudit, readAudit } from './statement-audit.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let sql: postgres.Sql

beforeAll(async () => {
	database = await createTestDatabase()
	sql = postgres(database.url, { max: 2, onnotice: () => {} })
	await installAudit(sql)
})
afterAll(async () => {
	await sql.end()
	await database.drop()
})

type Client = postgres.Sql | postgres.TransactionSql

const events = (on: Client, orderId: string, what: string) =>
	on`insert into order_events (order_id, who, what) values (${orderId}, 'test', ${what})`

async function order(): Promise<string> {
	const id = randomUUID()
	const db = connect(database.url)
	const { lines: _, ...row } = sampleOrder
	const own = { id, publicId: id, number: id, cartId: id, cartVersion: 1 }
	await db.insert(orders).values({ ...row, ...own, state: 'pendingPayment' as const })
	await db.close()
	return id
}

const confirm = (on: Client, id: string) =>
	on`update orders set state = 'confirmed', confirmed_at = now() where id = ${id}`

// Without this test the audit's zeros would prove nothing.
test('C12: rows written by one transaction are no finding, rows written by two are one', async () => {
	const whole = await order()
	const torn = await order()
	const before = await readAudit(sql)
	await sql.begin(async (tx) => {
		await confirm(tx, whole)
		await events(tx, whole, 'confirmed')
	})
	expect(await readAudit(sql)).toEqual({ groups: before.groups + 1, outside: before.outside })
	await confirm(sql, torn)
	await events(sql, torn, 'confirmed')
	expect(await readAudit(sql)).toEqual({ groups: before.groups + 2, outside: before.outside + 1 })
})
