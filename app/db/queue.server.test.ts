import { afterAll, beforeAll, expect, test } from 'vitest'

import { connect, raw, type Database } from '#app/db/connect.server.ts'
import { jobNames, queues } from '#app/db/job-list.server.ts'
import {
	enqueue,
	findJobState,
	openBoss,
	prepareQueues,
	prepareQueuesAt,
	retryParked,
} from '#app/db/queue.server.ts'
import { createTestDatabase } from '#testing/database.ts'

const orderId = '5f0c8e0e-0f7b-4d7c-9a51-111111111111'

let db: Database
let drop: () => Promise<void>

beforeAll(async () => {
	const database = await createTestDatabase()
	db = connect(database.url)
	drop = database.drop
})
afterAll(async () => {
	await db.close()
	await drop()
})

test('several processes may prepare the queues, again and at once', async () => {
	await raw(db, 'drop schema if exists pgboss cascade')
	const url = await urlOf(db)
	await Promise.all([prepareQueuesAt(url), prepareQueuesAt(url)])
	await prepareQueuesAt(url)

	const rows = await raw(db, 'select name from pgboss.queue order by name')
	expect(rows.map(({ name }) => name)).toEqual(jobNames.toSorted())
})

test('a start prepares the queues also when it takes longer than a transaction of visitors may (faults N275)', async () => {
	const url = await urlOf(db)
	const other = connect(url, { deadlineMs: 60_000 })
	const busy = other.transaction((tx) =>
		raw(
			tx,
			`set local statement_timeout = '60s'; select pg_advisory_xact_lock(hashtext('raumzeit.queues'));
			select pg_sleep(10.5)`,
		),
	)
	const isHeld = async () =>
		(await raw(db, `select from pg_locks where locktype = 'advisory'`)).length
	await expect.poll(isHeld).toBe(1)
	await expect(prepareQueuesAt(url)).resolves.toBeUndefined()
	await busy
	await other.close()
})

test('a job exists with its transaction, or not at all', async () => {
	await db.transaction((tx) => enqueue(tx, 'settlePayment', { paymentId: 'kept' }))
	const abandoned = db.transaction(async (tx) => {
		await enqueue(tx, 'settlePayment', { paymentId: 'undone' })
		throw new Error('no')
	})
	await expect(abandoned).rejects.toThrow('no')

	const rows = await raw(db, `select data from pgboss.job where name = 'settlePayment'`)
	expect(rows).toEqual([{ data: { paymentId: 'kept' } }])
})

test('a job with an id is made once', async () => {
	const make = () =>
		db.transaction((tx) => enqueue(tx, 'mailConfirmation', { orderId }, { id: orderId }))
	expect(await findJobState(db, 'mailConfirmation', orderId)).toBeNull()
	expect(await make()).toBe(orderId)
	expect(await make()).toBeNull()
	expect(await findJobState(db, 'mailConfirmation', orderId)).toBe('waiting')
})

test('a job for later waits, and the one with the higher priority goes first', async () => {
	const boss = openBoss(db, {})
	const send = (refundId: string, options: Parameters<typeof enqueue>[3]) =>
		db.transaction((tx) => enqueue(tx, 'refundPayment', { refundId }, options))
	await send('later', { startAfter: new Date(Date.now() + 60_000), priority: 9 })
	await send('plain', {})
	await send('urgent', { priority: 1 })

	const taken = []
	for (let count = 0; count < 3; count += 1) taken.push(...(await boss.fetch('refundPayment')))
	expect(taken.map(({ data }) => data)).toEqual([{ refundId: 'urgent' }, { refundId: 'plain' }])
})

test('jobs that were given up are sent again with all their tries, and no others', async () => {
	const boss = openBoss(db, {})
	const id = '5f0c8e0e-0f7b-4d7c-9a51-222222222222'
	const payload = { refundId: 'given up' }
	await db.transaction(async (tx) => {
		await enqueue(tx, 'mailRefund', payload, { id, priority: 3 })
		await enqueue(tx, 'mailRefund', { refundId: 'waits' })
		await enqueue(tx, 'sweepRefunds', {})
	})
	const [sweep] = await boss.fetch('sweepRefunds')
	await raw(db, `update pgboss.job set retry_limit = 0 where id = any($1)`, [[id, sweep?.id]])
	await boss.fail('mailRefund', id)
	await boss.fail('sweepRefunds', sweep?.id ?? '')
	expect(await findJobState(db, 'mailRefund', id)).toBe('parked')

	expect(await retryParked(db)).toEqual({ mailRefund: 1 })
	expect(await findJobState(db, 'mailRefund', id)).toBe('waiting')
	const rows = await raw(
		db,
		`select data, priority, retry_limit as tries from pgboss.job where name = 'mailRefund' order by priority desc`,
	)
	expect(rows).toEqual([
		{ data: payload, priority: 3, tries: queues.mailRefund.tries - 1 },
		{ data: { refundId: 'waits' }, priority: 0, tries: queues.mailRefund.tries - 1 },
	])
	expect(await retryParked(db)).toEqual({})
})

test('a queue that was never prepared says so', async () => {
	await raw(db, `delete from pgboss.job where name = 'paymentTooLate'`)
	await raw(db, `select pgboss.delete_queue('paymentTooLate')`)
	for (const options of [{}, { id: orderId }]) {
		const make = () => db.transaction((tx) => enqueue(tx, 'paymentTooLate', { orderId }, options))
		await expect(make()).rejects.toThrow('never prepared')
	}
	await prepareQueues(db)
})

test('the upkeep of the queue works over our client', async () => {
	const boss = openBoss(db, {})
	await boss.maintain()
	expect(await boss.schemaVersion()).toBeGreaterThan(0)
})

async function urlOf(database: Database): Promise<string> {
	const [row] = await raw(database, 'select current_database() as name')
	return Object.assign(new URL(String(process.env['TEST_DATABASE_URL'])), {
		pathname: `/${String(row?.['name'])}`,
	}).href
}
