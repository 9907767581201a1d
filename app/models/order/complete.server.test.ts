import { randomUUID } from 'node:crypto'

import { DateTime } from 'luxon'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { raw } from '#app/db/connect.server.ts'
import { orders } from '#app/db/schema.ts'
import type { OrderState } from '#app/models/order/order.ts'
import { sampleOrder } from '#testing/sample-order.ts'
import { openTestShop } from '#testing/test-shop.ts'

let shop: Awaited<ReturnType<typeof openTestShop>>

beforeAll(async () => {
	shop = await openTestShop()
})
afterAll(() => shop.close())

test('a visit that has taken place is completed, once, and nothing else', async () => {
	const { completeOrders } = await import('#app/models/order/complete.server.ts')
	const placed: [number: string, state: OrderState, day: string | null][] = [
		['yesterday', 'confirmed', '2026-12-05'],
		['long ago', 'confirmed', '2026-01-02'],
		['today', 'confirmed', '2026-12-06'],
		['tomorrow', 'confirmed', '2026-12-07'],
		['without a day', 'confirmed', null],
		['cancelled', 'cancelled', '2026-12-05'],
		['not paid', 'pendingPayment', '2026-12-05'],
	]
	for (const [number, state, day] of placed) await addOrder(number, state, day)
	// Half past midnight at the venue, still the evening before in UTC.
	const night = DateTime.fromISO('2026-12-06T00:30', { zone: 'Europe/Berlin' })
	await Promise.all([completeOrders(night), completeOrders(night)])
	await completeOrders(night)

	const rows = await raw(
		shop.admin,
		`select number, what from orders join order_events e on e.order_id = orders.id
		where state = 'completed' order by number`,
	)
	expect(rows).toEqual([
		{ number: 'long ago', what: 'completed' },
		{ number: 'yesterday', what: 'completed' },
	])
})

test('more visits that have taken place than one batch holds are all completed', async () => {
	const { completeOrders } = await import('#app/models/order/complete.server.ts')
	const many = Array.from({ length: 1100 }, (_, index) =>
		orderOf(`many ${index}`, 'confirmed', '2026-12-05'),
	)
	await shop.admin.insert(orders).values(many)
	await completeOrders(DateTime.fromISO('2026-12-06T03:00:00Z'))
	const rows = await raw(
		shop.admin,
		`select state, count(*)::int from orders where number like 'many %' group by state`,
	)
	expect(rows).toEqual([{ state: 'completed', count: 1100 }])
})

async function addOrder(number: string, state: OrderState, day: string | null): Promise<void> {
	await shop.admin.insert(orders).values(orderOf(number, state, day))
}

function orderOf(number: string, state: OrderState, day: string | null) {
	const { lines: _, ...order } = sampleOrder
	const id = randomUUID()
	return { ...order, id, publicId: id, number, state, day, cartId: id, cartVersion: 1 }
}
