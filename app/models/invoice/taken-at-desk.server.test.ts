import { asc, eq } from 'drizzle-orm'
import { DateTime } from 'luxon'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { audit } from '#app/db/audit.server.ts'
import { raw } from '#app/db/connect.server.ts'
import { invoices, onSitePayments, orderEvents, orders } from '#app/db/schema.ts'
import { cents, minus, type Cents } from '#app/models/money.ts'
import { refuse } from '#app/models/result.ts'
import { emptyTables } from '#testing/emptied.ts'
import { openPayingShop } from '#testing/paying-shop.ts'

// Members of staff note the rest of one booking: faults L3, L4, N150, N151.

let shop: Awaited<ReturnType<typeof openPayingShop>>
let onSite: typeof import('#app/models/invoice/on-site.server.ts')

const now = () => DateTime.utc()
const jana = { actor: 'staff:jana' }
const tarik = { actor: 'staff:tarik' }

beforeAll(async () => {
	shop = await openPayingShop()
	onSite = await import('#app/models/invoice/on-site.server.ts')
})
afterAll(() => shop.close())
beforeEach(async () => {
	await emptyTables(shop.admin, 'attempts', 'counters', 'invoices', 'vouchers')
	await shop.clear()
})

async function booked(): Promise<{ id: string; number: string; rest: Cents }> {
	const left = await shop.leave('stripe', undefined, { productId: 'room-mercury', quantity: 1 })
	await shop.paid(left)
	const [row] = await shop.admin.select().from(orders).where(eq(orders.id, left.orderId))
	return { id: left.orderId, number: row?.number ?? '', rest: row?.onSite ?? cents(0) }
}

function notesOf(id: string) {
	return shop.admin
		.select()
		.from(onSitePayments)
		.where(eq(onSitePayments.orderId, id))
		.orderBy(asc(onSitePayments.paidAt), asc(onSitePayments.method))
}

async function keepsItsPromises(): Promise<void> {
	const findings = await audit(shop.admin)
	expect(findings.filter(({ broken }) => broken.length > 0)).toEqual([])
}

test('sixteen members take the same rest at once: it is noted once, and the note says who and when (faults L3)', async () => {
	const { id, number, rest } = await booked()
	const part = cents(1000)
	const answers = await Promise.all(
		Array.from({ length: 16 }, (_, at) =>
			onSite.noteOnSite(
				number,
				{ amount: part, method: 'cash', receipt: `B${at}`, shown: rest },
				now(),
				{ actor: `staff:${at}` },
			),
		),
	)
	const [won] = answers.flatMap((answer, at) => (answer.ok ? [at] : []))
	expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
	expect(answers).toContainEqual(refuse('desk.restChanged'))
	expect(await notesOf(id)).toMatchObject([
		{ amount: part, receipt: `B${won}`, actor: `staff:${won}`, paidAt: expect.any(Date) },
	])
	await keepsItsPromises()
})

test('parts of the rest are noted more than once without the rest that was shown: the negative control of faults L3', async () => {
	const { id, number } = await booked()
	const taken = { amount: cents(1000), method: 'cash' as const }
	await Promise.all(
		['A', 'B'].map((receipt) => onSite.noteOnSite(number, { ...taken, receipt }, now(), jana)),
	)
	expect(await notesOf(id)).toHaveLength(2)
})

test('cash, card and a voucher on one receipt are a note each, all or none (faults N150)', async () => {
	const { id, number, rest } = await booked()
	await raw(
		shop.admin,
		`with added as (insert into vouchers (code, kind, amount) values ('FIFTEEN', 'value', 1500) returning id)
		insert into voucher_entries (voucher_id, sequence, kind, amount, balance)
		select id, 1, 'issued', 1500, 1500 from added`,
	)
	const card = minus(rest, cents(3000))
	const taken = (voucher: Cents) => ({
		amount: cents(3000 - voucher),
		method: 'cash' as const,
		receipt: '4711-0238',
		code: 'fifteen',
		further: [
			{ amount: card, method: 'card' as const },
			{ amount: voucher, method: 'voucher' as const },
		],
		shown: rest,
	})
	expect(await onSite.noteOnSite(number, taken(cents(1501)), now(), jana)).toMatchObject({
		message: { key: 'errors.desk.voucherHasLess' },
	})
	expect(await notesOf(id)).toEqual([])
	expect(await onSite.noteOnSite(number, taken(cents(1500)), now(), jana)).toMatchObject({
		value: { left: 0 },
	})
	const notes = await notesOf(id)
	expect(notes.map(({ method, amount, receipt }) => [method, amount, receipt])).toEqual([
		['card', card, '4711-0238'],
		['cash', 1500, '4711-0238'],
		['voucher', 1500, '4711-0238'],
	])
	await keepsItsPromises()

	// One of them was wrong: it alone is taken back, by its id, and noted again under the same receipt.
	const cash = notes.find(({ method }) => method === 'cash')
	const wrong = { id: cash?.id ?? '' }
	expect(
		await onSite.reverseNote(number, wrong, now(), { ...tarik, reason: 'it was the card' }),
	).toMatchObject({ value: { left: 1500 } })
	expect(await onSite.reverseNote(number, wrong, now(), tarik)).toEqual(
		refuse('desk.noSuchReceipt'),
	)
	await keepsItsPromises()
})

test('a note taken back after the final invoice cancels it; the next one has the next number (faults L4, N151)', async () => {
	const { id, number, rest } = await booked()
	const taken = { amount: rest, method: 'card' as const, shown: rest }
	await onSite.noteOnSite(number, { ...taken, receipt: 'K1' }, now(), jana)
	const [note] = await notesOf(id)
	const by = { ...tarik, reason: 'booked on the wrong child' }
	const both = await Promise.all(
		[1, 2, 3].map(() => onSite.reverseNote(number, { id: note?.id ?? '' }, now(), by)),
	)
	expect(both.filter(({ ok }) => ok)).toHaveLength(1)
	await onSite.noteOnSite(number, { ...taken, receipt: 'K2' }, now(), tarik)

	const papers = await shop.admin
		.select({ number: invoices.number, kind: invoices.kind, gross: invoices.gross })
		.from(invoices)
		.where(eq(invoices.orderId, id))
		.orderBy(asc(invoices.number))
	expect(papers.map(({ kind }) => kind)).toEqual(['deposit', 'final', 'cancellation', 'final'])
	expect(papers.map((paper) => Number(paper.number.slice(-6)))).toEqual([1, 2, 3, 4])
	const events = await shop.admin.select().from(orderEvents).where(eq(orderEvents.orderId, id))
	expect(events).toContainEqual(
		expect.objectContaining({
			who: 'staff:tarik',
			what: `took back the note: paid ${rest} card, receipt K1`,
			reason: 'booked on the wrong child',
		}),
	)
	await keepsItsPromises()
})
