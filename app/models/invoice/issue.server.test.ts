import { eq, sql } from 'drizzle-orm'
import { DateTime } from 'luxon'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { raw } from '#app/db/connect.server.ts'
import { orderLines, orders, payments, refunds } from '#app/db/schema.ts'
import { mayLackPapers } from '#app/models/invoice/lacking.server.ts'
import { cents } from '#app/models/money.ts'
import type { Order } from '#app/models/order/order.ts'
import { ok, refuse } from '#app/models/result.ts'
import { meetAtGate } from '#testing/gate.ts'
import { gift, orderOf, vatPartsFor } from '#testing/sample-invoices.ts'
import { openTestShop } from '#testing/test-shop.ts'

let shop: Awaited<ReturnType<typeof openTestShop>>
let model: typeof import('#app/models/invoice/issue.server.ts')
let onSite: typeof import('#app/models/invoice/on-site.server.ts')
let find: typeof import('#app/models/invoice/find.server.ts')
let sweep: typeof import('#app/models/invoice/sweep.server.ts')
let audit: typeof import('#app/db/audit.server.ts').audit

beforeAll(async () => {
	shop = await openTestShop()
	model = await import('#app/models/invoice/issue.server.ts')
	onSite = await import('#app/models/invoice/on-site.server.ts')
	find = await import('#app/models/invoice/find.server.ts')
	sweep = await import('#app/models/invoice/sweep.server.ts')
	audit = (await import('#app/db/audit.server.ts')).audit
})
afterAll(() => shop?.close())

const now = DateTime.fromISO('2026-11-21T12:00:00Z')
const plain = orderOf({ lines: [{ amount: 10_000 }] })

let count = 0

/** Inserts an order that is confirmed, with what is due online paid. */
async function placed(
	order: Order = plain,
): Promise<{ id: string; number: string; payment: string }> {
	const { lines, ...row } = order
	const id = crypto.randomUUID()
	const payment = crypto.randomUUID()
	const number = `2026-${String(++count).padStart(6, '0')}`
	await shop.db
		.insert(orders)
		.values({ ...row, id, publicId: id, number, cartId: id, cartVersion: 1 })
	await shop.db.insert(orderLines).values(lines.map((line) => ({ ...line, orderId: id })))
	const paid = { amount: order.online, paidAmount: order.online, state: 'paid' as const }
	const times = { expiresAt: now.toJSDate(), settledAt: now.toJSDate() }
	if (order.online > 0)
		await shop.db.insert(payments).values({
			id: payment,
			orderId: id,
			provider: 'stripe',
			returnToken: payment,
			captureId: payment,
			...paid,
			...times,
		})
	return { id, number, payment }
}

function numbersOf(rows: Record<string, unknown>[]): number[] {
	return rows.map(({ number }) => Number(String(number).slice(-6))).sort((a, b) => a - b)
}

async function listed(id: string) {
	const { findOrderById } = await import('#app/models/order/find.server.ts')
	const order = await findOrderById(id)
	return order ? find.listInvoices(order) : []
}

async function allNumbers(): Promise<number[]> {
	return numbersOf(await raw(shop.admin, 'select number from invoices'))
}

test('many orders at once have numbers without a gap, and each number once however many ask', async () => {
	const many = await Promise.all(Array.from({ length: 30 }, () => placed()))
	await Promise.all(
		[...many, ...many, ...many.toReversed()].map(({ id }) => model.issueInvoices(id, now)),
	)
	const numbers = await allNumbers()
	expect(numbers).toEqual(Array.from({ length: 30 }, (_, index) => index + 1))
})

test('negative control: a counter that is read without its lock gives numbers twice', async () => {
	await raw(shop.admin, `insert into counters values ('unlocked', 0)`)
	const count = () =>
		shop.admin.transaction(async (tx) => {
			const [row] = await raw(tx, `select value + 1 as next from counters where name = 'unlocked'`)
			await raw(tx, `update counters set value = $1 where name = 'unlocked'`, [row?.['next']])
			return row?.['next']
		})
	// All have read the counter before one of them writes it.
	const beforeWriting = { before: 'update on counters for each statement', many: 8 }
	const numbers = await meetAtGate(beforeWriting, () =>
		Promise.all(Array.from({ length: 8 }, count)),
	)
	expect(new Set(numbers).size).toBe(1)
})

test('an invoice that is rolled back leaves no gap in the numbers', async () => {
	const { id } = await placed()
	const before = await allNumbers()
	const rolledBack = shop.db.transaction(async (tx) => {
		expect(await model.issueWithin(tx, id, now)).toHaveLength(1)
		throw new Error('power cut')
	})
	await expect(rolledBack).rejects.toThrow('power cut')
	expect(await allNumbers()).toEqual(before)
	await model.issueInvoices(id, now)
	expect((await allNumbers()).at(-1)).toBe((before.at(-1) ?? 0) + 1)
})

test('the numbers of invoices begin anew each year', async () => {
	const { id } = await placed()
	// Half past midnight at the venue, still the old year in UTC.
	await model.issueInvoices(id, DateTime.fromISO('2026-12-31T23:30:00Z'))
	const [invoice] = await listed(id)
	expect(invoice?.number).toBe('RE-2027-000001')
})

test('an issued invoice is frozen: the venue moves, the invoice stays, and nothing changes it', async () => {
	const { id } = await placed()
	await model.issueInvoices(id, now)
	const invoice = await find.findInvoice(id, 'deposit')
	expect(invoice).toMatchObject({ kind: 'deposit', gross: 3000, issuedOn: '2026-11-21' })
	expect(invoice?.seller.vatId).toBe(shop.venue.legal.vatId)
	for (const change of ['update invoices set gross = 1', 'delete from invoices'])
		await expect(raw(shop.admin, change)).rejects.toThrow('an issued invoice never changes')
})

test('an invoice is listed before it is there, and issued when it is asked for; another is not', async () => {
	const { id } = await placed()
	const order = { ...plain, id }
	expect(await listed(id)).toMatchObject([{ slug: 'deposit', title: 'deposit', number: null }])
	const [one, other] = await Promise.all([
		model.takeInvoice(order, 'deposit', now),
		model.takeInvoice(order, 'deposit', now),
	])
	expect(one).toEqual(other)
	expect(await listed(id)).toMatchObject([
		{ slug: 'deposit', title: 'deposit', number: one?.number },
	])
	for (const slug of ['final', 'receipt', 'correction-1', '']) {
		expect(await model.takeInvoice(order, slug, now), slug).toBeNull()
	}
	expect(await listed(id)).toHaveLength(1)
})

test('a refund takes its part back, once', async () => {
	const { id, payment } = await placed()
	await model.issueInvoices(id, now)
	const refundId = crypto.randomUUID()
	const refund = { id: refundId, paymentId: payment, amount: cents(3000), reason: 'test' }
	await shop.db.insert(refunds).values(refund)
	const answers = await Promise.all([model.issueInvoices(id, now), model.issueInvoices(id, now)])
	for (const issued of answers)
		expect(issued.filter((invoice) => invoice.refundId === refundId)).toMatchObject([
			{ kind: 'cancellation', gross: -3000, corrects: { kind: 'deposit' } },
		])
	expect(answers[0]).toEqual(answers[1])
})

test('a second payment that goes back takes nothing back', async () => {
	const { id } = await placed()
	const second = { orderId: id, provider: 'paypal' as const, state: 'needsReview' as const }
	const [payment] = await shop.db
		.insert(payments)
		.values({
			...second,
			amount: cents(3000),
			paidAmount: cents(3000),
			returnToken: crypto.randomUUID(),
			expiresAt: now.toJSDate(),
		})
		.returning()
	const refund = { paymentId: payment?.id ?? '', amount: cents(3000), reason: 'twice' }
	await shop.db.insert(refunds).values(refund)
	await model.issueInvoices(id, now)
	expect((await listed(id)).map(({ title }) => title)).toEqual(['deposit'])
})

test('a rest paid on site in two parts has its final invoice with the second, and one letter', async () => {
	const { id, number } = await placed()
	await model.issueInvoices(id, now)
	const pay = (amount: number, method: 'cash' | 'card', receipt = 'K2') =>
		onSite.noteOnSite(number, { amount: cents(amount), method, receipt }, now)

	expect(await pay(3000, 'cash', 'K1')).toEqual(ok({ left: 4000, invoices: [] }))
	const both = await Promise.all([pay(4000, 'card'), pay(4000, 'card')])
	expect(both).toContainEqual(ok({ left: 0, invoices: [expect.stringMatching(/^RE-2026-/)] }))
	expect(both.filter((it) => !it.ok)).toHaveLength(1)
	expect(await pay(4000, 'card')).toEqual(refuse('desk.notedAlready'))
	expect(await pay(1, 'cash', 'K3')).toEqual(refuse('desk.nothingLeftToPay'))
	const final = await find.findInvoice(id, 'final')
	expect(final).toMatchObject({
		gross: 10_000,
		deposits: [{ gross: 3000 }],
		due: { gross: 7000 },
		payments: [
			{ means: 'cash', amount: 3000, receipt: 'K1' },
			{ means: 'card', amount: 4000, receipt: 'K2' },
		],
	})
	expect(await lettersOf(id)).toHaveLength(1)
})

// Faults L4.
test('a till note taken back after the final invoice: cancelled, and written anew with the right one', async () => {
	const { id, number } = await placed()
	const pay = (receipt: string, method: 'cash' | 'card') =>
		onSite.noteOnSite(number, { amount: cents(7000), method, receipt }, now)
	await pay('K1', 'cash')
	const both = await Promise.all([
		onSite.reverseNote(number, 'K1', now),
		onSite.reverseNote(number, 'K1', now),
	])
	expect(both).toContainEqual(ok({ left: 7000, invoices: [expect.stringMatching(/^RE-2026-/)] }))
	expect(both).toContainEqual(refuse('desk.noSuchReceipt'))
	await pay('K2', 'card')
	expect((await listed(id)).map(({ slug }) => slug)).toEqual([
		'deposit',
		'final',
		'correction-1',
		'final-2',
	])
	expect(await find.findInvoice(id, 'final-2')).toMatchObject({
		payments: [{ means: 'card', amount: 7000, receipt: 'K2' }],
		due: { gross: 7000 },
	})
	expect(await lettersOf(id)).toHaveLength(3)
})

test('fewer came than were rung up: the till gives back, noted once, and the final invoice is written anew', async () => {
	const { id, number } = await placed()
	const back = { amount: cents(1000), method: 'cash' as const, receipt: 'K2' }
	await onSite.noteOnSite(number, { ...back, amount: cents(7000), receipt: 'K1' }, now)
	expect(await onSite.notePayBack(number, back, now)).toEqual(refuse('desk.paysBackTooMuch'))
	await raw(
		shop.admin,
		`update orders set lines_total = 9000, total = 9000, on_site = 6000,
			vat = '[{"rate":19,"gross":9000,"net":7563,"vat":1437}]' where id = $1`,
		[id],
	)
	await raw(
		shop.admin,
		'update order_lines set unit_price = 9000, amount = 9000 where order_id = $1',
		[id],
	)
	const both = await Promise.all([
		onSite.notePayBack(number, back, now),
		onSite.notePayBack(number, back, now),
	])
	expect(both.filter(({ ok }) => ok)).toHaveLength(1)
	expect(await find.findInvoice(id, 'final-2')).toMatchObject({
		gross: 9000,
		due: { gross: 6000 },
		payments: [
			{ amount: 7000, receipt: 'K1' },
			{ amount: -1000, receipt: 'K2' },
		],
	})
})

test('a final invoice without a deposit is listed as an invoice', async () => {
	const { id, number } = await placed(orderOf({ lines: [{ amount: 700, due: 'onSite' }] }))
	await onSite.noteOnSite(number, { amount: cents(700), method: 'card', receipt: 'K1' }, now)
	expect(await listed(id)).toMatchObject([{ slug: 'final', title: 'invoice' }])
})

test('an order paid on site before the job of its confirmation has both invoices, in order', async () => {
	const { id, number } = await placed()
	await onSite.noteOnSite(number, { amount: cents(7000), method: 'cash', receipt: 'K1' }, now)
	expect((await listed(id)).map(({ title }) => title)).toEqual(['deposit', 'final'])
})

test('a payment on site is refused for unknown orders and those without a booking', async () => {
	const { number } = await placed(
		orderOf({ lines: [{ amount: 1000 }], order: { state: 'expired' } }),
	)
	const taken = { amount: cents(700), method: 'cash' as const, receipt: 'K1' }
	expect(await onSite.noteOnSite(number, taken, now)).toEqual(refuse('desk.neverDue'))
	expect(await onSite.noteOnSite('2026-999999', taken, now)).toEqual(refuse('orderNotFound'))
})

test('a second payment has a paper of its own, which the sweep issues; the last one follows the visit', async () => {
	const { id } = await placed()
	await model.issueInvoices(id, now)
	await raw(
		shop.admin,
		`insert into payments (order_id, purpose, provider, state, amount, paid_amount, return_token, capture_id, expires_at, settled_at)
		values ($1, 'rest', 'paypal', 'paid', 7000, 7000, $2, $2, now(), now() - interval '2 minutes')`,
		[id, crypto.randomUUID()],
	)
	await raw(
		shop.admin,
		`update orders set online = 10000, on_site = 0, day = current_date where id = $1`,
		[id],
	)
	expect(await listed(id)).toHaveLength(1)
	await Promise.all([sweep.sweepInvoices(now), sweep.sweepInvoices(now)])
	expect(await listed(id)).toMatchObject([{ slug: 'deposit' }, { slug: 'deposit-2' }])

	await raw(shop.admin, `update orders set state = 'completed' where id = $1`, [id])
	await Promise.all([sweep.sweepInvoices(now), sweep.sweepInvoices(now)])
	expect((await listed(id)).map(({ slug }) => slug)).toEqual(['deposit', 'deposit-2', 'final'])
	const final = await find.findInvoice(id, 'final')
	expect(final).toMatchObject({ gross: 10_000, due: { gross: 0 }, payments: [] })
	expect(await lettersOf(id)).toHaveLength(1)
})

// Faults N13.
test('paid ahead at another rate than that of the visit: the sweep finds it when the visit is over', async () => {
	const order = orderOf({
		lines: [{ amount: 4000, due: 'online', vatRate: 16, vatClass: 'standard' }],
	})
	const { id } = await placed(order)
	await model.issueInvoices(id, now)
	await sweep.sweepInvoices(now)
	expect(await listed(id)).toMatchObject([{ slug: 'invoice' }])
	await raw(shop.admin, `update orders set state = 'completed', day = current_date where id = $1`, [
		id,
	])
	await sweep.sweepInvoices(now)
	await sweep.sweepInvoices(now)
	expect(await listed(id)).toMatchObject([{ slug: 'invoice' }, { slug: 'final' }])
	const final = await find.findInvoice(id, 'final')
	expect(final).toMatchObject({ vat: [{ rate: 19, gross: 4000 }], due: { gross: 0 } })
})

// Faults K49.
test('paid ahead, then changed to other rates for the same price: the sweep finds it when the visit is over', async () => {
	const { id } = await placed(orderOf({ lines: [{ amount: 4000, due: 'online' }] }))
	await model.issueInvoices(id, now)
	const other = orderOf({ lines: [{ amount: 1000 }, { amount: 3000, vatRate: 7 }] })
	await shop.db.update(orders).set({ revision: 2, vat: other.vat }).where(eq(orders.id, id))
	await shop.db.delete(orderLines).where(eq(orderLines.orderId, id))
	await shop.db.insert(orderLines).values(other.lines.map((line) => ({ ...line, orderId: id })))
	await sweep.sweepInvoices(now)
	expect(await listed(id)).toMatchObject([{ slug: 'invoice' }])
	await raw(shop.admin, `update orders set state = 'completed', day = current_date where id = $1`, [
		id,
	])
	await sweep.sweepInvoices(now)
	await sweep.sweepInvoices(now)
	expect(await listed(id)).toMatchObject([{ slug: 'invoice' }, { slug: 'final' }])
	expect(await find.findInvoice(id, 'final')).toMatchObject({
		vat: [
			{ rate: 19, gross: 1000 },
			{ rate: 7, gross: 3000 },
		],
		due: { gross: 0, vat: [{ gross: -3000 }, { gross: 3000 }] },
	})
})

// Faults N85.
test('a package in VAT parts has papers by part, also paid ahead at another rate than that of the visit', async () => {
	const vatParts = vatPartsFor({ food: 1000, play: 3000 }).map((part) =>
		part.part === 'food' ? { ...part, vatRate: 5 } : part,
	)
	const order = orderOf({ lines: [{ amount: 4000, due: 'online', vatParts }] })
	const { id } = await placed(order)
	await model.issueInvoices(id, now)
	expect(await find.findInvoice(id, 'invoice')).toMatchObject({
		positions: [{ parts: [{ part: 'food', vatRate: 5, amount: 1000 }, { part: 'play' }] }],
		vat: [
			{ rate: 19, gross: 3000 },
			{ rate: 5, gross: 1000 },
		],
	})
	await raw(shop.admin, `update orders set state = 'completed', day = current_date where id = $1`, [
		id,
	])
	await sweep.sweepInvoices(now)
	await sweep.sweepInvoices(now)
	expect(await listed(id)).toMatchObject([{ slug: 'invoice' }, { slug: 'final' }])
	expect(await find.findInvoice(id, 'final')).toMatchObject({
		positions: [{ parts: [{ part: 'food', vatRate: 7, amount: 1000 }, { part: 'play' }] }],
		vat: [
			{ rate: 19, gross: 3000 },
			{ rate: 7, gross: 1000 },
		],
		due: { gross: 0 },
	})
})

test('a deposit of a build that noted no payment on it is not issued again', async () => {
	const { id } = await placed()
	await model.issueInvoices(id, now)
	await raw(shop.admin, 'alter table invoices disable trigger all')
	await raw(shop.admin, 'update invoices set payment_id = null where order_id = $1', [id])
	await raw(shop.admin, 'alter table invoices enable trigger all')
	await model.issueInvoices(id, now)
	expect(await listed(id)).toHaveLength(1)
})

test('the sweep issues what no job did, of orders and of refunds', async () => {
	const order = orderOf({ lines: [{ amount: 4000 }, { amount: 5000, gift }] })
	const { id, payment } = await placed(order)
	await raw(
		shop.admin,
		`update orders set confirmed_at = now() - interval '2 minutes' where id = $1`,
		[id],
	)
	await sweep.sweepInvoices(now)
	expect(await listed(id)).toMatchObject([{ slug: 'receipt' }, { slug: 'deposit' }])
	await raw(
		shop.admin,
		`insert into refunds (payment_id, amount, reason, created_at) values ($1, 200, 'test', now() - interval '2 minutes')`,
		[payment],
	)
	await sweep.sweepInvoices(now)
	await sweep.sweepInvoices(now)
	expect((await listed(id)).at(-1)).toMatchObject({ slug: 'correction-1' })
	expect(await listed(id)).toHaveLength(3)
})

test('an order lacks no paper once each payment has its own; all else that papers follow says that it may (faults N230)', async () => {
	const mayLack = async (id: string) => {
		const [row] = await shop.db.execute(sql`select ${mayLackPapers(sql`${id}::uuid`)} as lacks`)
		return row?.['lacks']
	}
	const unpaid = await placed(orderOf({ lines: [{ amount: 700, due: 'onSite' }] }))
	expect(await mayLack(unpaid.id)).toBe(false)
	const { id, payment } = await placed()
	expect(await mayLack(id)).toBe(true)
	await model.issueInvoices(id, now)
	expect(await mayLack(id)).toBe(false)
	const changes = {
		'another recipient': `update orders set recipient = '{}' where id = $1`,
		'a voucher': `update orders set voucher_code = 'X' where id = $1`,
		'a visit that is over': `update orders set state = 'completed' where id = $1`,
		'a note of the till': `insert into on_site_payments (order_id, amount, method, receipt) values ($1, 100, 'cash', 'K1')`,
		'a refund': `insert into refunds (payment_id, amount, reason) values ('${payment}', 200, 'test')`,
		'a sold voucher': `update order_lines set gift = '{}' where order_id = $1`,
		'another payment': `insert into payments (order_id, provider, state, purpose, amount, paid_amount, capture_id, return_token, settled_at, expires_at)
			values ($1, 'stripe', 'paid', 'rest', 100, 100, 'ch_more', 'more', now(), now())`,
	}
	for (const [what, change] of Object.entries(changes)) {
		const undone = shop.admin.transaction(async (tx) => {
			await raw(tx, change, change.includes('$1') ? [id] : [])
			const [row] = await tx.execute(sql`select ${mayLackPapers(sql`${id}::uuid`)} as lacks`)
			expect(row?.['lacks'], what).toBe(true)
			throw new Error('undone')
		})
		await expect(undone).rejects.toThrow('undone')
	}
})

test('the audit finds every promise about invoices kept after all tests above', async () => {
	const findings = await audit(shop.db)
	for (const id of ['I13', 'I14'])
		expect(findings.find((finding) => finding.id === id)).toMatchObject({ broken: [] })
})

/** Lists the jobs that mail an invoice of the order. */
function lettersOf(orderId: string) {
	return raw(
		shop.admin,
		`select 1 from pgboss.job where name = 'mailInvoice' and data ->> 'invoiceId' in
			(select id::text from invoices where order_id = $1)`,
		[orderId],
	)
}
