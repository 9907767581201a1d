import { eq } from 'drizzle-orm'
import { DateTime } from 'luxon'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

import { audit } from '#app/db/audit.server.ts'
import { onSitePayments, orders } from '#app/db/schema.ts'
import type { Headcount } from '#app/models/booking/headcount.server.ts'
import { countHeads } from '#app/models/booking/headcount.ts'
import { cents, minus } from '#app/models/money.ts'
import type { OrderedPolicy } from '#app/models/order/ordered-policy.ts'
import { ok, refuse } from '#app/models/result.ts'
import { orderedPolicy } from '#testing/booked-order.ts'
import { emptyTables } from '#testing/emptied.ts'
import { openPayingShop } from '#testing/paying-shop.ts'

// Who came and what the till took, noted in one step: both, or nothing (faults N332).

let shop: Awaited<ReturnType<typeof openPayingShop>>
let model: typeof import('#app/models/booking/headcount.server.ts')
let revising: typeof import('#app/models/booking/revise.server.ts')
let tills: typeof import('#app/models/invoice/on-site.server.ts')
let papers: typeof import('#app/models/invoice/find.server.ts')
let finding: typeof import('#app/models/order/find.server.ts')

const now = () => DateTime.utc()
const by = { actor: 'staff:1' }
const asked = { kind: 'change', quantities: { 1: 2 } } as const

beforeAll(async () => {
	shop = await openPayingShop()
	model = await import('#app/models/booking/headcount.server.ts')
	revising = await import('#app/models/booking/revise.server.ts')
	tills = await import('#app/models/invoice/on-site.server.ts')
	papers = await import('#app/models/invoice/find.server.ts')
	finding = await import('#app/models/order/find.server.ts')
})
afterAll(() => shop.close())
beforeEach(async () => {
	await emptyTables(
		shop.admin,
		'attempts',
		'counters',
		'invoices',
		'order_revisions',
		'vouchers',
		'on_site_payments',
	)
	await shop.clear()
})
afterEach(async () => {
	expect((await audit(shop.admin)).filter(({ broken }) => broken.length > 0)).toEqual([])
})

async function booked(quantity: number, policy: OrderedPolicy = orderedPolicy()): Promise<string> {
	const left = await shop.leave('stripe', undefined, { quantity })
	await shop.paid(left)
	await shop.admin.update(orders).set({ policy }).where(eq(orders.id, left.orderId))
	return left.orderId
}

/** A booking of three guests, and its headcount of two. */
async function twoOfThree() {
	const id = await booked(3)
	const plan = await revising.previewRevision(await rowOf(id), asked, now(), by.actor)
	if (!plan.ok) throw new Error(plan.message.key)
	const { number, onSite } = await rowOf(id)
	return { id, number, onSite, counted: { revision: 1, asked, plan: plan.value, reason: '2 of 3' } }
}

async function rowOf(id: string) {
	const [row] = await shop.admin.select().from(orders).where(eq(orders.id, id))
	if (!row) throw new Error('no order')
	return row
}

async function notesOf(id: string) {
	const rows = await shop.admin.select().from(onSitePayments).where(eq(onSitePayments.orderId, id))
	return rows.map(({ amount }) => amount)
}

function paying({ plan }: Pick<Headcount, 'plan'>, more: Partial<Headcount['taken']> = {}) {
	const rest = plan.money.restAfter
	return { amount: rest, method: 'cash' as const, receipt: '4711', shown: rest, ...more }
}

test('K55: nine of ten came, then the till takes the rest: the final invoice is over nine', async () => {
	const id = await booked(10, orderedPolicy({ noShow: 'free' }))
	const order = await finding.findOrderById(id)
	if (!order) throw new Error('no order')
	const nine = countHeads(shop.venue, order, { position: null, came: 9 })
	if (!nine.ok) throw new Error(nine.message.key)
	const headcount = { revision: 1, asked: nine.value, actor: 'operator', reason: 'one was ill' }
	expect(await revising.reviseBooking(id, headcount, now())).toMatchObject({ ok: true })
	expect(await papers.findInvoice(id, 'final')).toBeNull()

	const { total, online } = order
	const rest = cents((total * 9) / 10 - online)
	const paid = { amount: rest, method: 'cash', receipt: '4711' } as const
	expect(await tills.noteOnSite(order.number, paid, now())).toMatchObject({ value: { left: 0 } })
	const final = await papers.findInvoice(id, 'final')
	expect(final).toMatchObject({
		gross: (total * 9) / 10,
		due: { gross: rest },
		positions: [{ quantity: 9 }],
	})
})

test('N332: money that is refused leaves the booking as it was, without a letter; noted again, both are done', async () => {
	const { counted, ...order } = await twoOfThree()
	const typo = paying(counted, { method: 'voucher', code: 'MISTYPED' })
	const refused = await model.noteHeadcount(order, { ...counted, taken: typo }, now(), by)
	expect(refused).toMatchObject({ message: { key: 'errors.voucherNotAdded' } })
	const tooMuch = paying(counted, { amount: cents(counted.plan.money.restAfter + 1) })
	expect(await model.noteHeadcount(order, { ...counted, taken: tooMuch }, now(), by)).toEqual(
		refuse('desk.paysTooMuch'),
	)
	expect(await rowOf(order.id)).toMatchObject({ revision: 1, onSite: order.onSite })
	expect(await notesOf(order.id)).toEqual([])
	expect(await shop.jobs('mailRevision')).toEqual([])

	const cash = paying(counted)
	expect(await model.noteHeadcount(order, { ...counted, taken: cash }, now(), by)).toMatchObject({
		ok: true,
		value: { left: 0 },
	})
	expect(await rowOf(order.id)).toMatchObject({ revision: 2, onSite: cash.amount })
	expect(await notesOf(order.id)).toEqual([cash.amount])
})

test('N332: a process that ended between the two is mended by the same press', async () => {
	const { counted, ...order } = await twoOfThree()
	const revision = { revision: 1, asked, actor: by.actor, reason: counted.reason }
	expect(await revising.reviseBooking(order.id, revision, now())).toMatchObject({ ok: true })
	const taken = paying(counted)
	expect(await model.noteHeadcount(order, { ...counted, taken }, now(), by)).toMatchObject({
		ok: true,
		value: { left: 0 },
	})
	expect(await rowOf(order.id)).toMatchObject({ revision: 2 })
	expect(await notesOf(order.id)).toEqual([taken.amount])
})

test('N332: eight press at once: one headcount and one note', async () => {
	const { counted, ...order } = await twoOfThree()
	const taken = paying(counted)
	const press = () => model.noteHeadcount(order, { ...counted, taken }, now(), by)
	const answers = await Promise.all(Array.from({ length: 8 }, press))
	expect(answers.filter((answer) => answer.ok)).toHaveLength(1)
	expect(await rowOf(order.id)).toMatchObject({ revision: 2 })
	expect(await notesOf(order.id)).toEqual([taken.amount])
})

test('N333: a headcount after which nothing is left to pay is noted without money', async () => {
	const { counted, ...order } = await twoOfThree()
	const before = counted.plan.money.restAfter
	const part = { amount: before, method: 'card', receipt: '4710' } as const
	await tills.noteOnSite(order.number, part, now(), by)
	const plan = await revising.previewRevision(await rowOf(order.id), asked, now(), by.actor)
	if (!plan.ok) throw new Error(plan.message.key)
	expect(plan.value.money.restAfter).toBe(0)
	expect(minus(order.onSite, before), 'without the headcount something is left').toBeGreaterThan(0)
	const alone = { ...counted, plan: plan.value, taken: null }
	expect(await model.noteHeadcount(order, alone, now(), by)).toEqual(
		ok({ kind: 'applied', revision: 2 }),
	)
	expect(await rowOf(order.id)).toMatchObject({ revision: 2, onSite: before })
})
