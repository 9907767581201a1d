import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'

import { DateTime } from 'luxon'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'

import { audit } from '#app/db/audit.server.ts'
import { raw } from '#app/db/connect.server.ts'
import { type JobName, jobNames, queues } from '#app/db/job-list.server.ts'
import { enqueue, prepareQueues, retryParked } from '#app/db/queue.server.ts'
import type { Handlers, Worker } from '#app/jobs/worker.server.ts'
import { freePort } from '#drizzle/embedded/embedded.ts'
import { openPayingShop } from '#testing/paying-shop.ts'
import { promtoolOfTests } from '#testing/promtool.ts'
import { judge, lastingTest, type Minute, seriesIn } from '#testing/recorded-minutes.ts'
import { watchedMetrics } from '#testing/watching.ts'

/*
 * Drills: what an alert of deploy/prometheus/alerts.yml is about is brought about, the metric that it reads passes its
 * bound, and the step of docs/alerts.md brings it back. In part 1 of the long run, and in `npm test` where it is
 * installed, promtool judges the metrics before, meanwhile and after by the rules: the alert is quiet, fires, and is
 * quiet again (faults N274).
 */

let shop: Awaited<ReturnType<typeof openPayingShop>>
let metrics: typeof import('#app/http/metrics.server.ts')
let worker: Worker | undefined
const paymentId = crypto.randomUUID()

/** A mail server that takes every letter. */
const mailServer = createServer((socket) => {
	let isBody = false
	socket.write('220 mail.example\r\n')
	createInterface(socket).on('line', (line) => {
		if (isBody && line !== '.') return
		isBody = line === 'DATA'
		socket.write(isBody ? '354 go on\r\n' : '250 ok\r\n')
		if (line === 'QUIT') socket.end()
	})
})
let mailPort = 0

beforeAll(async () => {
	process.env['METRICS_TOKEN'] = 'm'.repeat(32)
	// Nobody listens at these ports, until a drill has the mail server back.
	mailPort = await freePort()
	process.env['SMTP_URL'] = `smtp://127.0.0.1:${mailPort}`
	shop = await openPayingShop()
	await prepareQueues(shop.db)
	metrics = await import('#app/http/metrics.server.ts')
	await import('#app/pages/page-queue.server.ts')
	await import('#app/pages/sign-in-queue.server.ts')
	await import('#app/middleware/under-way.server.ts')

	await raw(
		shop.db,
		`with placed as (
			insert into orders (public_id, number, cart_id, cart_version, state, locale, person, terms_version,
				lines_total, discount, shipping, total, voucher, online, on_site, vat)
			values ('p', '2026-000001', gen_random_uuid(), 1, 'expired', 'de-DE', '{}', '1', 0, 0, 0, 0, 0, 0, 0, '[]')
			returning id
		), counted as (insert into counters values ('order-2026', 1))
		insert into payments (id, order_id, provider, state, amount, return_token, expires_at)
		select $1, id, 'stripe', 'cancelled', 500, 'r', now() from placed`,
		[paymentId],
	)
})
afterEach(async () => {
	await worker?.stop()
	worker = undefined
})
afterAll(async () => {
	mailServer.close()
	await shop?.close()
})

test('every metric that alerts and dashboard read is told by /metrics', async () => {
	const { text } = await metrics.readMetrics()
	const told = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name))
	const series = (metric: string) => metric.replace(/_(count|bucket)$/, '')
	expect(watchedMetrics().filter((metric) => !told.has(series(metric)))).toEqual([])
	expect(watchedMetrics().length).toBeGreaterThan(20)
})

describe('jobs', () => {
	test('NobodyDoesJobs: JOBS=1 on a node ends it', async () => {
		expect(await value('raumzeit_jobs_idle_seconds')).toBeGreaterThan(bound('NobodyDoesJobs'))
		const during = await look()
		await work({})
		await expect
			.poll(() => value('raumzeit_jobs_idle_seconds'))
			.toBeLessThanOrEqual(bound('NobodyDoesJobs'))
		await expectFiring('NobodyDoesJobs', { during: [during] })
	})

	test('JobsOverdue: jobs that no process takes; a process that takes them ends it', async () => {
		const overdue = () => value('raumzeit_queue_overdue_seconds{queue="mailRest",does="letter"}')
		await send('mailRest')
		await raw(
			shop.db,
			`update pgboss.job set start_after = now() - interval '6 minutes' where name = 'mailRest'`,
		)
		expect(await overdue()).toBeGreaterThan(bound('JobsOverdue'))
		const during = await look()
		await work({})
		await expect.poll(overdue).toBe(0)
		await expectFiring('JobsOverdue', { during: [during] })
	})

	test('LettersRetrying: a letter that failed waits for its next try, and goes out with it', async () => {
		const retrying = () => jobs('mailRefund', 'letter', 'retrying')
		let isMended = false
		await work({
			mailRefund: async () => {
				if (!isMended) throw new Error('the mail server is away')
			},
		})
		await send('mailRefund')
		await expect.poll(retrying).toBeGreaterThan(bound('LettersRetrying'))
		const during = await look()
		isMended = true
		await raw(shop.db, `update pgboss.job set start_after = now() where name = 'mailRefund'`)
		await expect.poll(retrying).toBe(0)
		await expectFiring('LettersRetrying', { during: [during] })
	})

	test('JobsGivenUp: a job that is given up, until npm run venue -- retry', async () => {
		const parked = () => jobs('refundPayment', 'provider', 'parked')
		let isMended = false
		await work({
			refundPayment: async () => {
				if (!isMended) throw Object.assign(new Error('no'), { permanent: true })
			},
		})
		await send('refundPayment')
		await expect.poll(parked).toBeGreaterThan(bound('JobsGivenUp'))
		const during = await look()
		isMended = true
		expect(await retryParked(shop.db)).toEqual({ refundPayment: 1 })
		await expect.poll(parked).toBe(0)
		await expectFiring('JobsGivenUp', { during: [during] })
	})

	test('a job that repeats and failed once is not counted as given up: retry leaves it out', async () => {
		await work({
			sweepInvoices: async () => {
				throw new Error('the database was away')
			},
		})
		const failed = () =>
			raw(shop.db, `select from pgboss.job where name = 'sweepInvoices' and state = 'failed'`)
		await expect.poll(async () => (await failed()).length).toBeGreaterThan(0)
		expect(await jobs('sweepInvoices', 'repeating', 'parked')).toBe(0)
		expect(await value('raumzeit_jobs{state="parked"}')).toBe(0)
	})

	test('NotVerified, PromiseBroken: the audit of the night ends early, then finds it; mended, retry has it verified again', async () => {
		const broken = () => value('raumzeit_verify_broken')
		const { verifyPromises } = await import('#app/models/operator/verify.server.ts')
		const age = () => value('raumzeit_verify_age_seconds')
		await raw(shop.db, `delete from pgboss.job where name = 'verifyPromises'`)
		let isTooSlow = true
		await work({
			verifyPromises: async () => {
				if (isTooSlow) throw new Error('canceling statement due to statement timeout')
				await verifyPromises()
			},
		})
		const failed = () =>
			raw(shop.db, `select from pgboss.job where name = 'verifyPromises' and state = 'failed'`)
		await expect.poll(async () => (await failed()).length).toBe(1)
		expect(await age()).toBeGreaterThan(bound('NotVerified'))
		const notVerified = await look()
		isTooSlow = false
		await raw(
			shop.db,
			`insert into allocations (resource_id, day, during, blocked, units, exclusive, state, expires_at)
			select id, '2030-01-01', r, r, 1, exclusive, 'held', now() - interval '1 hour'
			from resources, (select tstzrange('2030-01-01 14:00Z', '2030-01-01 15:00Z') as r) t limit 1`,
		)
		expect(await retryParked(shop.db)).toEqual({ verifyPromises: 1 })
		await expect.poll(broken).toBeGreaterThan(bound('PromiseBroken'))
		expect(await age()).toBeLessThan(bound('NotVerified'))
		await expectFiring('NotVerified', { during: [notVerified] })
		const found = await look()

		await raw(shop.db, `delete from allocations where day = '2030-01-01'`)
		expect(await retryParked(shop.db)).toEqual({ verifyPromises: 1 })
		await expect.poll(broken).toBe(0)
		await expectFiring('PromiseBroken', { during: [found] })
		expect(await jobs('verifyPromises', 'repeating', 'parked')).toBe(0)
	})
})

describe('money', () => {
	test('PaymentsOpen, NobodyPays: visitors pay, and no webhook comes; the sweep settles and confirms', async () => {
		const open = () => value('raumzeit_open_payments')
		const ordered = async (state: string) => value(`raumzeit_orders{state="${state}"}`)
		const many = bound('PaymentsOpen') + 1
		for (let visitor = 0; visitor < many; visitor += 1) {
			const { providerId } = await shop.leave('stripe')
			await shop.control(`sessions/${providerId}/pay`, {})
		}
		await raw(
			shop.db,
			`update payments set created_at = now() - interval '16 minutes' where state = 'started'`,
		)
		expect(await open()).toBeGreaterThan(bound('PaymentsOpen'))
		expect(await ordered('pendingPayment')).toBeGreaterThan(10)
		expect(await ordered('confirmed')).toBe(0)
		const during = [await look()]
		await shop.pay.sweepPayments(DateTime.utc())
		expect(await open()).toBe(0)
		expect(await ordered('confirmed')).toBe(many)
		await expectFiring('PaymentsOpen', { during })
		await expectFiring('NobodyPays', { during })
	})

	test('MoneyUnmatched: money without a booking, until a person has seen to it', async () => {
		const findings = () => value('raumzeit_money_findings{state="moneyWithoutBooking"}')
		const { leaveFinding } = await import('#app/models/payment/reconcile.server.ts')
		expect(await findings()).toBe(0)
		await raw(
			shop.db,
			`insert into money_findings (provider, kind, about, reference, amount, at)
			values ('stripe', 'moneyWithoutBooking', 'pi_lost', '2026-000042', 2580, now())`,
		)
		expect(await findings()).toBeGreaterThan(bound('MoneyUnmatched'))
		const during = [await look()]
		expect(await leaveFinding('pi_lost')).toBe(true)
		expect(await findings()).toBe(0)
		await expectFiring('MoneyUnmatched', { during })
	})

	test('MoneyNotCompared: the comparison of the night failed; mended, retry has it made', async () => {
		const age = () => value('raumzeit_reconcile_age_seconds')
		await raw(shop.db, `delete from pgboss.job where name = 'reconcileMoney'`)
		let isMended = false
		await work({
			reconcileMoney: async () => {
				if (!isMended) throw new Error('the provider was away')
			},
		})
		const failed = () =>
			raw(shop.db, `select from pgboss.job where name = 'reconcileMoney' and state = 'failed'`)
		await expect.poll(async () => (await failed()).length).toBe(1)
		expect(await age()).toBeGreaterThan(bound('MoneyNotCompared'))
		const during = [await look()]
		isMended = true
		expect(await retryParked(shop.db)).toMatchObject({ reconcileMoney: 1 })
		await expect.poll(age).toBeLessThan(bound('MoneyNotCompared'))
		await expectFiring('MoneyNotCompared', { during })
	})

	test('RefundsWaiting: a refund that is a day old, until the provider has confirmed it', async () => {
		await addRefund(`created_at = now() - interval '25 hours'`)
		expect(await value('raumzeit_refunds_waiting_seconds')).toBeGreaterThan(bound('RefundsWaiting'))
		expect(await value('raumzeit_refunds_waiting{provider="stripe"}')).toBe(1)
		const during = [await look()]
		await raw(shop.db, `update refunds set refunded_at = now()`)
		expect(await value('raumzeit_refunds_waiting_seconds')).toBe(0)
		await expectFiring('RefundsWaiting', { during })
		expect(await value('raumzeit_refunds_waiting{provider="stripe"}')).toBe(0)
	})

	test('RefundsWaiting: a refused refund, until npm run venue -- refunded', async () => {
		await addRefund(`created_at = now() - interval '25 hours', told_of = 'refundRefused'`)
		expect(await value('raumzeit_refunds_waiting_seconds')).toBeGreaterThan(bound('RefundsWaiting'))
		const during = [await look()]
		await payBackByTransfer()
		expect(await value('raumzeit_refunds_waiting_seconds')).toBe(0)
		await expectFiring('RefundsWaiting', { during })
	})

	test('RefundsFailed: a refund that failed, until npm run venue -- refunded', async () => {
		await addRefund(`failed_at = now()`)
		expect(await value('raumzeit_refunds_failed')).toBeGreaterThan(bound('RefundsFailed'))
		const during = [await look()]
		await payBackByTransfer()
		expect(await value('raumzeit_refunds_failed')).toBe(0)
		await expectFiring('RefundsFailed', { during })
	})

	test('RefundsFailed: a refund that failed leaves the count after a day', async () => {
		await addRefund(`failed_at = now() - interval '25 hours'`)
		expect(await value('raumzeit_refunds_failed')).toBe(0)
	})

	test('ReviewsWaiting: money that is not as agreed and could not go back, until it is refunded in the dashboard', async () => {
		const { providerId, paymentId: id } = await shop.leave('stripe')
		await shop.control(`sessions/${providerId}/pay`, { amount: 51 })
		expect(await shop.pay.settlePayment(id, DateTime.utc())).toMatchObject({ state: 'needsReview' })
		await raw(shop.db, 'update refunds set failed_at = now() where payment_id = $1', [id])
		expect(await value('raumzeit_reviews_waiting')).toBeGreaterThan(bound('ReviewsWaiting'))
		const during = [await look()]
		const captureId = shop.sandbox.ledger().captures.at(-1)?.captureId ?? ''
		await shop.control(`captures/${captureId}/refund`, { amount: 51 })
		await shop.pay.noteRefunds('stripe', captureId, DateTime.utc())
		expect(await value('raumzeit_reviews_waiting')).toBe(0)
		await expectFiring('ReviewsWaiting', { during })
	})

	test('DisputesOpen: until the provider has decided', async () => {
		await raw(
			shop.db,
			`insert into disputes (provider, dispute_id, payment_id, amount, state) values ('stripe', 'd', $1, 500, 'open')`,
			[paymentId],
		)
		expect(await value('raumzeit_disputes_open')).toBeGreaterThan(bound('DisputesOpen'))
		const during = [await look()]
		await raw(shop.db, `update disputes set state = 'won', closed_at = now()`)
		expect(await value('raumzeit_disputes_open')).toBe(0)
		await expectFiring('DisputesOpen', { during })
	})

	test('ProviderFails: each question without a usable answer is counted by its kind', async () => {
		const { paymentProvider } = await import('#app/gateways/providers.server.ts')
		const count =
			'raumzeit_provider_failures_total{worker="0",provider="stripe",kind="unavailable"}'
		expect(await value(count)).toBe(0)
		const before = await look()
		shop.sandbox.setFaults({ down: true })
		for (let asked = 0; asked <= bound('ProviderFails'); asked += 1)
			await expect(paymentProvider('stripe').verify('cs_1')).rejects.toThrow()
		shop.sandbox.clearFaults()
		expect(await value(count)).toBeGreaterThan(bound('ProviderFails'))
		await expectFiring('ProviderFails', { before, during: [await look()] })
	})

	test('ProviderRefuses: each refusal is counted, and none once the account may do it', async () => {
		const { paymentProvider } = await import('#app/gateways/providers.server.ts')
		const count = () =>
			value('raumzeit_provider_failures_total{worker="0",provider="paypal",kind="refused"}')
		const { providerId } = await shop.leave('paypal')
		// The refunds of other tests have been refused as well.
		const earlier = await count()
		const before = await look()
		const ask = () => paymentProvider('paypal').verify(providerId)
		shop.sandbox.setFaults({ failNext: { status: 422, times: 1_000, executed: false } })
		for (let asked = 0; asked <= bound('ProviderRefuses'); asked += 1)
			await expect(ask()).rejects.toThrow()
		const refused = await count()
		expect(refused - earlier).toBeGreaterThan(bound('ProviderRefuses'))
		const during = [await look()]
		shop.sandbox.clearFaults()
		await expect(ask()).resolves.toBeDefined()
		expect(await count()).toBe(refused)
		await expectFiring('ProviderRefuses', { before, during })
	})

	test('MailServerFails: each try is counted by the step that fails, and none once the server is back', async () => {
		const { deliver } = await import('#app/gateways/mail.server.ts')
		const address = 'ada@example.org'
		const letter = { subject: 's', text: 't', html: 'h', messageId: '<m@shop.example>' }
		const failed = () => value('raumzeit_mail_failures_total{worker="0",kind="connection"}')
		const post = () => deliver({ ...letter, to: address, from: { name: 'n', address } })
		const before = await look()
		for (let tried = 0; tried <= bound('MailServerFails'); tried += 1)
			await expect(post()).rejects.toMatchObject({ name: 'MailDelayed' })
		const failures = await failed()
		expect(failures).toBeGreaterThan(bound('MailServerFails'))
		expect(await value('raumzeit_mail_failures_total{worker="0",kind="refused"}')).toBe(0)
		const during = [await look()]
		mailServer.listen(mailPort, '127.0.0.1')
		await once(mailServer, 'listening')
		await post()
		expect(await failed()).toBe(failures)
		await expectFiring('MailServerFails', { before, during })
	})
})

describe('database', () => {
	test('GuardHit: a write that a guard refuses is counted once, alone and in a transaction', async () => {
		const hits = () => value('raumzeit_guard_hits_total{worker="0",guard="check"}')
		const write = `update payments set amount = -1 where id = $1`
		const before = await look()
		await expect(raw(shop.db, write, [paymentId])).rejects.toThrow()
		await expect(shop.db.transaction((tx) => raw(tx, write, [paymentId]))).rejects.toThrow()
		expect(await hits()).toBe(2)
		const money = (await audit(shop.db)).find(({ id }) => id === 'I3')
		expect(money?.broken, 'npm run venue -- verify: the write did not happen').toEqual([])
		await expectFiring('GuardHit', { before, during: [await look()] })
	})

	test('ConnectionsScarce: callers that wait for a connection are counted with their seconds', async () => {
		const waits = () => value('raumzeit_database_waits_total{worker="0"}')
		const seconds = () => value('raumzeit_database_wait_seconds_total{worker="0"}')
		const crowd = () =>
			Promise.all(
				Array.from({ length: 400 }, () => raw(shop.db, 'select pg_sleep(0.01)').catch(() => {})),
			)
		const waited = await waits()
		const before = await look()
		const during: Minute[] = []
		// Each look counts for a minute, in which more than sixty seconds are waited.
		for (let minute = 0; minute < 8; minute += 1) {
			const enough = (await seconds()) + 60 * bound('ConnectionsScarce') * 1.5
			while ((await seconds()) < enough) await crowd()
			during.push(await look())
		}
		expect(await waits()).toBeGreaterThan(waited)
		await expectFiring('ConnectionsScarce', { before, during })
	})

	test('a connection that is lost is counted', async () => {
		const count = 'raumzeit_database_unavailable_total{worker="0"}'
		const before = await value(count)
		await expect(raw(shop.db, 'select pg_terminate_backend(pg_backend_pid())')).rejects.toThrow()
		expect(await value(count)).toBe(before + 1)
	})

	test('TwoBuilds: each process names its build', async () => {
		const series = 'raumzeit_build_info{worker="0",version="not built",build="development"}'
		expect(await value(series)).toBe(1)
	})
})

/** Looks at the metrics as Prometheus does. */
async function look(): Promise<Minute> {
	const { text } = await metrics.readMetrics()
	return new Map(seriesIn(text, { job: 'raumzeit', name: 'one' }))
}

/** Has promtool judge that an alert fires while the case lasts, and is quiet before and now. */
async function expectFiring(
	alert: string,
	{ before, during }: { before?: Minute; during: readonly Minute[] },
): Promise<void> {
	const after = await look()
	const rules = resolve('deploy/prometheus/alerts.yml')
	const file = lastingTest({ alert, rules, before: before ?? after, during, after })
	const promtool = promtoolOfTests()
	expect(promtool && (await judge(promtool, file))).toBeFalsy()
}

/** Returns the number at the end of the expression of an alert. */
function bound(alert: string): number {
	const { groups } = parse(readFileSync('deploy/prometheus/alerts.yml', 'utf8')) as {
		groups: { rules: { alert: string; expr: string }[] }[]
	}
	const rule = groups.flatMap(({ rules }) => rules).find((each) => each.alert === alert)
	const number = Number(/> (\d+)$/.exec(rule?.expr ?? '')?.[1])
	expect(number, alert).not.toBeNaN()
	return number
}

async function value(series: string): Promise<number> {
	const { text } = await metrics.readMetrics()
	const line = text.split('\n').find((each) => sorted(each.replace(/ \S+$/, '')) === sorted(series))
	expect(line, series).toBeDefined()
	return Number(line?.split(' ').at(-1))
}

/** Returns the name of a series with its labels in one order: the metrics write them in any. */
function sorted(series: string): string {
	return [series.replace(/\{.*/, ''), ...(series.match(/\w+="[^"]*"/g) ?? []).toSorted()].join()
}

function jobs(queue: JobName, does: string, state: string): Promise<number> {
	return value(`raumzeit_queue_jobs{state="${state}",queue="${queue}",does="${does}"}`)
}

async function send(name: 'mailRest' | 'mailRefund' | 'refundPayment'): Promise<void> {
	const payload = { paymentId, refundId: paymentId }
	await shop.db.transaction((tx) => enqueue(tx, name, payload))
}

/** Starts a process that does the jobs: with `own` handlers, and nothing for all others. */
async function work(own: Partial<Handlers>): Promise<void> {
	const { startWorker } = await import('#app/jobs/worker.server.ts')
	const idle = Object.fromEntries(
		jobNames.map((name) => [name, async () => {}]),
	) as unknown as Handlers
	// Repeating jobs are made anew for each test.
	await raw(shop.db, `delete from pgboss.job where singleton_on is not null`)
	worker = await startWorker({ ...idle, ...own }, { settings: queues, lookEvery: 0.05 })
}

async function addRefund(columns: string): Promise<void> {
	await raw(shop.db, `delete from refunds`)
	await raw(
		shop.db,
		`insert into refunds (payment_id, amount, reason) values ($1, 500, 'overpaid')`,
		[paymentId],
	)
	await raw(shop.db, `update refunds set ${columns}`)
}

/** Does the step of the guide: pays the refused refund of the order by a transfer, which PayPal knows nothing of. */
async function payBackByTransfer(): Promise<void> {
	const { findRefused, notePaidBack } = await import('#app/models/payment/refused.server.ts')
	const money = `provider_id = 'gone', capture_id = 'gone', paid_amount = 500`
	await raw(shop.db, `update payments set provider = 'paypal', ${money} where id = $1`, [paymentId])
	const found = await findRefused('2026-000001', null)
	const ids = found.ok ? found.value.map(({ id }) => id) : []
	expect(ids).toHaveLength(1)
	const by = { actor: 'operator', reason: 'transfer' }
	expect(await notePaidBack('2026-000001', ids, { by, now: DateTime.utc() })).toMatchObject({
		ok: true,
	})
	const none = `provider_id = null, capture_id = null, paid_amount = null`
	await raw(shop.db, `update payments set provider = 'stripe', ${none} where id = $1`, [paymentId])
}
