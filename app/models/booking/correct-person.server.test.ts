import { randomUUID } from 'node:crypto'

import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { orderEvents, orders } from '#app/db/schema.ts'
import { sampleOrder } from '#testing/sample-order.ts'
import { openTestShop } from '#testing/test-shop.ts'

// The name and the mail address of a booking are corrected without a revision (faults K62).

let shop: Awaited<ReturnType<typeof openTestShop>>
let model: typeof import('#app/models/booking/correct-person.server.ts')

beforeAll(async () => {
	shop = await openTestShop()
	model = await import('#app/models/booking/correct-person.server.ts')
})
afterAll(() => shop?.close())

const corrected = { firstName: 'Augusta', lastName: 'King', email: 'augusta@example.org' }

async function addOrder(state: 'confirmed' | 'cancelled'): Promise<string> {
	const { lines: _, ...order } = sampleOrder
	const id = randomUUID()
	await shop.db
		.insert(orders)
		.values({ ...order, state, id, publicId: id, number: id, cartId: id, cartVersion: 1 })
	return id
}

async function stateOf(id: string) {
	const [order] = await shop.db.select().from(orders).where(eq(orders.id, id))
	const events = await shop.db.select().from(orderEvents).where(eq(orderEvents.orderId, id))
	return { order, events: events.map(({ who, what }) => ({ who, what })) }
}

test('K62: a corrected person is an event without the words, once, and no revision', async () => {
	const id = await addOrder('confirmed')
	await Promise.all([1, 2, 3].map(() => model.correctPerson(id, corrected)))
	const { order, events } = await stateOf(id)
	expect(order).toMatchObject({
		revision: 1,
		// The rest of the person stays.
		person: { ...sampleOrder.person, ...corrected },
	})
	expect(events).toEqual([{ who: 'customer', what: 'corrected name or mail address' }])
})

test('K62: an order that has ended keeps its person', async () => {
	const id = await addOrder('cancelled')
	await model.correctPerson(id, corrected)
	const { order, events } = await stateOf(id)
	expect(order?.person).toEqual(sampleOrder.person)
	expect(events).toEqual([])
})
