import { randomUUID } from 'node:crypto'

import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { orderNotes, orders } from '#app/db/schema.ts'
import { openPayingShop } from '#testing/paying-shop.ts'

// Notes on an order for colleagues: faults N152.

let shop: Awaited<ReturnType<typeof openPayingShop>>
let model: typeof import('#app/models/order/notes.server.ts')
let retention: typeof import('#app/models/operator/retention.server.ts')
let histories: typeof import('#app/models/payment/history.server.ts')

beforeAll(async () => {
	shop = await openPayingShop()
	model = await import('#app/models/order/notes.server.ts')
	retention = await import('#app/models/operator/retention.server.ts')
	histories = await import('#app/models/payment/history.server.ts')
})
afterAll(() => shop.close())
beforeEach(() => shop.clear())

const text = 'The mother brings sparkling wine.'

async function noted(): Promise<{ id: string; number: string }> {
	const left = await shop.leave('stripe')
	await shop.paid(left)
	await model.addNote(left.orderId, { text, form: null }, { actor: 'staff:jana' })
	const [row] = await shop.admin.select().from(orders).where(eq(orders.id, left.orderId))
	return { id: left.orderId, number: row?.number ?? '' }
}

test('a note has its author and its time, and stands in the history of the order (faults N152)', async () => {
	const { number } = await noted()
	expect(await histories.findHistory(number)).toMatchObject({
		notes: [{ actor: 'staff:jana', text, at: expect.any(Date) }],
	})
})

test('N335: a note whose form is sent eight times at once is kept once; another text of it is another note', async () => {
	const { id } = await noted()
	const form = randomUUID()
	const add = (words: string) => model.addNote(id, { text: words, form }, { actor: 'staff:jana' })
	await Promise.all(Array.from({ length: 8 }, () => add('No nuts.')))
	await add('No nuts, no milk.')
	const notes = await model.listColleagueNotes(id)
	expect(notes.map((note) => note.text)).toEqual([text, 'No nuts.', 'No nuts, no milk.'])
})

test('notes go with the details of the visit, and not before (faults N152)', async () => {
	const { id } = await noted()
	const { answers } = shop.venue.keep
	const movedTo = (days: number) =>
		shop.admin
			.update(orders)
			.set({ day: sql`(now() - make_interval(days => ${days}))::date` })
			.where(eq(orders.id, id))
	await movedTo(answers - 1)
	await retention.forgetOldData(shop.venue)
	expect(await shop.admin.select().from(orderNotes)).toHaveLength(1)
	await movedTo(answers + 1)
	await retention.forgetOldData(shop.venue)
	expect(await shop.admin.select().from(orderNotes)).toEqual([])
})

test('a note is text of 1 to 1000 signs', () => {
	expect(model.noteText.safeParse('  ').success).toBe(false)
	expect(model.noteText.parse(' ok ')).toBe('ok')
	expect(model.noteText.safeParse('x'.repeat(1001)).success).toBe(false)
})
