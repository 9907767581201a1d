import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, test } from '@playwright/test'

import { auditAt } from '#app/db/audit.server.ts'
import { startServer } from '#scripts/shop/shop.ts'
import { openFaultyNetwork } from '#testing/faulty-network.ts'

import { details, order, versionIn } from './funnel.ts'
import { newPatientVisitor } from './insist.ts'
import { openOwnShop } from './own-shop.ts'
import { newVisitor, type Answer } from './visitor.ts'

// The database dies, is restarted, is busy or slow while visitors order; the shop's process stays.
test.describe.configure({ mode: 'serial' })

let shop: Awaited<ReturnType<typeof openOwnShop>>
let day: string

test.beforeAll(async () => {
	shop = await openOwnShop({}, undefined, { DATABASE_URL: '' })
	day = await shop.claimDay('any')
})
test.afterAll(() => shop?.close())

async function postmaster(): Promise<number> {
	const file = await readFile(join(shop.dataDir, 'postgres/postmaster.pid'), 'utf8')
	return Number(file.split('\n', 1)[0])
}

/** True when the request was served or answered with 503 and Retry-After. */
function isServedOrLater({ status, headers }: Answer): boolean {
	return status < 500 || (status === 503 && Number(headers.get('Retry-After')) > 0)
}

function oneTicket() {
	const wish = { intent: 'add', product: 'ticket-adult', quantity: 1, day, time: '14:00' }
	return { ...wish, version: 0, duration: 120, returnTo: '/' }
}

/** Orders as a visitor who repeats each step while the shop answers 503; any other failure fails the test. */
async function orderPatiently(origin = shop.url): Promise<void> {
	const visitor = newPatientVisitor(origin)
	// 422: the try before this one put the ticket into the cart, and only its answer was lost.
	expect([303, 422]).toContain((await visitor.post('/cart', oneTicket())).status)
	const { location } = await visitor.post('/checkout/address', details)
	expect(location).toBe('/checkout/overview')
	await order(visitor, versionIn((await visitor.get('/checkout/overview')).text))
}

/** Returns the milliseconds from the first answer of the database to the first good page of the shop. */
async function recovery(): Promise<number> {
	const answers = async () => {
		await shop.sql`select 1`
		return true
	}
	await expect.poll(() => answers().catch(() => false), { intervals: [50] }).toBe(true)
	const back = performance.now()
	await expect.poll(async () => (await fetch(shop.url)).status, { intervals: [50] }).toBe(200)
	return performance.now() - back
}

async function brokenPromises(): Promise<string[]> {
	const findings = await auditAt(shop.databaseUrl)
	return findings.filter(({ broken }) => broken.length > 0).map(({ promise }) => promise)
}

for (const [row, how, signal, tag] of [
	['C10', 'killed', 'SIGKILL', ''],
	['C11', 'restarted in a hurry', 'SIGQUIT', ' @faults'],
	['C11', 'restarted', 'SIGINT', ' @faults'],
] as const)
	test(`${row}: the database is ${how} under orders: 503 for a while, good again after its return${tag}`, async () => {
		const server = shop.serverPid()
		const [before] = await shop.sql`select count(*)::int as orders from orders`
		const visitors = Array.from({ length: 12 }, () => orderPatiently())
		await expect
			.poll(async () => {
				const [row] = await shop.sql`select count(*)::int as orders from orders`
				return row?.['orders']
			})
			.toBeGreaterThan(before?.['orders'])
		const died = await postmaster()
		process.kill(died, signal)
		// Until another one has begun, the old one may still answer.
		await expect.poll(() => postmaster().catch(() => died), { intervals: [50] }).not.toBe(died)
		console.log(`${row}: good again ${Math.round(await recovery())} ms after it was back`)
		await Promise.all(visitors)
		expect(shop.serverPid()).toBe(server)
		const [after] = await shop.sql`select count(*)::int as orders from orders`
		expect(after?.['orders']).toBe(before?.['orders'] + 12)
		expect(await brokenPromises()).toEqual([])
	})

test('C13: every connection waits: visitors hear it in time, the process lives, is not ready, and recovers @faults', async () => {
	const visitors = await Promise.all(
		Array.from({ length: 40 }, async () => {
			const visitor = newVisitor(shop.url)
			await visitor.post('/cart', oneTicket())
			return visitor
		}),
	)
	const locked = shop.sql.begin(async (sql) => {
		await sql`lock table sessions, carts, allocations, days in access exclusive mode`
		const answers = Promise.all(visitors.map((visitor) => visitor.get('/cart')))
		await expect
			.poll(async () => (await fetch(`${shop.url}/readyz`)).status, { intervals: [100] })
			.toBe(503)
		expect((await fetch(`${shop.url}/healthz`)).status).toBe(200)
		return await answers
	})
	const answers = await locked
	for (const answer of answers) expect(isServedOrLater(answer)).toBe(true)
	const slowest = Math.max(...answers.map(({ ms }) => ms))
	const back = await recovery()
	console.log(`C13: told after ${Math.round(slowest)} ms, good again after ${Math.round(back)} ms`)
	await expect.poll(async () => (await fetch(`${shop.url}/readyz`)).status).toBe(200)
})

test('C14: every answer of the database is 0.3 s late: orders succeed, and no queue is left behind @faults', async () => {
	const network = await openFaultyNetwork(shop.databaseUrl)
	const server = await startServer({
		env: { ...shop.env, DATABASE_URL: network.url },
		output: 'ignore',
	})
	try {
		network.slow(300)
		await orderPatiently(server.url)
		const visits = Array.from({ length: 30 }, () => newVisitor(server.url).get('/cart'))
		const answers = await Promise.all(visits)
		expect(answers.filter((answer) => !isServedOrLater(answer))).toEqual([])
		expect(answers.map(({ status }) => status)).toContain(200)

		network.slow(0)
		expect((await newVisitor(server.url).get('/cart')).status).toBe(200)
		expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
	} finally {
		await server.stop()
		await network.close()
	}
})
