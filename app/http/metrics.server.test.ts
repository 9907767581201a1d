import { RouterContextProvider } from 'react-router'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { raw } from '#app/db/connect.server.ts'
import { orders, payments } from '#app/db/schema.ts'
import { cents } from '#app/models/money.ts'
import { sampleOrder } from '#testing/sample-order.ts'
import { openTestShop } from '#testing/test-shop.ts'

let shop: Awaited<ReturnType<typeof openTestShop>>
let metrics: typeof import('#app/http/metrics.server.ts')
let metricsMiddleware: typeof import('#app/middleware/metrics.server.ts').metricsMiddleware

beforeAll(async () => {
	process.env['METRICS_TOKEN'] = 'm'.repeat(32)
	shop = await openTestShop()
	metrics = await import('#app/http/metrics.server.ts')
	;({ metricsMiddleware } = await import('#app/middleware/metrics.server.ts'))
	await import('#app/pages/page-queue.server.ts')
})
afterAll(() => shop?.close())

test.each([
	[200, '2xx'],
	[303, '3xx'],
	[404, '4xx'],
	[500, '5xx'],
	[503, '503'],
])('an answer with %i is counted as %s, under the pattern of its route', async (status, name) => {
	const url = new URL('http://shop.test/payment/secret')
	const parameters = {
		request: new Request(url),
		url,
		params: {},
		pattern: 'payment/:sessionToken',
	}
	const context = new RouterContextProvider()
	await metricsMiddleware({ ...parameters, context }, async () => new Response('', { status }))

	const labels = `{worker="0",route="payment/:sessionToken",method="GET",status="${name}"}`
	const { text } = await metrics.readMetrics()
	expect(text).toContain(`http_request_duration_seconds_count${labels} 1\n`)
	expect(text).not.toContain('secret')
})

test('reports the database’s numbers, zeros among them', async () => {
	for (const line of [
		'raumzeit_database_up 1',
		'raumzeit_database_writable 1',
		'raumzeit_jobs{state="parked"} 0',
		'raumzeit_open_payments 0',
		'raumzeit_orders{state="confirmed"} 0',
		'raumzeit_payments{state="paid",provider="stripe"} 0',
	])
		expect(await lines()).toContain(line)

	const order = await addOrder('confirmed', '59 minutes')
	await addPayment(order, 'paid', '59 minutes')
	await addPayment(await addOrder('pendingPayment', '61 minutes'), 'started', '16 minutes')
	await addPayment(await addOrder('pendingPayment', '14 minutes'), 'started', '14 minutes')
	await addJob('failed', '0')
	await addJob('retry', '0')
	await addJob('retry', '1 hour')
	await addJob('completed', '0')

	const now = await lines()
	expect(
		now.filter((line) => /^raumzeit_(jobs|o|payments)/.test(line) && !line.endsWith(' 0')),
	).toEqual(
		expect.arrayContaining([
			'raumzeit_jobs{state="waiting"} 1',
			'raumzeit_jobs{state="parked"} 1',
			'raumzeit_open_payments 1',
			'raumzeit_orders{state="pendingPayment"} 1',
			'raumzeit_orders{state="confirmed"} 1',
			'raumzeit_payments{state="paid",provider="stripe"} 1',
			'raumzeit_payments{state="started",provider="stripe"} 1',
		]),
	)
})

test('reports the other numbers while the database is away', async () => {
	await shop.db.close()
	const told = await lines()
	expect(told).toContain('raumzeit_database_up 0')
	expect(told).toContain('raumzeit_pages_waiting{worker="0"} 0')
	expect(told.join('\n')).not.toContain('raumzeit_orders')
})

async function lines(): Promise<string[]> {
	return (await metrics.readMetrics()).text.split('\n')
}

async function addOrder(state: 'confirmed' | 'pendingPayment', ago: string): Promise<string> {
	const id = crypto.randomUUID()
	const { lines: _, ...row } = sampleOrder
	const own = { id, publicId: id, number: id, cartId: id, cartVersion: 1 }
	await shop.db.insert(orders).values({ ...row, ...own, state })
	await raw(shop.db, `update orders set created_at = now() - $1::interval where id = $2`, [ago, id])
	return id
}

async function addPayment(orderId: string, state: 'paid' | 'started', ago: string): Promise<void> {
	const id = crypto.randomUUID()
	const own = { id, orderId, state, returnToken: id, expiresAt: new Date() }
	await shop.db.insert(payments).values({ ...own, provider: 'stripe', amount: cents(4980) })
	await raw(shop.db, `update payments set created_at = now() - $1::interval where id = $2`, [
		ago,
		id,
	])
}

async function addJob(state: string, later: string): Promise<void> {
	await raw(
		shop.db,
		`insert into pgboss.job (name, state, start_after) values ('mailRefund', $1::pgboss.job_state, now() + $2::interval - interval '1 second')`,
		[state, later],
	)
}
