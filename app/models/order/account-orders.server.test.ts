import { eq } from 'drizzle-orm'
import { DateTime } from 'luxon'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { raw } from '#app/db/connect.server.ts'
import { accounts, orderLines, orders } from '#app/db/schema.ts'
import { openPayingShop, type Left } from '#testing/paying-shop.ts'
import { visitDay } from '#testing/visit-day.ts'

let shop: Awaited<ReturnType<typeof openPayingShop>>
let listOrders: typeof import('#app/models/order/account-orders.server.ts').listOrders
let accountId = ''
const gift = { productId: 'gift-25-mail', quantity: 2, day: null, time: null, duration: null }

beforeAll(async () => {
	shop = await openPayingShop()
	listOrders = (await import('#app/models/order/account-orders.server.ts')).listOrders
	const person = {} as typeof accounts.$inferInsert.person
	const [account] = await shop.admin
		.insert(accounts)
		.values({ username: 'a', usernameKey: 'a', passwordHash: '-', locale: 'de-DE', person })
		.returning()
	accountId = account?.id ?? ''
})
afterAll(() => shop.close())

async function ordered(wish: object): Promise<Left> {
	const left = await shop.leave('stripe', undefined, wish)
	await shop.admin.update(orders).set({ accountId }).where(eq(orders.id, left.orderId))
	return left
}

async function listed(when: 'upcoming' | 'past', today = visitDay): Promise<string[]> {
	const { orders: rows } = await listOrders(accountId, when, { page: 1, today })
	return rows.map(({ things }) =>
		things.map(({ title, quantity }) => `${quantity} ${title.de}`).join(', '),
	)
}

test('a gift voucher stands under what is to come until it is spent, taken back or over; visits come first', async () => {
	const vouchers = await ordered(gift)
	const name = '2 Gutschein 25 € per E-Mail'
	// A payment is pending.
	expect(await listed('upcoming')).toEqual([name])
	await shop.paid(vouchers)
	const visit = await ordered({})
	await shop.paid(visit)
	const upcoming = await listed('upcoming')
	expect(upcoming).toHaveLength(2)
	expect(upcoming[1]).toBe(name)
	expect(await listed('past')).toEqual([])

	const later = DateTime.fromISO(visitDay).plus({ years: 5 }).toISODate() ?? ''
	expect(await listed('upcoming', later)).toEqual([])
	expect(await listed('past', later)).toContain(name)

	const [order] = await shop.admin.select().from(orders).where(eq(orders.id, vouchers.orderId))
	const { voidVouchersOf } = await import('#app/models/order/sold-vouchers.server.ts')
	await voidVouchersOf(order?.number ?? '')
	expect(await listed('past')).toEqual([name])
})

test('an order is named after its lines, except those that belong to a package, also without its first', async () => {
	const { orderId } = await ordered({ day: visitDay })
	const [line] = await shop.admin.select().from(orderLines).where(eq(orderLines.orderId, orderId))
	if (!line) throw new Error('no line')
	const more = { ...line, quantity: 1, included: 0, amount: line.unitPrice }
	await shop.admin.insert(orderLines).values([
		{ ...more, id: undefined, position: 2, title: { de: 'Kinderticket', en: 'Child' } },
		{ ...more, id: undefined, position: 3, parentPosition: 1 },
	])
	expect(await listed('upcoming')).toContain('2 Erwachsenenticket, 1 Kinderticket')
	await raw(shop.admin, 'delete from order_lines where order_id = $1 and position <> 2', [orderId])
	expect(await listed('upcoming')).toContain('1 Kinderticket')
})
