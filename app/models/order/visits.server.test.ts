import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { onSitePayments, orderLines, orders } from '#app/db/schema.ts'
import { cents } from '#app/models/money.ts'
import type { Order } from '#app/models/order/order.ts'
import { instantAt } from '#app/models/venue/day.ts'
import { sampleOrder } from '#testing/sample-order.ts'
import { openTestShop } from '#testing/test-shop.ts'

let shop: Awaited<ReturnType<typeof openTestShop>>
let listVisits: typeof import('#app/models/order/visits.server.ts').listVisits

const day = '2026-11-28'

beforeAll(async () => {
	shop = await openTestShop()
	;({ listVisits } = await import('#app/models/order/visits.server.ts'))
})
afterAll(() => shop.close())

async function insert(change: Partial<Order>): Promise<string> {
	const id = randomUUID()
	const { lines, ...order } = { ...sampleOrder, publicId: id, ...change }
	await shop.admin.insert(orders).values({ ...order, id, cartId: id, cartVersion: 1 })
	await shop.admin.insert(orderLines).values(lines.map((line) => ({ ...line, orderId: id })))
	return id
}

test('who comes that day, by time, with all that whoever receives them needs', async () => {
	const [party] = sampleOrder.lines
	const id = await insert({
		number: '2026-000001',
		person: { ...sampleOrder.person, phone: '089 1234', mobile: '0170 5678' },
		party: { type: 'birthday', name: 'Byron\u001b[2J', contactPerson: 'Anne Isabella' },
		answers: { cake: { label: { de: 'Auf der Torte', en: 'On the cake' }, text: 'Byron, 7' } },
	})
	await shop.admin
		.insert(onSitePayments)
		.values({ orderId: id, amount: cents(10_000), method: 'card' })
	const early = { startsAt: instantAt(day, '10:00'), endsAt: instantAt(day, '12:00') }
	const morning = { onSite: cents(0), total: cents(8964), linesTotal: cents(9574), party: null }
	const state = 'completed' as const
	const lines = party ? [{ ...party, ...early }] : []
	await insert({ ...morning, number: '2026-000002', state, lines })
	await insert({ number: '2026-000003', state: 'cancelled' })
	await insert({ number: '2026-000004', day: '2026-11-29' })

	expect(await listVisits(day)).toEqual([
		'2026-000002  10:00-12:00  Ada Lovelace, ada@example.com',
		'    10 Kindergeburtstag Kosmos, Raum Mars',
		'2026-000001  14:00-17:30  Ada Lovelace, 089 1234, 0170 5678',
		'    10 Kindergeburtstag Kosmos, Raum Mars, 14:00-16:30',
		'    3 Pizza',
		'    4 Stoppersocken, 15:00-17:30',
		'    1 Geschenkgutschein per Post',
		'    left to pay: 125,56\u00a0€',
		'    birthday: Byron [2J',
		'    contact person: Anne Isabella',
		'    Auf der Torte: Byron, 7',
	])
	expect(await listVisits('2026-12-24')).toEqual([])
})
