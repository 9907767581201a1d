import { DateTime } from 'luxon'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { paperFaults, voucherFaults } from './month-books.ts'
import { openPayingShop } from './paying-shop.ts'

// The month of `npm run payments -- --month` ends with these books: they must find what is wrong.

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
