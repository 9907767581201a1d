import { randomUUID } from 'node:crypto'

import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { raw } from '#app/db/connect.server.ts'
import { prepareQueues } from '#app/db/queue.server.ts'
import { orderEvents, orders } from '#app/db/schema.ts'
import { ok, refuse } from '#app/models/result.ts'
import { sha256 } from '#app/models/token.server.ts'
import { sampleOrder } from '#testing/sample-order.ts'
import { openTestShop } from '#testing/test-shop.ts'

// The name and the mail address of a booking are corrected without a revision (faults K62).

let shop: Awaited<ReturnType<typeof openTestShop>>
let model: typeof import('#app/models/booking/correct-person.server.ts')
let keys: typeof import('#app/models/booking/key.server.ts')
let rights: typeof import('#app/models/booking/rights.server.ts')
let sessions: typeof import('#app/models/visitor/session.server.ts')

beforeAll(async () => {
	shop = await openTestShop()
	await prepareQueues(shop.db)
	keys = await import('#app/models/booking/key.server.ts')
	rights = await import('#app/models/booking/rights.server.ts')
	sessions = await import('#app/models/visitor/session.server.ts')
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

test('N298: a corrected mail address leaves a name that was corrected meanwhile', async () => {
	const id = await addOrder('confirmed')
	const { email, ...name } = corrected
	await model.correctPerson(id, name)
	await model.correctPerson(id, { email }, { actor: 'staff:1' })
	expect((await stateOf(id)).order?.person).toEqual({ ...sampleOrder.person, ...corrected })
})

test('K90: a page from before a correction takes nothing of it back; the same correction twice is one', async () => {
	const id = await addOrder('confirmed')
	const { email } = sampleOrder.person
	const seen = { email }
	expect(await model.correctPerson(id, { email: corrected.email }, { seen })).toEqual(ok())
	expect(await model.correctPerson(id, { email: corrected.email }, { seen })).toEqual(ok())
	const stale = await model.correctPerson(id, { email: 'typo@example.org' }, { seen })
	expect(stale).toEqual(refuse('booking.changed'))
	const { order, events } = await stateOf(id)
	expect(order?.person.email).toBe(corrected.email)
	expect(events).toHaveLength(1)
})

test('K77: keys that went to another address end, and the corrected one is sent its own', async () => {
	const id = await addOrder('confirmed')
	const key = await keys.newBookingKey(shop.db, id)
	const ways = ['ordering', 'code', 'code', 'link'] as const
	const visits = await Promise.all(
		ways.map(async (way) => {
			const session = sha256(await sessions.openSession({}))
			await sessions.noteWayIn(session, id, way)
			return session
		}),
	)
	const allowed = () => Promise.all(visits.map((visit) => rights.findRights(visit, id)))
	const name = { firstName: corrected.firstName, lastName: corrected.lastName }
	await model.correctPerson(id, name, { sessionId: visits[1] })
	expect(await keys.findByKey(key)).toMatchObject({ id })
	expect(await allowed()).toEqual(['all', 'all', 'all', 'link'])

	await model.correctPerson(id, corrected, { sessionId: visits[1] })
	expect(await keys.findByKey(key)).toBeNull()
	expect(await allowed()).toEqual(['all', 'all', null, null])
	const jobs = await raw(
		shop.admin,
		`select data from pgboss.job where name = 'mailBookingLink' and data ->> 'orderId' = $1`,
		[id],
	)
	expect(jobs).toHaveLength(1)
})

test('K62: an order that has ended keeps its person', async () => {
	const id = await addOrder('cancelled')
	await model.correctPerson(id, corrected)
	const { order, events } = await stateOf(id)
	expect(order?.person).toEqual(sampleOrder.person)
	expect(events).toEqual([])
})
