import { readFileSync } from 'node:fs'

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'

import { raw } from '#app/db/connect.server.ts'
import { type JobName, jobNames, queues } from '#app/db/job-list.server.ts'
import { enqueue, prepareQueues, retryParked } from '#app/db/queue.server.ts'
import type { Handlers, Worker } from '#app/jobs/worker.server.ts'
import { openTestShop } from '#testing/test-shop.ts'
import { watchedMetrics } from '#testing/watching.ts'

/*
 * Drills: what an alert of deploy/prometheus/alerts.yml is about is brought about, the metric that it reads passes its
 * bound, and the step of docs/alerts.md brings it back.
 */

let shop: Awaited<ReturnType<typeof openTestShop>>
let metrics: typeof import('#app/middleware/metrics.server.ts')
let worker: Worker | undefined
const paymentId = crypto.randomUUID()

beforeAll(async () => {
	process.env['METRICS_TOKEN'] = 'm'.repeat(32)
	// Nobody listens at port 1 of this machine.
	process.env['SMTP_URL'] = 'smtp://127.0.0.1:1'
	process.env['STRIPE_API_URL'] = 'http://127.0.0.1:1'
	shop = await openTestShop()
	await prepareQueues(shop.db)
	metrics = await import('#app/middleware/metrics.server.ts')
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
afterAll(() => shop?.close())

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
		await work({})
		await expect
			.poll(() => value('raumzeit_jobs_idle_seconds'))
			.toBeLessThanOrEqual(bound('NobodyDoesJobs'))
	})

	test('JobsOverdue: jobs that no process takes; a process that takes them ends it', async () => {
		const overdue = () => value('raumzeit_queue_overdue_seconds{queue="mailRest",does="letter"}')
		await send('mailRest')
		await raw(
			shop.db,
			`update pgboss.job set start_after = now() - interval '6 minutes' where name = 'mailRest'`,
		)
		expect(await overdue()).toBeGreaterThan(bound('JobsOverdue'))
		await work({})
		await expect.poll(overdue).toBe(0)
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
		isMended = true
		await raw(shop.db, `update pgboss.job set start_after = now() where name = 'mailRefund'`)
		await expect.poll(retrying).toBe(0)
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
		isMended = true
		expect(await retryParked(shop.db)).toEqual({ refundPayment: 1 })
		await expect.poll(parked).toBe(0)
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

	test('PromiseBroken: the audit of the night finds it; mended, retry has it verified again', async () => {
		const broken = () => value('raumzeit_verify_broken')
		const { verifyPromises } = await import('#app/models/operator/verify.server.ts')
		await raw(shop.db, `delete from pgboss.job where name = 'verifyPromises'`)
		expect(await value('raumzeit_verify_age_seconds')).toBeGreaterThan(bound('NotVerified'))
		await raw(
			shop.db,
			`insert into allocations (resource_id, day, during, blocked, units, exclusive, state, expires_at)
			select id, '2030-01-01', r, r, 1, exclusive, 'held', now() - interval '1 hour'
			from resources, (select tstzrange('2030-01-01 14:00Z', '2030-01-01 15:00Z') as r) t limit 1`,
		)
		await work({ verifyPromises })
		await expect.poll(broken).toBeGreaterThan(bound('PromiseBroken'))
		expect(await value('raumzeit_verify_age_seconds')).toBeLessThan(bound('NotVerified'))

		await raw(shop.db, `delete from allocations where day = '2030-01-01'`)
		expect(await retryParked(shop.db)).toEqual({ verifyPromises: 1 })
		await expect.poll(broken).toBe(0)
		expect(await jobs('verifyPromises', 'repeating', 'parked')).toBe(0)
	})
})

describe('money', () => {
	test('RefundsWaiting: a refund that is a day old, until the provider has confirmed it', async () => {
		await addRefund(`created_at = now() - interval '25 hours'`)
		expect(await value('raumzeit_refunds_waiting_seconds')).toBeGreaterThan(bound('RefundsWaiting'))
		expect(await value('raumzeit_refunds_waiting{provider="stripe"}')).toBe(1)
		await raw(shop.db, `update refunds set refunded_at = now()`)
		expect(await value('raumzeit_refunds_waiting_seconds')).toBe(0)
		expect(await value('raumzeit_refunds_waiting{provider="stripe"}')).toBe(0)
	})

	test('RefundsFailed: a refund that failed, for a day', async () => {
		await addRefund(`failed_at = now()`)
		expect(await value('raumzeit_refunds_failed')).toBeGreaterThan(bound('RefundsFailed'))
		await raw(shop.db, `update refunds set failed_at = now() - interval '25 hours'`)
		expect(await value('raumzeit_refunds_failed')).toBe(0)
	})

	test('ReviewsWaiting: money that is not as agreed, until all of it went back', async () => {
		await raw(
			shop.db,
			`update payments set state = 'needsReview', paid_amount = 500, capture_id = 'c'`,
		)
		expect(await value('raumzeit_reviews_waiting')).toBeGreaterThan(bound('ReviewsWaiting'))
		await addRefund(`refunded_at = now()`)
		expect(await value('raumzeit_reviews_waiting')).toBe(0)
	})

	test('DisputesOpen: until the provider has decided', async () => {
		await raw(
			shop.db,
			`insert into disputes (provider, dispute_id, payment_id, amount, state) values ('stripe', 'd', $1, 500, 'open')`,
			[paymentId],
		)
		expect(await value('raumzeit_disputes_open')).toBeGreaterThan(bound('DisputesOpen'))
		await raw(shop.db, `update disputes set state = 'won', closed_at = now()`)
		expect(await value('raumzeit_disputes_open')).toBe(0)
	})

	test('ProviderFails: each question without a usable answer is counted by its kind', async () => {
		const { paymentProvider } = await import('#app/gateways/providers.server.ts')
		const count =
			'raumzeit_provider_failures_total{worker="0",provider="stripe",kind="unavailable"}'
		expect(await value(count)).toBe(0)
		for (let asked = 0; asked <= bound('ProviderFails'); asked += 1)
			await expect(paymentProvider('stripe').verify('cs_1')).rejects.toThrow()
		expect(await value(count)).toBeGreaterThan(bound('ProviderFails'))
	})

	test('MailServerFails: each try is counted by the step that fails', async () => {
		const { deliver } = await import('#app/gateways/mail.server.ts')
		const address = 'ada@example.org'
		const letter = { subject: 's', text: 't', html: 'h', messageId: '<m@shop.example>' }
		for (let tried = 0; tried <= bound('MailServerFails'); tried += 1)
			await expect(
				deliver({ ...letter, to: address, from: { name: 'n', address } }),
			).rejects.toMatchObject({ name: 'MailDelayed' })
		expect(
			await value('raumzeit_mail_failures_total{worker="0",kind="connection"}'),
		).toBeGreaterThan(bound('MailServerFails'))
		expect(await value('raumzeit_mail_failures_total{worker="0",kind="refused"}')).toBe(0)
	})
})

describe('database', () => {
	test('GuardHit: a write that a guard refuses is counted once, alone and in a transaction', async () => {
		const hits = () => value('raumzeit_guard_hits_total{worker="0",guard="check"}')
		const write = `update payments set amount = -1 where id = $1`
		await expect(raw(shop.db, write, [paymentId])).rejects.toThrow()
		await expect(shop.db.transaction((tx) => raw(tx, write, [paymentId]))).rejects.toThrow()
		expect(await hits()).toBe(2)
	})

	test('ConnectionsScarce: callers that wait for a connection are counted with their seconds', async () => {
		const waits = () => value('raumzeit_database_waits_total{worker="0"}')
		const seconds = () => value('raumzeit_database_wait_seconds_total{worker="0"}')
		const before = { waits: await waits(), seconds: await seconds() }
		await Promise.all(
			Array.from({ length: 60 }, () => raw(shop.db, 'select pg_sleep(0.01)').catch(() => {})),
		)
		expect(await waits()).toBeGreaterThan(before.waits)
		expect(await seconds()).toBeGreaterThan(before.seconds)
	})

	test('a connection that is lost is counted', async () => {
		const count = 'raumzeit_database_unavailable_total{worker="0"}'
		const before = await value(count)
		await expect(raw(shop.db, 'select pg_terminate_backend(pg_backend_pid())')).rejects.toThrow()
		expect(await value(count)).toBe(before + 1)
	})

	test('TwoBuilds: each process names its build', async () => {
		expect(await value('raumzeit_build_info{worker="0",version="not built"}')).toBe(1)
	})
})

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
