import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

import { expect, test } from '@playwright/test'

import { crashPoints, type CrashPoint } from '#testing/crash-at.ts'

import { leave, order, pay, readyToOrder, versionIn } from './funnel.ts'
import { openOwnShop } from './own-shop.ts'
import { newVisitor, type Visitor } from './visitor.ts'

// The server dies at exactly the worst moment, and another one takes over.
test.describe.configure({ mode: 'serial' })

type Shop = Awaited<ReturnType<typeof openDyingShop>>

/** Opens a shop whose server dies at the point that is named next. It is restarted as any other is. */
async function openDyingShop() {
	const folder = await mkdtemp(join(tmpdir(), 'raumzeit-crash-'))
	const file = join(folder, 'crash-at')
	const shop = await openOwnShop({}, undefined, {
		CRASH_AT: file,
		NODE_OPTIONS: `--import tsx --import ${resolve('testing/crash-at.ts')}`,
	})
	await shop.control('POST', '/test/faults', { webhooks: 'off' })
	const day = await shop.claimDay('any')
	return {
		...shop,
		day,
		/** Runs `work`, during which the server dies, and waits for the next server. */
		async dying(point: CrashPoint, work: () => Promise<unknown>): Promise<void> {
			const pid = shop.serverPid()
			await writeFile(file, point)
			await work().catch(() => {})
			await expect.poll(shop.serverPid, { timeout: 0 }).not.toBe(pid)
			await expect
				.poll(
					() =>
						fetch(`${shop.url}/readyz`).then(
							({ status }) => status,
							() => 0,
						),
					{ timeout: 0 },
				)
				.toBe(200)
		},
		async close() {
			await shop.close()
			await rm(folder, { recursive: true, force: true })
		},
	}
}

async function lastOrder({ sql }: Shop) {
	const [row] =
		await sql`select id, state, number, public_id from orders order by created_at desc limit 1`
	return row
}

async function count({ sql }: Shop, table: string): Promise<number> {
	const [row] = await sql`select count(*)::int as rows from ${sql(table)}`
	return row?.['rows']
}

async function confirmedWithOneMail(shop: Shop): Promise<void> {
	await expect
		.poll(async () => (await lastOrder(shop))?.['state'], { timeout: 0, intervals: [500] })
		.toBe('confirmed')
	const publicId = (await lastOrder(shop))?.['public_id']
	const mails = async () => {
		const files = await readdir(join(shop.dataDir, 'mail')).catch(() => [])
		return files.filter((file) => file.includes(publicId))
	}
	await expect.poll(mails, { timeout: 0 }).toHaveLength(1)
	const [jobs] = await shop.sql`
		select count(*)::int as confirmations from pgboss.job
		where name = 'mailConfirmation' and data ->> 'orderId' = ${(await lastOrder(shop))?.['id']}`
	expect(jobs?.['confirmations']).toBe(1)
}

/** Checks the invariants about money: each capture is one payment, of an order that has its booking. */
async function moneyAgrees(shop: Shop): Promise<void> {
	const { captures, refunds } = (await (await fetch(`${shop.sandboxUrl}/test/ledger`)).json()) as {
		captures: { captureId: string }[]
		refunds: { refundId: string }[]
	}
	const paid = await shop.sql`select capture_id from payments where capture_id is not null`
	expect(paid.map((row) => row['capture_id']).toSorted()).toEqual(
		captures.map(({ captureId }) => captureId).toSorted(),
	)
	const given = await shop.sql`select provider_id from refunds where refunded_at is not null`
	expect(given.map((row) => row['provider_id']).toSorted()).toEqual(
		refunds.map(({ refundId }) => refundId).toSorted(),
	)
}

/** Moves the start of running jobs back: a job whose process died is taken up after its deadline. */
async function letDeadlinesPass({ sql }: Shop): Promise<void> {
	await sql`update pgboss.job set started_on = now() - interval '1 hour' where state = 'active'`
}

const wish = (shop: Shop) => ({
	intent: 'add',
	version: 0,
	product: 'ticket-adult',
	quantity: 4,
	day: shop.day,
	time: '14:00',
	duration: 120,
	returnTo: '/',
})

/** Goes on where the visitor was, on the new server, up to the provider's page. */
async function orderAgain(visitor: Visitor): Promise<string> {
	const { text } = await visitor.get('/checkout/overview')
	if (!text.includes('value="continue"')) return order(visitor, versionIn(text))
	return (await visitor.post('/checkout/overview', { intent: 'continue' })).location ?? ''
}

test.describe('cart and order', () => {
	let shop: Shop
	test.beforeAll(async () => {
		shop = await openDyingShop()
	})
	test.afterAll(() => shop?.close())

	test('C1: dies before the hold is written: nothing is held, the same button adds it', async () => {
		const visitor = newVisitor(shop.url)
		await shop.dying('before-hold', () => visitor.post('/cart', wish(shop)))
		expect(await count(shop, 'allocations')).toBe(0)
		expect((await visitor.post('/cart', wish(shop))).status).toBe(303)
		expect(await count(shop, 'allocations')).toBe(1)
	})

	test('C2: dies after the hold was written, before its answer: the same button finds one line and one hold', async () => {
		await shop.sql`truncate carts, allocations cascade`
		const visitor = newVisitor(shop.url)
		await visitor.get('/')
		await shop.dying('after-hold', () => visitor.post('/cart', wish(shop)))
		expect(await count(shop, 'allocations')).toBe(1)
		const { status, location } = await visitor.post('/cart', wish(shop))
		expect([303, 422]).toContain(status)
		expect(location ?? '').not.toContain('error')
		const [holds] = await shop.sql`
			select count(*)::int as lines, count(distinct cart_id)::int as carts from allocations where state = 'held'`
		expect(holds?.['lines']).toBe(holds?.['carts'])
	})

	test('C3: dies after the order was inserted, not committed: no order, no hole in the numbers, ordered again', async () => {
		const { visitor, version } = await readyToOrder(shop.url, shop.day)
		await shop.dying('after-order-insert', () => order(visitor, version))
		expect(await count(shop, 'orders')).toBe(0)
		const payment = await orderAgain(visitor)
		expect((await lastOrder(shop))?.['number']).toMatch(/-000001$/)
		await pay(await leave(visitor, payment))
		await confirmedWithOneMail(shop)
		await moneyAgrees(shop)
	})

	test('C4: dies after order and payment were written, before the provider: the visitor goes on and pays once', async () => {
		const { visitor, version } = await readyToOrder(shop.url, shop.day)
		await shop.dying('after-payment-insert', () => order(visitor, version))
		await pay(await leave(visitor, await orderAgain(visitor)))
		await confirmedWithOneMail(shop)
		await moneyAgrees(shop)
	})
})

test.describe('money', () => {
	let shop: Shop
	test.beforeAll(async () => {
		shop = await openDyingShop()
	})
	test.afterAll(() => shop?.close())

	/** Approves on the page of the wallet; returns the way back. */
	async function approved(): Promise<string> {
		const { visitor, version } = await readyToOrder(shop.url, shop.day)
		const { location } = await visitor.get(`${await order(visitor, version, 'paypal')}?go=1`)
		const token = new URL(location ?? '').searchParams.get('token')
		await shop.control('POST', `/test/orders/${token}/approve`)
		const [row] = await shop.sql`select return_token from payments where provider_id = ${token}`
		return `${shop.url}/checkout/success/paypal?return=${row?.['return_token']}`
	}

	test('C5: dies after the provider made its page, before it is noted: the same page is found', async () => {
		const { visitor, version } = await readyToOrder(shop.url, shop.day)
		const payment = await order(visitor, version)
		await shop.dying('after-provider-create', () => visitor.get(`${payment}?go=1`))
		await pay(await leave(visitor, payment))
		await confirmedWithOneMail(shop)
		const { sessions } = (await (await fetch(`${shop.sandboxUrl}/test/ledger`)).json()) as {
			sessions: unknown[]
		}
		expect(sessions).toHaveLength(1)
		await moneyAgrees(shop)
	})

	test('C6: dies after the money was taken, before that is noted: found by the job, taken once', async () => {
		const back = await approved()
		await shop.dying('after-capture', () => fetch(back))
		expect((await lastOrder(shop))?.['state']).toBe('pendingPayment')
		await confirmedWithOneMail(shop)
		await moneyAgrees(shop)
	})

	test('C7: dies after it was noted, before the answer: the visitor comes again and reads that it is confirmed', async () => {
		const back = await approved()
		await shop.dying('after-commit', () => fetch(back))
		const again = await fetch(back)
		expect(again.url).toContain('/checkout/success/')
		expect(await again.text()).toContain('Ihre Bestellung ist bestätigt')
		await confirmedWithOneMail(shop)
		await moneyAgrees(shop)
	})

	test('C8: dies after it was noted, before the mail: the next server writes it', async () => {
		const back = await approved()
		await shop.dying('before-mail', () => fetch(back))
		await letDeadlinesPass(shop)
		await confirmedWithOneMail(shop)
	})
})

test.describe('jobs', () => {
	let shop: Shop
	test.beforeAll(async () => {
		shop = await openDyingShop()
	})
	test.afterAll(() => shop?.close())

	test('C9: dies in the middle of a mail and of a refund: written again with the same Message-ID, given back once', async () => {
		const { visitor, version } = await readyToOrder(shop.url, shop.day)
		const page = await leave(visitor, await order(visitor, version))
		await shop.dying('after-mail', () => pay(page))
		await letDeadlinesPass(shop)
		await confirmedWithOneMail(shop)
		await expect
			.poll(async () => {
				const [job] = await shop.sql`select state from pgboss.job where name = 'mailConfirmation'`
				return job?.['state']
			})
			.toBe('completed')

		// As the operator's command orders it.
		await shop.dying('after-refund', async () => {
			await shop.sql.begin(async (sql) => {
				const [refund] = await sql`
					insert into refunds (payment_id, amount, reason) select id, paid_amount, 'a test' from payments
					returning id`
				await sql`
					insert into pgboss.job (name, data, retry_limit)
					values ('refundPayment', ${sql.json({ refundId: refund?.['id'] })}, 5)`
			})
		})
		await letDeadlinesPass(shop)
		await expect
			.poll(
				async () => {
					const [row] = await shop.sql`select refunded_at is not null as done from refunds`
					return row?.['done']
				},
				{ timeout: 0 },
			)
			.toBe(true)
		await moneyAgrees(shop)
	})
})

test('a shop without CRASH_AT lives: the crash points are in no file of the shop', async () => {
	const { stdout } = await run('grep', [
		'-rlE',
		`CRASH_AT|${crashPoints[0]}`,
		'app',
		'server',
		'build',
	])
	expect(stdout).toBe('')
})

/** Runs a program; grep without a match has an exit code of its own. */
async function run(program: string, args: string[]): Promise<{ stdout: string }> {
	const { execFile } = await import('node:child_process')
	return new Promise((done) => {
		execFile(program, args, (_, stdout) => done({ stdout }))
	})
}
