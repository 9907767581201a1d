import { expect, test } from '@playwright/test'

import { limits } from '#testing/parts.ts'

import { details, leave, order, pay, readyToOrder } from './funnel.ts'
import { openOwnShop } from './own-shop.ts'
import { processesOf, sendTogether } from './stopped-server.ts'
import { newVisitor } from './visitor.ts'

// The shop's metrics, from two processes of one server.
test.describe.configure({ mode: 'serial', retries: 1 })

const token = 'pulse-of-the-shop-'.repeat(3)
const bearer = (secret: string) => ({ Authorization: `Bearer ${secret}` })

let shop: Awaited<ReturnType<typeof openOwnShop>>
test.beforeAll(async () => {
	shop = await openOwnShop({}, undefined, { WORKERS: '2', METRICS_TOKEN: token })
	await scrape()
})
test.afterAll(() => shop?.close())

test('the metrics have no page without METRICS_TOKEN', async () => {
	const visitor = newVisitor(process.env['SHOP_URL'] ?? '')
	expect((await visitor.get('/metrics')).status).toBe(404)
	expect((await visitor.get('/metrics', bearer(token))).status).toBe(404)
	expect((await visitor.get('/metrics', bearer('undefined'))).status).toBe(404)
})

test('the metrics are refused without the token, or with another one', async () => {
	const visitor = newVisitor(shop.url)
	const others = [{}, bearer(''), bearer(token.slice(1)), bearer(`${token}x`)]
	for (const headers of [...others, { Authorization: token }]) {
		const answer = await visitor.get('/metrics', headers)
		expect(answer).toMatchObject({ status: 401, text: 'unauthorized\n' })
		expect(answer.headers.get('WWW-Authenticate')).toBe('Bearer')
	}
	const { status, headers } = await visitor.get('/metrics', bearer(token))
	expect(status).toBe(200)
	expect(headers.get('Content-Type')).toBe('text/plain; version=0.0.4; charset=utf-8')
	expect(headers.get('Cache-Control')).toBe('no-store')
	expect(headers.getSetCookie()).toEqual([])
})

test('an answer is counted under the pattern of its route, whichever process gives it', async () => {
	const before = await scrape()
	const visitor = newVisitor(shop.url)
	const paths = [
		'/',
		'/',
		'/pages/agb',
		'/pages/agb.data',
		'/pages/none',
		'/no/such/place',
		'/healthz',
	]
	for (const path of [...paths, ...paths]) await visitor.get(path, { Connection: 'close' })
	await visitor.post('/cart', {})

	const after = await scrape()
	const more = (labels: string) => answers(after, labels) - answers(before, labels)
	expect(more('route="/",method="GET",status="2xx"')).toBe(4)
	expect(more('route="pages/:slug",method="GET",status="2xx"')).toBe(4)
	expect(more('route="pages/:slug",method="GET",status="4xx"')).toBe(2)
	expect(more('route="*",method="GET",status="4xx"')).toBe(2)
	expect(more('route="healthz",method="GET",status="2xx"')).toBe(2)
	expect(more('route="cart",method="POST",status="4xx"')).toBe(1)
})

test('the metrics hold both processes, whichever is asked', async () => {
	const ofBoth = async () =>
		of(await scrape(), 'http_request_duration_seconds_count', 'route="healthz"')
	await expect
		.poll(async () => {
			await newVisitor(shop.url).get('/healthz', { Connection: 'close' })
			return (await ofBoth()).size
		})
		.toBe(2)
	for (let asked = 0; asked < 6; asked += 1) {
		const heads = (await scrape()).split('\n').filter((line) => line.startsWith('#'))
		expect(new Set(heads).size).toBe(heads.length)
		expect([...(await ofBoth()).keys()].map((line) => /worker="(\d)"/.exec(line)?.[1])).toEqual([
			'0',
			'1',
		])
	}
})

test('the metrics are answered while more pages wait than can be made @faults', async () => {
	/** A cookie that opens nothing: the page is made anew. */
	const anew = { Cookie: 'session=opens-nothing', Connection: 'close' }
	const pages: Promise<number>[] = []
	const refused = (text: string) => answers(text, 'route="/",method="GET",status="503"')
	const most = { waiting: 0, refused: 0 }
	const crowd = Array.from({ length: 300 }, (_, visit) => async () => {
		const { status } = await newVisitor(shop.url).get(`/?visit=${visit}`, anew)
		return status
	})
	await expect(async () => {
		const sent = await sendTogether(shop.serverPid(), crowd)
		pages.push(...sent)
		const over = new AbortController()
		void Promise.allSettled(sent).then(() => over.abort())
		while (!over.signal.aborted) {
			const text = await read()
			most.waiting = Math.max(most.waiting, ...of(text, 'raumzeit_pages_waiting').values())
			most.refused = Math.max(most.refused, refused(text))
		}
		expect(Object.values(most).every((count) => count > 0)).toBe(true)
	}).toPass({ timeout: limits.expectation })
	const statuses = await Promise.all(pages)
	expect(refused(await scrape())).toBe(statuses.filter((status) => status === 503).length)
})

test('a killed process is left out until it is back, and its numbers begin anew', async () => {
	const starts = async () => [...of(await read(), 'process_start_time_seconds').values()]
	const before = [...of(await scrape(), 'process_start_time_seconds').values()]
	process.kill((await processesOf(shop.serverPid()))[0] ?? 0, 'SIGKILL')
	await expect
		.poll(async () => {
			// A request that the dead process had taken is lost with it.
			const now = await starts().catch(() => [])
			return now.length === 2 && now.join() !== before.join()
		})
		.toBe(true)
})

test('the states of orders and payments are counted, and no data of customers appears', async () => {
	const { visitor, version } = await readyToOrder(shop.url, await shop.claimDay('any'))
	const payment = await order(visitor, version)
	const page = await leave(visitor, payment)
	expect(await scrape()).toContain('raumzeit_orders{state="pendingPayment"} 1\n')
	await pay(page)
	await expect.poll(scrape).toContain('raumzeit_orders{state="confirmed"} 1\n')
	const [booking] = await shop.sql`select public_id from orders`
	const bookingId = String(booking?.['public_id'])
	await visitor.get(`/checkout/success/${bookingId}?friend=Hopperton`)

	const text = await scrape()
	expect(text).toContain('raumzeit_database_up 1\n')
	expect(text).toContain('raumzeit_orders{state="pendingPayment"} 0\n')
	expect(text).toContain('raumzeit_payments{state="paid",provider="stripe"} 1\n')
	expect(text).toContain('raumzeit_jobs{state="parked"} 0\n')
	expect(text).toContain('raumzeit_open_payments 0\n')

	// The postcode is left out: it may equal any number here.
	const { postcode: _, ...told } = details
	const own = [bookingId, payment.replace('/payment/', ''), visitor.address, token, 'Hopperton']
	for (const secret of [...own, ...visitor.cookies.values(), ...Object.values(told)])
		expect(text).not.toContain(secret)
	// The id of the build looks like one of a customer.
	expect(text.replaceAll(/build="[^"]*"/g, '')).not.toMatch(
		/\d+\.\d+\.\d+\.\d+|[\da-f]{8}-[\da-f]{4}-|@/,
	)
})

/** Returns the metrics, as soon as both processes have answered in time. */
async function scrape(): Promise<string> {
	let text = ''
	await expect
		.poll(async () => {
			text = await read()
			return of(text, 'process_start_time_seconds').size
		})
		.toBe(2)
	return text
}

async function read(): Promise<string> {
	const headers = { ...bearer(token), Connection: 'close' }
	const { status, text } = await newVisitor(shop.url).get('/metrics', headers)
	expect(status).toBe(200)
	return text
}

/** Returns the values of a metric by their labels, those with `labels` only. */
function of(text: string, name: string, labels = ''): Map<string, number> {
	const lines = text
		.split('\n')
		.filter((line) => line.startsWith(`${name}{`) && line.includes(labels))
	return new Map(lines.map((line) => [line.replace(/ \S+$/, ''), Number(line.split(' ').at(-1))]))
}

function answers(text: string, labels: string): number {
	const counts = of(text, 'http_request_duration_seconds_count', labels)
	return [...counts.values()].reduce((all, one) => all + one, 0)
}
