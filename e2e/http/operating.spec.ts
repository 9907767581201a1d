import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, test } from '@playwright/test'

import { startServer } from '#scripts/shop/shop.ts'

import { readyToOrder } from './funnel.ts'
import { openOwnShop } from './own-shop.ts'

// The lines that an operator finds in the log.
test.describe.configure({ mode: 'serial' })

let shop: Awaited<ReturnType<typeof openOwnShop>>
test.beforeAll(async () => {
	// No server listens there (faults J8).
	const trouble = { SMTP_URL: 'smtp://shop:hunter2@127.0.0.1:1' }
	shop = await openOwnShop({}, undefined, { DATABASE_URL: '', ...trouble })
})
test.afterAll(() => shop?.close())

test('a good start says so in one line, and names odd settings @faults', async () => {
	const [opened, ...others] = await logged('the shop is open')
	expect(others).toEqual([])
	expect(opened).toMatchObject({
		version: expect.stringMatching(/^\d+\.\d+\.\d+/),
		origin: shop.url,
		workers: 1,
		jobs: true,
	})
	expect(opened?.['migrationsRun']).toBeGreaterThan(10)
	const odd = expect.arrayContaining([
		expect.stringContaining('APP_ORIGIN is http://localhost'),
		expect.stringContaining('PAYMENT_SANDBOX'),
		expect.stringContaining('the venue is the demo'),
	])
	expect(opened?.['odd']).toEqual(odd)
})

test('a mail server out of reach is one line, which stops no start and holds no password @faults', async () => {
	await expect.poll(async () => (await troubles()).length).toBe(1)
	expect(await troubles()).toEqual([
		expect.objectContaining({ level: 40, step: 'connection', code: 'ECONNREFUSED' }),
	])
	expect(await log()).not.toContain('hunter2')
})

test('a node of two processes logs its start once, and a missing SMTP server @faults', async () => {
	const file = join(shop.dataDir, 'output.log')
	const { SMTP_URL: _, ...rest } = shop.env
	const output = await open(file, 'a')
	const node = await startServer({
		env: { ...rest, WORKERS: '2', JOBS: '0' },
		output: output.fd,
	})
	try {
		await expect.poll(() => logged('the shop is open')).toHaveLength(2)
		const [, opened] = await logged('the shop is open')
		expect(opened).toMatchObject({ workers: 2, jobs: false, migrationsRun: 0, origin: node.url })
		expect(opened?.['odd']).toContainEqual(expect.stringContaining('SMTP_URL is not set'))
		// The first node works on jobs.
		expect(opened?.['odd']).not.toContainEqual(expect.stringContaining('JOBS'))
	} finally {
		await node.stop()
		await output.close()
	}
	expect(await logged('the shop is open')).toHaveLength(2)
})

test('a page that fails shows the id of its request in the log', async () => {
	const { visitor } = await readyToOrder(shop.url, await shop.claimDay('any'))
	await shop.sql`alter table carts rename to carts_away`
	const failed = await visitor.get('/cart')
	await shop.sql`alter table carts_away rename to carts`

	const id = failed.headers.get('X-Request-Id') ?? ''
	expect(failed.status).toBe(500)
	expect(failed.text).toContain(`nennen Sie bitte diese Kennung: ${id}`)
	const lines = async () => (await logged('request failed')).filter(({ request }) => request === id)
	const withError = expect.objectContaining({ path: '/cart', err: expect.anything() })
	const withStatus = expect.objectContaining({ path: '/cart', status: 500 })
	// A line is written a moment after its answer.
	await expect.poll(lines).toEqual(expect.arrayContaining([withError, withStatus]))

	const missing = await visitor.get('/nowhere')
	expect(missing.text).not.toContain('Kennung')
})

type Line = Record<string, unknown>

async function log(): Promise<string> {
	return readFile(join(shop.dataDir, 'output.log'), 'utf8')
}

async function lines(): Promise<Line[]> {
	const written = (await log()).split('\n').filter((line) => line.startsWith('{'))
	return written.map((line) => JSON.parse(line) as Line)
}

async function logged(message: string): Promise<Line[]> {
	return (await lines()).filter(({ msg }) => msg === message)
}

async function troubles(): Promise<Line[]> {
	return (await lines()).filter(({ msg }) => String(msg).startsWith('no letter goes out'))
}
