import { randomUUID } from 'node:crypto'

import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { prepareQueues } from '#app/db/queue.server.ts'
import { orders } from '#app/db/schema.ts'
import { sampleOrder } from '#testing/sample-order.ts'
import { openTestShop } from '#testing/test-shop.ts'

let shop: Awaited<ReturnType<typeof openTestShop>>
// In a file of its own, because it makes and reads more rows than a visitor's page may.
let owner: postgres.Sql
let handlers: typeof import('#app/jobs/jobs.server.ts').handlers

beforeAll(async () => {
	shop = await openTestShop()
	await prepareQueues(shop.db)
	owner = postgres(String(process.env['DATABASE_URL']), { max: 1 })
	;({ handlers } = await import('#app/jobs/jobs.server.ts'))
})
afterAll(async () => {
	await owner.end()
	await shop.close()
})

const sql = (text: string, values: postgres.ParameterOrJSON<never>[] = []) =>
	owner.unsafe(text, values)

/** Adds an order that is years old; returns its id. */
async function addOldOrder(state: 'confirmed' | 'completed' | 'expired'): Promise<string> {
	const { lines: _, ...order } = sampleOrder
	const id = randomUUID()
	const own = { id, publicId: id, number: id, cartId: id, cartVersion: 1, state, day: '2020-02-01' }
	const createdAt = new Date('2020-01-01')
	const confirmedAt = state === 'expired' ? null : createdAt
	await shop.admin.insert(orders).values({ ...order, ...own, createdAt, confirmedAt })
	return id
}

test('a row that cannot be deleted does not stop other deletions, and the job fails', async () => {
	const unpaid = await addOldOrder('expired')
	await sql(`insert into webhook_events (provider, event_id, type, body, received_at)
		values ('stripe', 'evt_1', 'checkout.session.completed', '{}', '2020-01-01')`)
	await sql(`insert into carts (updated_at) values ('2020-01-01')`)
	await sql(`insert into passkey_challenges (challenge, expires_at) values ('-', '2020-01-01')`)
	await sql(`create function refuse() returns trigger language plpgsql as
		$$ begin raise exception 'canceling statement due to statement timeout' using errcode = '57014'; end $$`)
	for (const table of ['carts', 'webhook_events'])
		await sql(
			`create trigger refuse before delete on ${table} for each row execute function refuse()`,
		)

	await expect(handlers.forgetOldData({})).rejects.toThrow('2 kinds of old data')
	expect(await sql(`select from passkey_challenges`)).toEqual([])
	expect(
		await sql(`select person ->> 'firstName' as name from orders where id = $1`, [unpaid]),
	).toEqual([{ name: '-' }])

	await sql(`drop function refuse() cascade`)
	await handlers.forgetOldData({})
	expect(await sql(`select from webhook_events`)).toEqual([])
	expect(await sql(`select from carts`)).toEqual([])
})

test('no job reads all orders ever made', async () => {
	const over = [await addOldOrder('completed'), await addOldOrder('expired')]
	await handlers.forgetOldData({})
	await sql(
		`insert into orders select made.* from orders, generate_series(2, 10000) as copy,
			jsonb_populate_record(orders, jsonb_build_object('id', gen_random_uuid(), 'cart_version', copy,
				'public_id', number || copy, 'number', number || copy)) as made
		where orders.id = any($1)`,
		[over],
	)
	// Flushes the counts of these reads now, before the counts begin anew.
	await sql(
		`insert into referrals select id, null, created_at from orders; select pg_stat_force_next_flush()`,
	)
	const due = await addOldOrder('confirmed')
	await sql(`insert into referrals values ($1, 'click', now())`, [due])
	const [payment] = await sql(
		`insert into payments (order_id, provider, state, amount, return_token, expires_at)
		values ($1, 'stripe', 'paid', 100, '-', now()) returning id`,
		[due],
	)
	await sql(
		`insert into refunds (payment_id, amount, reason, created_at, refunded_at)
		select $1, 1, '-', '2020-01-03', '2020-01-03' from generate_series(1, 10000)`,
		[payment?.['id']],
	)
	await sql('vacuum analyze')
	await sql('select pg_stat_reset()')

	await handlers.sweepInvoices({})
	await handlers.sweepRefunds({})
	await handlers.completeOrders({})
	await handlers.forgetOldData({})
	// A connection reports its counts when it is closed.
	await shop.db.close()
	const indexes = [
		'orders_confirmed',
		'orders_to_complete',
		'orders_visit_details',
		'orders_unpaid',
		'refunds_created_at_index',
		'refunds_waiting',
		'referrals_clicks',
	]
	const used = () =>
		sql(
			`select indexrelname from pg_stat_user_indexes where indexrelname = any($1) and idx_scan > 0`,
			[indexes],
		)
	await expect.poll(used).toHaveLength(indexes.length)
	const whole = `select relname from pg_stat_user_tables
		where relname in ('orders', 'refunds', 'referrals') and seq_tup_read >= 10000`
	expect(await sql(whole)).toEqual([])
	expect(await sql('select state from orders where id = $1', [due])).toEqual([
		{ state: 'completed' },
	])
	expect(await sql('select from referrals where awc is not null')).toEqual([])
})
