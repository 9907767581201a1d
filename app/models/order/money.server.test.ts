import { DateTime } from 'luxon'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { raw } from '#app/db/connect.server.ts'
import { accounts, orders } from '#app/db/schema.ts'
import { cents } from '#app/models/money.ts'
import { openPayingShop } from '#testing/paying-shop.ts'
import { sampleOrder } from '#testing/sample-order.ts'

// The sums paid, left and refunded are read with the order, as sums over rows.

let shop: Awaited<ReturnType<typeof openPayingShop>>
let find: typeof import('#app/models/order/find.server.ts')
let account: typeof import('#app/models/order/account-orders.server.ts')
let onSite: typeof import('#app/models/invoice/on-site.server.ts')

const now = () => DateTime.utc()

beforeAll(async () => {
	shop = await openPayingShop()
	find = await import('#app/models/order/find.server.ts')
	account = await import('#app/models/order/account-orders.server.ts')
	onSite = await import('#app/models/invoice/on-site.server.ts')
})
afterAll(() => shop.close())
beforeEach(() => shop.clear())

test('an order and a list of orders say what was paid on site and what went back', async () => {
	const { id: accountId } = await withAccount()
	const left = await shop.leave('stripe')
	await shop.paid(left)
	await shop.paid(await shop.leave('stripe'))
	await shop.admin.update(orders).set({ accountId })
	const both = async () => {
		const order = await find.findOrder(left.publicId)
		const { orders: listed } = await account.listOrders(accountId, 'upcoming', {
			page: 1,
			today: '2026-11-21',
		})
		const sums = ({ paidOnSite = cents(0), refunded = cents(0) } = {}) => [paidOnSite, refunded]
		const [own, other] = listed.toSorted((one) => (one.publicId === left.publicId ? -1 : 1))
		expect(sums(other)).toEqual([0, 0])
		expect(sums(own)).toEqual(order && sums(order))
		return sums(own)
	}
	expect(await both()).toEqual([0, 0])

	const { number = '' } = (await find.findOrder(left.publicId)) ?? {}
	await onSite.noteOnSite(number, { amount: cents(100), method: 'cash', receipt: 'K1' }, now())
	await onSite.noteOnSite(number, { amount: cents(250), method: 'card', receipt: 'K2' }, now())
	await shop.pay.orderRefund(number, cents(300))
	expect(await both()).toEqual([350, 300])

	await shop.pay.orderRefund(number, cents(200))
	expect(await both()).toEqual([350, 500])
	await raw(shop.admin, 'update refunds set failed_at = now() where amount = 200')
	expect(await both()).toEqual([350, 300])
})

async function withAccount(): Promise<{ id: string }> {
	const account = {
		username: 'ada@example.org',
		usernameKey: 'ada@example.org',
		passwordHash: '-',
		locale: 'de-DE',
		person: sampleOrder.person,
	}
	const [row] = await shop.admin.insert(accounts).values(account).returning({ id: accounts.id })
	return { id: row?.id ?? '' }
}
