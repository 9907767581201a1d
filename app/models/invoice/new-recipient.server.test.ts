import { DateTime } from 'luxon'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { raw } from '#app/db/connect.server.ts'
import { orderLines, orders, payments } from '#app/db/schema.ts'
import { cents } from '#app/models/money.ts'
import { refuse } from '#app/models/result.ts'
import { orderOf } from '#testing/sample-invoices.ts'
import { openTestShop } from '#testing/test-shop.ts'

let shop: Awaited<ReturnType<typeof openTestShop>>
let model: typeof import('#app/models/invoice/new-recipient.server.ts')
let issue: typeof import('#app/models/invoice/issue.server.ts')
let onSite: typeof import('#app/models/invoice/on-site.server.ts')
let audit: typeof import('#app/db/audit.server.ts').audit

beforeAll(async () => {
	shop = await openTestShop()
	model = await import('#app/models/invoice/new-recipient.server.ts')
	issue = await import('#app/models/invoice/issue.server.ts')
	onSite = await import('#app/models/invoice/on-site.server.ts')
	audit = (await import('#app/db/audit.server.ts')).audit
})
afterAll(() => shop?.close())

const now = DateTime.fromISO('2026-11-21T12:00:00Z')
const { lines, ...row } = orderOf({ lines: [{ amount: 10_000 }], order: { party: null } })
const kita = { organisation: 'Kita Sonne', reference: '4711' }
const rest = { amount: row.onSite, method: 'cash' as const, receipt: '4711' }
let count = 0

/** Inserts a confirmed order whose deposit is paid and has its invoice. */
async function placed(): Promise<{ id: string; number: string }> {
	const id = crypto.randomUUID()
	const number = `2026-${String(++count).padStart(6, '0')}`
	await shop.db
		.insert(orders)
		.values({ ...row, id, publicId: id, number, cartId: id, cartVersion: 1 })
	await shop.db.insert(orderLines).values(lines.map((line) => ({ ...line, orderId: id })))
	await shop.db.insert(payments).values({
		orderId: id,
		provider: 'stripe',
		returnToken: id,
		captureId: id,
		amount: row.online,
		paidAmount: row.online,
		state: 'paid',
		expiresAt: now.toJSDate(),
		settledAt: now.toJSDate(),
	})
	await issue.issueInvoices(id, now)
	return { id, number }
}

function papersOf(id: string) {
	return raw(
		shop.admin,
		`select slug, gross, content #>> '{buyer,company}' as company from invoices
		where order_id = $1 order by created_at, number`,
		[id],
	)
}

test('a new recipient has the papers written anew once, in a mail each, and no money moves', async () => {
	const { id, number } = await placed()
	const first = await model.nameRecipient(number, kita, now)
	expect(first).toMatchObject({ ok: true, value: [expect.any(String), expect.any(String)] })
	expect(await model.nameRecipient(number, kita, now)).toEqual(refuse('desk.sameRecipient'))
	expect(await papersOf(id)).toEqual([
		{ slug: 'deposit', gross: 3000, company: null },
		{ slug: 'correction-1', gross: -3000, company: null },
		{ slug: 'deposit-2', gross: 3000, company: 'Kita Sonne' },
	])
	const letters = await raw(
		shop.admin,
		`select 1 from pgboss.job where name = 'mailInvoice' and data ->> 'invoiceId' in
			(select id::text from invoices where order_id = $1)`,
		[id],
	)
	expect(letters).toHaveLength(2)
	const events = await raw(shop.admin, 'select what from order_events where order_id = $1', [id])
	expect(events).toEqual([{ what: 'named another recipient' }])
	expect(await raw(shop.admin, 'select from refunds')).toEqual([])

	expect(await onSite.noteOnSite(number, rest, now)).toMatchObject({ ok: true })
	expect((await papersOf(id)).at(-1)).toEqual({
		slug: 'final',
		gross: 10_000,
		company: 'Kita Sonne',
	})
})

test('an unknown order gets no new recipient: it is not found', async () => {
	expect(await model.nameRecipient('2026-999999', kita, now)).toEqual(refuse('orderNotFound'))
})

test('recipients named at once with the rest at the till: each paper once, the final invoice for the last named', async () => {
	const { id, number } = await placed()
	const names = ['Kita Sonne', 'Kita Mond', 'Kita Sonne', 'Kita Mond', 'Kita Sonne']
	const [noted, ...named] = await Promise.all([
		onSite.noteOnSite(number, rest, now),
		...names.map((organisation) => model.nameRecipient(number, { organisation }, now)),
		issue.issueInvoices(id, now),
	])
	expect(noted).toMatchObject({ ok: true })
	expect(named.length).toBe(names.length + 1)
	const [order] = await raw(
		shop.admin,
		`select recipient ->> 'company' as company from orders where id = $1`,
		[id],
	)
	const counting = await raw(
		shop.admin,
		`select slug, gross, content #>> '{buyer,company}' as company from invoices paper
		where order_id = $1 and corrects_id is null
			and not exists (select from invoices where corrects_id = paper.id)`,
		[id],
	)
	expect(counting.map(({ gross }) => Number(gross)).toSorted((one, other) => one - other)).toEqual([
		3000, 10_000,
	])
	for (const paper of counting) expect(paper['company']).toBe(order?.['company'])
	expect(await issue.issueInvoices(id, now)).toHaveLength((await papersOf(id)).length)
})

test('the audit finds every promise about invoices kept after all tests above', async () => {
	const findings = await audit(shop.db)
	for (const id of ['I13', 'I14'])
		expect(findings.find((finding) => finding.id === id)).toMatchObject({ broken: [] })
	expect(cents(row.online + row.onSite)).toBe(row.total)
})
