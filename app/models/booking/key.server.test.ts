import { randomUUID } from 'node:crypto'

import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { bookingTokens, orders, visitOrders } from '#app/db/schema.ts'
import { sha256 } from '#app/models/token.server.ts'
import type { WayIn } from '#app/models/visitor/way-in.ts'
import { sampleOrder } from '#testing/sample-order.ts'
import { openTestShop } from '#testing/test-shop.ts'

// A key of a letter opens one booking and gives less than having ordered (faults K9, K36).

let shop: Awaited<ReturnType<typeof openTestShop>>
let keys: typeof import('#app/models/booking/key.server.ts')
let rights: typeof import('#app/models/booking/rights.server.ts')
let sessions: typeof import('#app/models/visitor/session.server.ts')

beforeAll(async () => {
	shop = await openTestShop()
	keys = await import('#app/models/booking/key.server.ts')
	rights = await import('#app/models/booking/rights.server.ts')
	sessions = await import('#app/models/visitor/session.server.ts')
})
afterAll(() => shop?.close())

/** Adds a booking whose visit, or whose cancelling, was so many days ago. */
async function addBooking({ visit = 0, cancelled = null as number | null } = {}) {
	const { lines: _, ...order } = sampleOrder
	const id = randomUUID()
	await shop.db
		.insert(orders)
		.values({ ...order, id, publicId: id, number: id, cartId: id, cartVersion: 1 })
	await shop.db
		.update(orders)
		.set({
			day: sql`now()::date - ${visit}::int`,
			cancelledAt: cancelled === null ? null : sql`now() - make_interval(days => ${cancelled})`,
		})
		.where(eq(orders.id, id))
	return { id, publicId: id }
}

async function visitBy(orderId: string, cameBy: WayIn | null): Promise<string> {
	const id = sha256(await sessions.openSession({}))
	if (cameBy) await sessions.noteWayIn(id, orderId, cameBy)
	return id
}

test('a key opens its own booking and no other, and is stored as a hash (K9)', async () => {
	const [one, other] = [await addBooking(), await addBooking()]
	const key = await keys.newBookingKey(shop.db, one.id)
	expect(key).toMatch(/^[\w-]{43}$/)
	expect(await keys.findByKey(key)).toEqual(one)
	expect(await keys.findByKey(await keys.newBookingKey(shop.db, other.id))).toEqual(other)
	const rows = await shop.db.select().from(bookingTokens).where(eq(bookingTokens.orderId, one.id))
	expect(rows.map(({ hash }) => hash)).toEqual([sha256(key)])
})

test.each(['', 'x', 'x'.repeat(43), 'x'.repeat(44), `${'x'.repeat(42)}\0`])(
	'%j opens nothing',
	async (key) => expect(await keys.findByKey(key)).toBeNull(),
)

test('replacing ends all keys and what they gave, and not what ordering gave (K9)', async () => {
	const { id } = await addBooking()
	const old = [await keys.newBookingKey(shop.db, id), await keys.newBookingKey(shop.db, id)]
	const [ordered, byLink, byCode] = [
		await visitBy(id, 'ordering'),
		await visitBy(id, 'link'),
		await visitBy(id, 'code'),
	]
	await keys.replaceKeys(shop.db, id)
	const opened = await Promise.all(old.map((key) => keys.findByKey(key)))
	expect(opened).toEqual([null, null])
	const left = await Promise.all(
		[ordered, byLink, byCode].map((visit) => rights.findRights(visit, id)),
	)
	expect(left).toEqual(['all', null, null])
	expect(await keys.findByKey(await keys.newBookingKey(shop.db, id))).toMatchObject({ id })
})

test.each([
	{ what: 'before the visit', visit: -30, cancelled: null, isOpen: true },
	{ what: '14 days after the visit', visit: 14, cancelled: null, isOpen: true },
	{ what: '15 days after the visit', visit: 15, cancelled: null, isOpen: false },
	{ what: '14 days after the cancelling', visit: -30, cancelled: 14, isOpen: true },
	{ what: '15 days after the cancelling', visit: -30, cancelled: 15, isOpen: false },
])('$what a key opens the booking: $isOpen', async ({ visit, cancelled, isOpen }) => {
	const { id } = await addBooking({ visit, cancelled })
	const found = await keys.findByKey(await keys.newBookingKey(shop.db, id))
	expect(found !== null).toBe(isOpen)
	expect(await rights.findRights(await visitBy(id, 'link'), id)).toBe(isOpen ? 'link' : null)
	expect(await rights.findRights(await visitBy(id, 'code'), id)).toBe(isOpen ? 'all' : null)
	expect(await rights.findRights(await visitBy(id, 'ordering'), id)).toBe('all')
})

test('a way in that gives more stays, whatever comes later', async () => {
	const { id } = await addBooking()
	const visit = await visitBy(id, 'link')
	for (const [cameBy, kept] of [
		['code', 'code'],
		['link', 'code'],
		['ordering', 'code'],
	] as const) {
		await sessions.noteWayIn(visit, id, cameBy)
		const [row] = await shop.db.select().from(visitOrders).where(eq(visitOrders.sessionId, visit))
		expect(row?.cameBy).toBe(kept)
	}
	const ordered = await visitBy(id, 'ordering')
	await sessions.noteWayIn(ordered, id, 'link')
	expect(await rights.findRights(ordered, id)).toBe('all')
})

test('a session has rights to its own booking alone, and an account to its orders', async () => {
	const [one, other] = [await addBooking(), await addBooking()]
	const visit = await visitBy(one.id, 'link')
	expect(await rights.findRights(visit, other.id)).toBeNull()
	expect(await rights.findRights(await visitBy(one.id, null), one.id)).toBeNull()
	expect(await rights.findRights(visit, randomUUID())).toBeNull()
})
