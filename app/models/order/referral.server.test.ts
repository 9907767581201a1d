import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { eq } from 'drizzle-orm'
import { DateTime } from 'luxon'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { orders, referrals } from '#app/db/schema.ts'
import { cents } from '#app/models/money.ts'
import { reportAddress } from '#app/models/order/referral.ts'
import { openPayingShop } from '#testing/paying-shop.ts'

// A paid order of a partner's visitor is reported from server to server, once.

let shop: Awaited<ReturnType<typeof openPayingShop>>
let referral: typeof import('#app/models/order/referral.server.ts')
let asked: string[] = []
let status = 200
const network = createServer((request, response) => {
	asked.push(request.url ?? '')
	response.writeHead(status).end()
})

beforeAll(async () => {
	shop = await openPayingShop()
	referral = await import('#app/models/order/referral.server.ts')
	await new Promise<void>((done) => {
		network.listen(0, '127.0.0.1', done)
	})
	const { port } = network.address() as AddressInfo
	shop.venue.affiliate.report = `http://127.0.0.1:${port}/sread?ref={order}&amount={amount}&cks={awc}`
})
afterAll(async () => {
	network.close()
	await shop.close()
})
beforeEach(async () => {
	await shop.clear()
	asked = []
	status = 200
})

const report = (orderId: string) => referral.reportReferral(orderId, DateTime.utc())

test('an order that a partner brought is reported when it is paid, and once', async () => {
	const left = await shop.leave('stripe', 'click_1&x=2')
	expect(await shop.jobs('reportReferral')).toEqual([])
	await shop.paid(left)
	expect(await shop.jobs('reportReferral')).toEqual([{ orderId: left.orderId }])

	status = 503
	await expect(report(left.orderId)).rejects.toThrow('answered 503')
	expect(await shop.admin.select().from(referrals)).toMatchObject([{ awc: 'click_1&x=2' }])
	status = 200
	await report(left.orderId)
	await report(left.orderId)
	const [order] = await shop.admin.select().from(orders).where(eq(orders.id, left.orderId))
	const amount = ((order?.total ?? 0) / 100).toFixed(2)
	const address = `/sread?ref=${order?.number}&amount=${amount}&cks=click_1%26x%3D2`
	expect(asked).toEqual([address, address])
	expect(await shop.admin.select().from(referrals)).toEqual([
		{ orderId: left.orderId, awc: null, reportedAt: expect.any(Date) },
	])
})

test('an order whose click id was deleted before is not reported', async () => {
	const left = await shop.leave('stripe', 'click_1')
	await shop.paid(left)
	await shop.admin.update(referrals).set({ awc: null })
	await report(left.orderId)
	expect(asked).toEqual([])
	const [row] = await shop.admin.select().from(referrals)
	expect(row?.reportedAt).toBeNull()
})

test('an order that no partner brought is not reported', async () => {
	await shop.paid(await shop.leave('stripe'))
	expect(await shop.jobs('reportReferral')).toEqual([])
})

test('a value that is filled into the address of the report stays one value', () => {
	const values = { awc: '"><script>&a=#', number: '2026-000001', total: cents(1234) }
	expect(reportAddress('https://n.example/r?a={amount}&o={order}&c={awc}&u={other}', values)).toBe(
		'https://n.example/r?a=12.34&o=2026-000001&c=%22%3E%3Cscript%3E%26a%3D%23&u={other}',
	)
})
