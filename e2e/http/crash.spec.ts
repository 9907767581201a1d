import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, test } from '@playwright/test'
import { transformWithOxc } from 'vite'

import { auditAt } from '#app/db/audit.server.ts'
import { crashPoints, type CrashPoint } from '#testing/crash-at.ts'

import { leave, order, pay, readyToOrder, sessionOf, versionIn } from './funnel.ts'
import { openOwnShop } from './own-shop.ts'
import { newVisitor, type Visitor } from './visitor.ts'

// The server dies at exactly the worst moment, and another one takes over.
test.describe.configure({ mode: 'serial' })

type Shop = Awaited<ReturnType<typeof openDyingShop>>

/** Opens a shop whose server dies at the point that is named next. It is restarted as any other is. */
async function openDyingShop() {
	const folder = await mkdtemp(join(tmpdir(), 'raumzeit-crash-'))
	const file = join(folder, 'crash-at')
	const watch = join(folder, 'crash-at.mjs')
	// As JavaScript: with `--import tsx` and nothing in its cache yet, the server stopped while it loaded its modules.
	const source = 'testing/crash-at.ts'
	await writeFile(watch, (await transformWithOxc(await readFile(source, 'utf8'), source)).code)
	const variables = { CRASH_AT: file, NODE_OPTIONS: `--import ${watch}` }
	// A fast machine reaches more than five points in a minute.
	const shop = await openOwnShop({}, undefined, variables, { mostDeaths: Infinity })
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
			const isNext = expect.poll(shop.serverPid, { timeout: 0 }).not.toBe(pid)
			expect(await Promise.race([isNext, shop.failed])).toBeUndefined()
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

/** Makes the job due that settles payments whose visitor did not come back, and lets it look at all of them. */
async function sweepAtOnce({ sql }: Shop): Promise<void> {
	await sql`update payments set created_at = created_at - interval '1 minute'`
	await sql`insert into pgboss.job (name, data) values ('sweepPayments', '{}')`
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

	test('C1: a server that dies before the hold is written holds nothing, and the same button adds it @faults', async () => {
		const visitor = newVisitor(shop.url)
		await shop.dying('before-hold', () => visitor.post('/cart', wish(shop)))
		expect(await count(shop, 'allocations')).toBe(0)
		expect((await visitor.post('/cart', wish(shop))).status).toBe(303)
		expect(await count(shop, 'allocations')).toBe(1)
	})

	test('C2: a server dies after the hold was written, before its answer: the same button finds one line and one hold @faults', async () => {
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

	test('C3: a server dies after the order was inserted, not committed: no order, no hole in the numbers, ordered again @faults', async () => {
		const { visitor, version } = await readyToOrder(shop.url, shop.day)
		await shop.dying('after-order-insert', () => order(visitor, version))
		expect(await count(shop, 'orders')).toBe(0)
		const payment = await orderAgain(visitor)
		expect((await lastOrder(shop))?.['number']).toMatch(/-000001$/)
		await pay(await leave(visitor, payment))
		await confirmedWithOneMail(shop)
		await moneyAgrees(shop)
	})

	test('C4: a server dies after order and payment were written, before the provider: the visitor goes on and pays once @faults', async () => {
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
		const token = sessionOf(await leave(visitor, await order(visitor, version, 'paypal')))
		await shop.control('POST', `/test/orders/${token}/approve`)
		const [row] = await shop.sql`select return_token from payments where provider_id = ${token}`
		return `${shop.url}/checkout/success/paypal?return=${row?.['return_token']}`
	}

	test('C5: a server dies after the provider made its page, before it is noted: the same page is found @faults', async () => {
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

	test('C6: a server dies after the money was taken, before that is noted: the job finds it, taken once', async () => {
		const back = await approved()
		await shop.dying('after-capture', () => fetch(back))
		await sweepAtOnce(shop)
		await confirmedWithOneMail(shop)
		await moneyAgrees(shop)
	})

	test('C7: a server dies after the payment was noted, before the answer: the visitor comes again and reads that the order is confirmed @faults', async () => {
		const back = await approved()
		await shop.dying('after-commit', () => fetch(back))
		const again = await fetch(back)
		expect(again.url).toContain('/checkout/success/')
		expect(await again.text()).toContain('Ihre Bestellung ist bestätigt')
		await confirmedWithOneMail(shop)
		await moneyAgrees(shop)
	})

	test('C8: a server dies after the payment was noted, before the mail: the next server writes the mail @faults', async () => {
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

	test('C9: a server dies in the middle of a mail and of a refund: the mail is written again with the same Message-ID, the money given back once @faults', async () => {
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

// Faults K7 and K82.
test.describe('a change of a booking', () => {
	let shop: Shop
	test.beforeAll(async () => {
		shop = await openDyingShop()
	})
	test.afterAll(() => shop?.close())

	type Booked = { visitor: Visitor; orderId: string; page: string }

	async function booked(): Promise<Booked> {
		// Each booking has a day of its own, for a day has two magicians.
		const { visitor, version } = await readyToOrder(shop.url, await shop.claimDay('any'))
		await pay(await leave(visitor, await order(visitor, version)))
		const [payment] =
			await shop.sql`select return_token from payments order by created_at desc limit 1`
		await visitor.get(`/checkout/success/stripe?return=${payment?.['return_token']}`)
		await confirmedWithOneMail(shop)
		const row = await lastOrder(shop)
		return { visitor, orderId: row?.['id'], page: `/booking/${row?.['public_id']}/change` }
	}

	const twoMore = { 'lines.1': 6 }
	/** A magician is paid online first. */
	const magician = { 'extras.magician': 1, wayToPay: 'paypal' }

	/** Checks a change; returns what its button posts. */
	async function checked({ visitor, page }: Booked, asked: Record<string, string | number>) {
		const fields = { revision: 1, ...asked }
		const { text } = await visitor.post(page, { intent: 'check', ...fields })
		const [, shown = ''] = /name="shown"[^>]*value="([^"]*)"/.exec(text) ?? []
		expect(shown).not.toBe('')
		return () => visitor.post(page, { intent: 'take', shown, ...fields })
	}

	/** Approves on the page of the wallet; returns the way back. */
	async function approvedBy(visitor: Visitor, payment: string): Promise<string> {
		const wallet = sessionOf(await leave(visitor, payment))
		await shop.control('POST', `/test/orders/${wallet}/approve`)
		const [row] = await shop.sql`select return_token from payments where provider_id = ${wallet}`
		return `${shop.url}/checkout/success/paypal?return=${row?.['return_token']}`
	}

	async function keepsItsPromises(): Promise<void> {
		const findings = await auditAt(String(shop.env['DATABASE_URL']))
		expect(findings.filter(({ broken }) => broken.length > 0)).toEqual([])
	}

	/** Waits until the change is in force; then it is so once, with one letter, and the books agree. */
	async function isInForceOnce({ orderId }: Booked): Promise<void> {
		const revision = async () => {
			const [row] = await shop.sql`select revision from orders where id = ${orderId}`
			return row?.['revision']
		}
		await expect.poll(revision, { timeout: 0, intervals: [500] }).toBe(2)
		const [row] = await shop.sql`
			select (select count(*)::int from order_revisions where order_id = ${orderId}) as revisions, (
				select count(*)::int from pgboss.job
				where name = 'mailRevision' and data ->> 'orderId' = ${orderId}
			) as letters, (
				select count(*)::int from allocations where order_id = ${orderId} and state = 'pending'
			) as waiting`
		expect(row).toEqual({ revisions: 2, letters: 1, waiting: 0 })
		await moneyAgrees(shop)
		await keepsItsPromises()
	}

	async function isAsBefore({ orderId }: Booked): Promise<void> {
		const [row] = await shop.sql`
			select revision, (select count(*)::int from order_changes where order_id = ${orderId}) as changes, (
				select count(*)::int from allocations where order_id = ${orderId} and state = 'pending'
			) as waiting from orders where id = ${orderId}`
		expect(row).toEqual({ revision: 1, changes: 0, waiting: 0 })
		await keepsItsPromises()
	}

	for (const point of ['before-lock', 'after-write'] as const)
		test(`K82: two more guests, and the server dies ${point}: nothing is changed, the button pressed again changes it once @faults`, async () => {
			const booking = await booked()
			const press = await checked(booking, twoMore)
			await shop.dying(point, press)
			await isAsBefore(booking)
			expect((await press()).location).toBe(`${booking.page}?done`)
			await isInForceOnce(booking)
		})

	test('K82: two more guests, and the server dies after the change, before its answer: pressed again it is there @faults', async () => {
		const booking = await booked()
		const press = await checked(booking, twoMore)
		await shop.dying('after-revision', press)
		expect((await press()).location).toBe(`${booking.page}?done`)
		await isInForceOnce(booking)
	})

	test('K82: two more guests, and the server dies before the letter: the next server writes one @faults', async () => {
		const booking = await booked()
		const press = await checked(booking, twoMore)
		await shop.dying('before-mail', press)
		await letDeadlinesPass(shop)
		const letter = async () => {
			const [job] = await shop.sql`
				select state from pgboss.job where name = 'mailRevision' and data ->> 'orderId' = ${booking.orderId}`
			return job?.['state']
		}
		await expect.poll(letter, { timeout: 0, intervals: [500] }).toBe('completed')
		await isInForceOnce(booking)
	})

	for (const point of ['before-lock', 'after-claim'] as const)
		test(`K82: a magician, and the server dies ${point}: nothing is held, the button pressed again leads to the payment @faults`, async () => {
			const booking = await booked()
			const press = await checked(booking, magician)
			await shop.dying(point, press)
			await isAsBefore(booking)
			await fetch(await approvedBy(booking.visitor, (await press()).location ?? ''))
			await isInForceOnce(booking)
		})

	for (const point of ['after-change-insert', 'after-payment-insert'] as const)
		test(`K82: a magician, and the server dies ${point}: the change waits, and is paid once @faults`, async () => {
			const booking = await booked()
			const press = await checked(booking, magician)
			await shop.dying(point, press)
			const [open] = await shop.sql`
				select count(*)::int as changes from order_changes where order_id = ${booking.orderId} and state = 'open'`
			expect(open).toEqual({ changes: 1 })
			const { location } = await press()
			const payment = location?.startsWith('/payment/') ? location : await resumed(booking)
			await fetch(await approvedBy(booking.visitor, payment))
			await isInForceOnce(booking)
		})

	/** Goes on from the page of the change that is being paid; returns the path of the payment. */
	async function resumed({ visitor, page }: Booked): Promise<string> {
		const way = page.replace(/change$/, 'payment')
		expect((await visitor.get(page)).location).toBe(way)
		return (await visitor.post(way, { intent: 'continue' })).location ?? ''
	}

	test('K82: the server dies after the provider made its page, before it is noted: the same page is found @faults', async () => {
		const booking = await booked()
		const { location } = await (await checked(booking, magician))()
		const payment = location ?? ''
		await shop.dying('after-provider-create', () => booking.visitor.get(`${payment}?go=1`))
		await fetch(await approvedBy(booking.visitor, payment))
		await isInForceOnce(booking)
	})

	test('K82: the server dies after the money was taken, before that is noted: the job finds it, taken once @faults', async () => {
		const booking = await booked()
		const { location } = await (await checked(booking, magician))()
		const back = await approvedBy(booking.visitor, location ?? '')
		await shop.dying('after-capture', () => fetch(back))
		await isInForceOnce(booking)
	})

	test('K82: the server dies after the change came into force, before the answer: the visitor comes again and reads so @faults', async () => {
		const booking = await booked()
		const { location } = await (await checked(booking, magician))()
		const back = await approvedBy(booking.visitor, location ?? '')
		await shop.dying('after-revision', () => fetch(back))
		const again = await fetch(back)
		expect(again.url).toMatch(/\/booking\/[\w-]+\/payment(\?checking=1)?$/)
		expect(await again.text()).toContain('Ihre Buchung ist geändert')
		await isInForceOnce(booking)
	})

	test('K82: the server dies while money for a change that has ended goes back: the money is given back once @faults', async () => {
		const booking = await booked()
		const { location } = await (await checked(booking, { ...magician, wayToPay: 'stripe' }))()
		const provider = await leave(booking.visitor, location ?? '')
		await shop.sql`update order_changes set state = 'ended' where order_id = ${booking.orderId}`
		await shop.sql`
			update allocations set state = 'released' where order_id = ${booking.orderId} and state = 'pending'`
		await shop.dying('after-refund', () => pay(provider))
		await letDeadlinesPass(shop)
		const isBack = async () => {
			const [row] = await shop.sql`
				select r.refunded_at is not null as done from refunds r join payments p on p.id = r.payment_id
				where p.order_id = ${booking.orderId} and p.purpose = 'change'`
			return row?.['done'] ?? false
		}
		await expect.poll(isBack, { timeout: 0, intervals: [500] }).toBe(true)
		await moneyAgrees(shop)
		await keepsItsPromises()
	})
})

test('a shop without CRASH_AT lives: the crash points are in no file of the shop @faults', async () => {
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
