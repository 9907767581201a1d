import { setTimeout as sleep } from 'node:timers/promises'

import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { connect, raw, type Database } from '#app/db/connect.server.ts'
import {
	jobNames,
	queues,
	type JobName,
	type JobPayloads,
	type QueueSettings,
} from '#app/db/job-list.server.ts'
import { enqueue, findJobState, openBoss, prepareQueues } from '#app/db/queue.server.ts'
import { countRoundTrips, roundTrips } from '#app/db/round-trips.server.ts'
import { startWorker, type Handlers, type Worker } from '#app/jobs/worker.server.ts'
import { administer, createTestDatabase } from '#testing/database.ts'

const orderId = '5f0c8e0e-0f7b-4d7c-9a51-111111111111'

let url: string
let db: Database
const cleanUp: (() => Promise<unknown>)[] = []

beforeEach(async () => {
	const database = await createTestDatabase()
	url = database.url
	db = connect(url)
	cleanUp.push(database.drop, () => db.close())
	await prepareQueues(db)
})
afterEach(async () => {
	for (const step of cleanUp.splice(0).toReversed()) await step()
})

test('D12: two workers share the queue; no job is done twice', async () => {
	const done: string[] = []
	const settlePayment = async ({ paymentId }: { paymentId: string }) => {
		done.push(paymentId)
		await sleep(5)
	}
	await work({ settlePayment })
	await work({ settlePayment })
	const ids = Array.from({ length: 60 }, (_, index) => String(index))
	await Promise.all(
		ids.map((paymentId) => db.transaction((tx) => enqueue(tx, 'settlePayment', { paymentId }))),
	)

	await until(async () => (await countJobs('settlePayment', 'completed')) === ids.length)
	expect(done.toSorted()).toEqual(ids.toSorted())
})

test('G6: a failed job is tried again, and parked after the last try', async () => {
	let tries = 0
	await work({
		mailConfirmation: async () => {
			tries += 1
			throw new Error('mail to ada@example.com failed')
		},
	})
	await confirm()

	await until(async () => (await findJobState(db, 'mailConfirmation', orderId)) === 'parked')
	expect(tries).toBe(queues.mailConfirmation.tries)
	// Text that a visitor typed is not kept with the job.
	const rows = await raw(db, `select output from pgboss.job where name = 'mailConfirmation'`)
	expect(rows).toEqual([{ output: { error: 'Error' } }])
})

test('G1: each further try waits twice as long, up to the longest', async () => {
	await work({ mailConfirmation: failing }, { firstRetry: 60, longestRetry: 3600 })
	await confirm()

	const waits: number[] = []
	for (let retry = 0; retry < 9; retry += 1) {
		await until(async () => (await minutesToTry(retry)) !== undefined)
		waits.push(Number(await minutesToTry(retry)))
		await raw(db, `update pgboss.job set start_after = now() where name = 'mailConfirmation'`)
	}
	expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60])
	const hours = (1 + 2 + 4 + 8 + 16 + 32) / 60 + (queues.mailConfirmation.tries - 7)
	expect(hours).toBeGreaterThanOrEqual(72)
})

test('G1: a job with more tries than ours, of a newer version, waits as after a first try', async () => {
	await work({ mailConfirmation: failing }, { tries: 2, firstRetry: 60, longestRetry: 3600 })
	await confirm()
	await until(async () => (await minutesToTry(0)) !== undefined)
	expect(await minutesToTry(0)).toBe(1)
})

test('G3: a job that cannot succeed is parked at once', async () => {
	let tries = 0
	await work({
		mailConfirmation: async () => {
			tries += 1
			throw Object.assign(new Error('no such mailbox'), { permanent: true })
		},
	})
	await confirm()
	await until(async () => (await findJobState(db, 'mailConfirmation', orderId)) === 'parked')
	expect(tries).toBe(1)
})

test('a handler may throw any value without ending the worker', async () => {
	let tries = 0
	await work({
		mailConfirmation: () => {
			tries += 1
			if (tries === 1) throw 'a string, and not even a promise'
			return Promise.resolve()
		},
	})
	await confirm()
	await until(async () => (await findJobState(db, 'mailConfirmation', orderId)) === 'done')
	expect(tries).toBe(2)
})

test('a job that takes too long is given back', async () => {
	let tries = 0
	await work(
		{
			mailConfirmation: async () => {
				tries += 1
				if (tries === 1) await sleep(60_000, undefined, { ref: false })
			},
		},
		{ deadline: 1.2 },
	)
	await confirm()
	await until(async () => (await findJobState(db, 'mailConfirmation', orderId)) === 'done')
	expect(tries).toBeGreaterThan(1)
})

test('C9: the job of a process that died is done by another', async () => {
	await confirm()
	const dead = openBoss(db, {})
	expect(await dead.fetch('mailConfirmation')).toHaveLength(1)
	expect(await findJobState(db, 'mailConfirmation', orderId)).toBe('running')
	await raw(
		db,
		`update pgboss.job set started_on = now() - expire_in where name = 'mailConfirmation'`,
	)

	const mailConfirmation = vi.fn(async () => {})
	await work({ mailConfirmation })
	await until(async () => (await findJobState(db, 'mailConfirmation', orderId)) === 'done')
	expect(mailConfirmation).toHaveBeenCalledExactlyOnceWith({ orderId })
})

test('lost connections end neither the worker nor a running job', async () => {
	let done = 0
	await work({
		mailConfirmation: async () => {
			await administer(
				`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${new URL(url).pathname.slice(1)}'`,
			)
			done += 1
		},
	})
	await confirm()
	await until(async () => {
		const state = await findJobState(db, 'mailConfirmation', orderId).catch(() => null)
		return state === 'done'
	})
	expect(done).toBe(1)
})

test('a repeating job runs once in its span, however many workers there are', async () => {
	let runs = 0
	const expireHolds = async () => {
		runs += 1
	}
	const often = { every: 1 }
	await Promise.all([
		work({ expireHolds }, often),
		work({ expireHolds }, often),
		work({ expireHolds }, often),
	])

	await until(async () => runs >= 3)
	const done = runs
	const slots = await raw(
		db,
		`select count(*)::int as jobs, count(distinct singleton_on)::int as spans from pgboss.job where name = 'expireHolds'`,
	)
	expect(slots[0]?.['jobs']).toBe(slots[0]?.['spans'])
	expect(done).toBeLessThanOrEqual(Number(slots[0]?.['spans']))
})

test('G5: behind ten thousand letters a confirmation is sent at once, one letter of a kind at a time', async () => {
	let atOnce = 0
	let most = 0
	const letter = async () => {
		most = Math.max(most, (atOnce += 1))
		await sleep(20)
		atOnce -= 1
	}
	await raw(
		db,
		`insert into pgboss.job (name, data)
		select 'tellOperator', '{}'::jsonb from generate_series(1, 10000)`,
	)
	await work({ tellOperator: letter })
	await until(async () => (await countJobs('tellOperator', 'completed')) > 10)
	await confirm()
	await until(async () => (await findJobState(db, 'mailConfirmation', orderId)) === 'done')
	expect(await countJobs('tellOperator', 'created')).toBeGreaterThan(5000)
	expect(most).toBe(1)
})

test('a worker that stops finishes its running jobs and takes no others', async () => {
	const order: string[] = []
	let finish = () => {}
	const isFinished = new Promise<void>((done) => (finish = done))
	const worker = await work({
		mailConfirmation: async () => {
			order.push('begun')
			await isFinished
			order.push('done')
		},
	})
	await confirm()
	await until(async () => order.length > 0)
	const stopped = worker.stop().then(() => order.push('stopped'))
	finish()
	await stopped
	expect(order).toEqual(['begun', 'done', 'stopped'])
	expect(await findJobState(db, 'mailConfirmation', orderId)).toBe('done')

	await db.transaction((tx) => enqueue(tx, 'mailConfirmation', { orderId }))
	await work({ mailConfirmation: async () => void order.push('done by another') })
	await until(async () => (await countJobs('mailConfirmation', 'completed')) === 2)
	expect(order.slice(3)).toEqual(['done by another'])
})

test('a worker at rest asks about once a second, and begins a job at its next question', async () => {
	const begun = vi.fn(nothing)
	const database = connect(url)
	cleanUp.push(() => database.close())
	const { value: asked } = await countRoundTrips(async () => {
		const worker = await startWorker(handlersWith({ mailConfirmation: begun }), {
			database,
			settings: settingsWith(({ every }) => (every ? { every: 3600 } : {})),
			recoverEvery: 3600, // The statements of this and of repeating jobs are not counted here.
		})
		cleanUp.push(() => worker.stop())
		for (const name of jobNames.filter((each) => 'every' in queues[each])) {
			await until(async () => (await countJobs(name, 'completed')) > 0)
		}
		const [atStart, begin] = [roundTrips() ?? 0, performance.now()]
		await sleep(5_000)
		const seconds = (performance.now() - begin) / 1000
		return ((roundTrips() ?? 0) - atStart) / seconds
	})
	expect(asked).toBeLessThan(2.4)

	await confirm()
	const committed = performance.now()
	await until(async () => begun.mock.calls.length > 0)
	console.log(`a job begins ${Math.round(performance.now() - committed)} ms after its commit`)
})

async function nothing() {}

async function failing() {
	throw new Error('no')
}

function confirm() {
	return db.transaction((tx) => enqueue(tx, 'mailConfirmation', { orderId }, { id: orderId }))
}

/** Starts a worker with the handlers of interest, and with short times where the shop has long ones. */
async function work(
	handlers: Partial<Handlers>,
	changes: Partial<QueueSettings> = {},
): Promise<Worker> {
	const settings = settingsWith(() => ({ firstRetry: 0.02, longestRetry: 0.02, ...changes }))
	const database = connect(url)
	const worker = await startWorker(handlersWith(handlers), {
		database,
		settings,
		lookEvery: 0.05,
		recoverEvery: 1,
	})
	cleanUp.push(
		() => database.close(),
		() => worker.stop(),
	)
	return worker
}

function settingsWith(
	changesOf: (queue: QueueSettings) => Partial<QueueSettings>,
): Record<JobName, QueueSettings> {
	return Object.fromEntries(
		Object.entries<QueueSettings>(queues).map(([name, queue]) => [
			name,
			{ ...queue, ...changesOf(queue) },
		]),
	) as Record<JobName, QueueSettings>
}

function handlersWith(handlers: Partial<Handlers>): Handlers {
	const idle = Object.fromEntries(jobNames.map((name) => [name, nothing]))
	return { ...(idle as Record<JobName, typeof nothing>), ...handlers }
}

/** The wait of the confirmation that was tried again so many times and failed each time. */
async function minutesToTry(retries: number): Promise<unknown> {
	const text = `
		select round(extract(epoch from start_after - now()) / 60)::int as minutes from pgboss.job
		where name = 'mailConfirmation' and state = 'created' and retry_limit = $1 and start_after > now()`
	const triesLeft = queues.mailConfirmation.tries - 2 - retries
	return (await raw(db, text, [triesLeft]))[0]?.['minutes']
}

async function countJobs(name: keyof JobPayloads, state: string): Promise<number> {
	const text = 'select count(*)::int as count from pgboss.job where name = $1 and state::text = $2'
	return Number((await raw(db, text, [name, state]))[0]?.['count'])
}

async function until(condition: () => Promise<boolean>): Promise<void> {
	while (!(await condition())) await sleep(30)
}
