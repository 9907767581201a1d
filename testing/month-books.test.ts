import { DateTime } from 'luxon'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { paperFaults, placeFaults, voucherFaults } from './month-books.ts'
import { openPayingShop } from './paying-shop.ts'

// The month of `npm run payments -- --month` and `npm run lives` end with these books: they must find what is wrong.

let shop: Awaited<ReturnType<typeof openPayingShop>>
let sql: postgres.Sql
beforeAll(async () => {
	shop = await openPayingShop()
	sql = postgres(process.env['DATABASE_URL'] ?? '', { max: 1, onnotice: () => {} })
})
afterAll(async () => {
	await sql?.end()
	await shop?.close()
})

test('a final invoice that was taken back bills nothing of a voucher until it is issued anew', async () => {
	const { orderId, paymentId } = await shop.leave('stripe')
	// The books share one connection; what follows is undone for the other tests.
	await sql`begin`
	await sql`update payments set state = 'cancelled' where id = ${paymentId}`
	const [redemption] = await sql`
		insert into redemptions (voucher_id, order_id)
		values ((select id from vouchers where code = 'STERNTALER'), ${orderId}) returning id, voucher_id`
	await sql`
		insert into voucher_entries (voucher_id, sequence, kind, amount, balance, redemption_id)
		select voucher_id, sequence + 1, 'reserved', -100, balance - 100, ${redemption?.['id']}
		from voucher_entries where voucher_id = ${redemption?.['voucher_id']} order by sequence desc limit 1`
	const issue = async (kind: string, gross: number, correctsId: string | null) => {
		const content = sql.json({ kind, due: { gross }, payments: [] })
		const [paper] = await sql`
			insert into invoices (order_id, slug, kind, number, issued_on, gross, content, corrects_id)
			values (${orderId}, ${kind}, ${kind}, ${`RE-${kind}`}, '2026-11-26', ${gross}, ${content}, ${correctsId})
			returning id`
		return String(paper?.['id'])
	}
	const final = await issue('final', 100, null)
	expect(await paperFaults(sql)).toEqual([])
	await issue('cancellation', -100, final)
	expect(await paperFaults(sql)).toEqual([])
	await sql`rollback`
})

test('an order whose papers bill another amount than came is named', async () => {
	const { issueInvoices } = await import('#app/models/invoice/issue.server.ts')
	const left = await shop.leave('stripe')
	await shop.paid(left)
	await issueInvoices(left.orderId, DateTime.utc())
	expect(await paperFaults(sql)).toEqual([])
	await sql`update payments set paid_amount = paid_amount - 100 where id = ${left.paymentId}`
	expect(await paperFaults(sql)).toEqual([expect.stringContaining('billed')])
})

test('a voucher that has less than its orders left of it is named', async () => {
	expect(await voucherFaults(sql)).toEqual([])
	await sql`
		insert into voucher_entries (voucher_id, sequence, kind, amount, balance)
		select voucher_id, sequence + 1, 'reserved', -100, balance - 100 from voucher_entries
		where voucher_id = (select id from vouchers where code = 'STERNTALER')`
	expect(await voucherFaults(sql)).toEqual([expect.stringContaining('STERNTALER')])
})

test('K56: a confirmed booking that lost its places is named, and one whose places lie on another day', async () => {
	const { orderId } = await shop.leave('paypal').then(async (left) => {
		await shop.paid(left)
		return left
	})
	expect(await placeFaults(sql)).toEqual([])
	await sql`update allocations set day = day + 1 where order_id = ${orderId}`
	expect(await placeFaults(sql)).toEqual([expect.stringContaining('1 of them on another day')])
	await sql`update allocations set day = day - 1, state = 'released' where order_id = ${orderId}`
	expect(await placeFaults(sql)).toEqual([expect.stringContaining('0 confirmed')])
})
