import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, test } from '@playwright/test'

import { leave, order, pay, readyToOrder } from './funnel.ts'
import { openOwnShop } from './own-shop.ts'

// The server dies at the worst moments; no visitor comes back, no webhook arrives.
test.describe.configure({ mode: 'serial' })

let shop: Awaited<ReturnType<typeof openOwnShop>>
let day: string

test.beforeAll(async () => {
	shop = await openOwnShop()
	day = await shop.claimDay('any')
	await shop.control('POST', '/test/faults', { webhooks: 'off' })
})
test.afterAll(() => shop?.close())

/** Kills the server process; the supervisor starts another. */
async function killServer(): Promise<void> {
	const pid = shop.serverPid()
	if (!pid) throw new Error('no server')
	process.kill(pid, 'SIGKILL')
	await expect
		.poll(
			() =>
				fetch(`${shop.url}/readyz`).then(
					(response) => response.status,
					() => 0,
				),
			{ timeout: 0 },
		)
		.toBe(200)
	expect(shop.serverPid()).not.toBe(pid)
}

async function stateOfLastOrder(): Promise<string> {
	const [row] = await shop.sql`select state, number from orders order by created_at desc limit 1`
	return row?.['state']
}

/** Mails of the last order, as they lie in the outbox. */
async function mailsOfLastOrder(): Promise<number> {
	const [row] = await shop.sql`select public_id from orders order by created_at desc limit 1`
	const files = await readdir(join(shop.dataDir, 'mail')).catch(() => [])
	return files.filter((file) => file.includes(row?.['public_id'])).length
}

async function confirmedWithOneMail(): Promise<void> {
	await expect.poll(stateOfLastOrder, { timeout: 0, intervals: [500] }).toBe('confirmed')
	await expect.poll(mailsOfLastOrder).toBe(1)
	const [jobs] = await shop.sql`
		select count(*)::int as confirmations from pgboss.job
		where name = 'mailConfirmation' and data ->> 'orderId' = (select id::text from orders order by created_at desc limit 1)`
	expect(jobs?.['confirmations']).toBe(1)
}

test('killed between the order and the provider: the visitor goes on and pays', async () => {
	const { visitor, version } = await readyToOrder(shop.url, day)
	const payment = await order(visitor, version)
	await killServer()
	await pay(await leave(visitor, payment))
	await confirmedWithOneMail()
})

test('killed between the payment at the provider and the return: the job confirms, one mail goes out', async () => {
	const { visitor, version } = await readyToOrder(shop.url, day)
	await pay(await leave(visitor, await order(visitor, version)))
	await killServer()
	expect(await stateOfLastOrder()).toBe('pendingPayment')
	await confirmedWithOneMail()
})

test('killed after the provider made its session and before we noted it: the same session is found again', async () => {
	const { visitor, version } = await readyToOrder(shop.url, day)
	const payment = await order(visitor, version)
	const before = await leave(visitor, payment)
	await shop.sql`update payments set state = 'created', provider_id = null, redirect_url = null where state = 'started'`
	await killServer()
	expect(await leave(visitor, payment)).toBe(before)
	await pay(before)
	await confirmedWithOneMail()
})
