import { randomUUID } from 'node:crypto'

import { and, eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'

import { sessions, visitOrders } from '#app/db/schema.ts'
import { sha256 } from '#app/models/token.server.ts'
import type { Notice } from '#app/models/visitor/session.ts'
import { openTestShop } from '#testing/test-shop.ts'

let shop: Awaited<ReturnType<typeof openTestShop>>
let model: typeof import('#app/models/visitor/session.server.ts')
beforeAll(async () => {
	shop = await openTestShop()
	model = await import('#app/models/visitor/session.server.ts')
})
afterAll(() => shop?.close())
afterEach(() => vi.useRealTimers())

const notice: Notice = { key: 'cart.gone', values: { products: 'Park' }, kind: 'warning' }

test('a notice that is read while orders are noted is not lost, nor are the orders, in 100 tries (H11)', async () => {
	for (let attempt = 0; attempt < 100; attempt += 1) {
		const token = await model.openSession({ notice })
		const id = sha256(token)
		const orders = Array.from({ length: 3 }, () => randomUUID())
		const [taken] = await Promise.all([
			model.takeNotice(id),
			...orders.map((order) => model.noteOrder(id, order)),
			model.changeSession(id, { guid: orders[0] ?? '' }),
		])
		expect(taken).toEqual(notice)
		const noted = await Promise.all(orders.map((order) => hasNoted(id, order)))
		expect(noted).toEqual([true, true, true])
		expect(await model.findSession(token)).toMatchObject({
			guid: orders[0],
			hasNotice: false,
		})
	}
})

test('one of several pages that ask at once gets the notice (H11)', async () => {
	const id = sha256(await model.openSession({ notice }))
	const answers = await Promise.all([1, 2, 3, 4].map(() => model.takeNotice(id)))
	expect(answers.filter((answer) => answer !== null)).toEqual([notice])
})

test('a session keeps its first order when it has fifty', async () => {
	const id = sha256(await model.openSession({}))
	const orders = Array.from({ length: 50 }, () => randomUUID())
	for (const order of orders) await model.noteOrder(id, order)
	expect(await hasNoted(id, orders[0] ?? '')).toBe(true)
	expect(await hasNoted(id, randomUUID())).toBe(false)
})

test.each([-35, 35])(
	'a node whose clock is %i days off makes valid sessions (C17)',
	async (days) => {
		vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + days * 24 * 60 * 60 * 1000 })
		const token = await model.openSession({})
		expect(await model.changeSession(sha256(token), { guid: randomUUID() })).toBe(true)
		vi.useRealTimers()
		expect(await model.findSession(token)).not.toBeNull()
		const [row] = await shop.db
			.select({ days: sql<number>`extract(day from ${sessions.expiresAt} - now())::int` })
			.from(sessions)
			.where(eq(sessions.id, sha256(token)))
		expect(row?.days).toBe(29)
	},
)

test('an expired session is not found or changed, and is removed', async () => {
	const token = await model.openSession({})
	const id = sha256(token)
	await shop.db
		.update(sessions)
		.set({ expiresAt: sql`now()` })
		.where(eq(sessions.id, id))
	expect(await model.findSession(token)).toBeNull()
	expect(await model.changeSession(id, { guid: randomUUID() })).toBe(false)
	await model.removeExpiredSessions()
	await model.noteOrder(id, randomUUID())
	expect(await shop.db.select().from(sessions).where(eq(sessions.id, id))).toEqual([])
})

async function hasNoted(sessionId: string, orderId: string): Promise<boolean> {
	return (
		(await shop.db.$count(
			visitOrders,
			and(eq(visitOrders.sessionId, sessionId), eq(visitOrders.orderId, orderId)),
		)) > 0
	)
}
