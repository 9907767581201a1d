import { eq, sql } from 'drizzle-orm'
import { DateTime } from 'luxon'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { raw } from '#app/db/connect.server.ts'
import { orderRevisions, orders } from '#app/db/schema.ts'
import type { Asked } from '#app/models/booking/asked-lines.ts'
import { addDays } from '#app/models/venue/day.ts'
import { orderedPolicy } from '#testing/booked-order.ts'
import { emptyTables } from '#testing/emptied.ts'
import { openPayingShop, type Left } from '#testing/paying-shop.ts'
import { visitDay } from '#testing/visit-day.ts'

// What was done to a booking is told by columns; the sentences of its history tell it for rows of older builds alone.

let shop: Awaited<ReturnType<typeof openPayingShop>>
let model: typeof import('#app/models/booking/revise.server.ts')
let moves: typeof import('#app/models/booking/moves.server.ts')
let cancelling: typeof import('#app/models/booking/own-cancel.server.ts')
let reading: typeof import('#app/models/order/order.server.ts')

const now = () => DateTime.utc()
const otherDay = addDays(visitDay, 7)

beforeAll(async () => {
	shop = await openPayingShop()
	model = await import('#app/models/booking/revise.server.ts')
	moves = await import('#app/models/booking/moves.server.ts')
	cancelling = await import('#app/models/booking/own-cancel.server.ts')
	reading = await import('#app/models/order/order.server.ts')
})
afterAll(() => shop.close())
beforeEach(async () => {
	await emptyTables(shop.admin, 'attempts', 'counters', 'invoices', 'order_revisions')
	await shop.clear()
})

async function booked(): Promise<Left> {
	const left = await shop.leave('stripe', undefined, { time: '10:00' })
	await shop.paid(left)
	const policy = orderedPolicy({ move: { days: 1, time: 'start', times: 9, price: 'kept' } })
	await shop.admin.update(orders).set({ policy }).where(eq(orders.id, left.orderId))
	return left
}

async function revise({ orderId }: Left, actor: string, ...all: Asked[]): Promise<void> {
	for (const asked of all) {
		const [row] = await shop.admin.select().from(orders).where(eq(orders.id, orderId))
		const made = { revision: row?.revision ?? 0, asked, actor, reason: 'a reason' }
		expect(await model.reviseBooking(orderId, made, now())).toMatchObject({ ok: true })
	}
}

const move = (day: string, time: string | null = null): Asked => ({ kind: 'move', day, time })
const count = ({ orderId }: Left) => moves.countMoves({ id: orderId, revision: 2 })

async function reword({ orderId }: Left, what: string): Promise<void> {
	const reworded = `update order_events set what = 'reworded ' || what where order_id = $1 and what like $2`
	await raw(shop.admin, reworded, [orderId, what])
}

test('K124: the moves of a customer count by the kind of the revisions, by their events for older ones', async () => {
	const left = await booked()
	const guests = { kind: 'change', quantities: { 1: 3 } } as const
	await revise(left, 'customer', move(otherDay), move(otherDay, '12:00'), guests)
	await revise(left, 'staff:1', move(visitDay))
	const kinds = await shop.admin
		.select({ kind: orderRevisions.kind })
		.from(orderRevisions)
		.orderBy(orderRevisions.number)
	expect(kinds.map(({ kind }) => kind)).toEqual([null, 'moved', 'moved', 'changed', 'moved'])
	expect(await count(left)).toBe(2)

	await shop.admin.transaction(async (tx) => {
		await tx.execute(sql`set local session_replication_role = replica`)
		await tx.update(orderRevisions).set({ kind: null }).where(eq(orderRevisions.number, 3))
	})
	expect(await count(left)).toBe(2)
	await reword(left, 'moved:%')
	expect(await count(left)).toBe(1)
})

test('K124: a move within its day by staff leaves the day as that which the customer chose', async () => {
	const left = await booked()
	await revise(left, 'staff:1', move(visitDay, '12:00'))
	const until = { days: 1000, time: '23:59' as const }
	const policy = orderedPolicy({ cancel: [{ until, keep: { percent: 0, of: 'total' } }] })
	await shop.admin.update(orders).set({ policy }).where(eq(orders.id, left.orderId))
	await revise(left, 'staff:1', move(otherDay))
	const [row] = await shop.admin.select().from(orders).where(eq(orders.id, left.orderId))
	expect(row).toMatchObject({ cancelTier: 1 })
})

test('K124: who cancelled, and which money went back by that, is told by columns, by sentences for older rows', async () => {
	const left = await booked()
	await revise(left, 'operator', { kind: 'change', quantities: { 1: 1 } })
	const shown = await cancelling.previewCancellation(left.orderId)
	if (!shown.ok) throw new Error(shown.message.key)
	expect(await cancelling.cancelOwnBooking(left.orderId, shown.value, now())).toMatchObject({
		ok: true,
	})
	const told = async () => {
		const { backs } = await cancelling.findGivenBack(left.orderId, now())
		return { by: await reading.cancelledBy(left.orderId), backs: backs.length }
	}
	const [row] = await shop.admin.select().from(orders).where(eq(orders.id, left.orderId))
	expect(row).toMatchObject({ cancelledBy: 'customer' })
	const causes = await raw(shop.admin, 'select cause from refunds')
	expect(causes).toEqual([{ cause: 'cancelled' }])
	const byCustomer = { by: 'customer', backs: 1 }
	expect(await told()).toEqual(byCustomer)

	await raw(shop.admin, 'update orders set cancelled_by = null')
	await raw(shop.admin, 'update refunds set cause = null')
	expect(await told()).toEqual(byCustomer)

	await raw(shop.admin, `update orders set cancelled_by = 'operator'`)
	await raw(shop.admin, `update refunds set cause = 'ordered'`)
	expect(await told()).toEqual({ by: 'operator', backs: 0 })
})
