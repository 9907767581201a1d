import { readFile } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { join } from 'node:path'

import { expect, test } from '@playwright/test'

import { leave, order, pay, readyToOrder } from './funnel.ts'
import { openOwnShop } from './own-shop.ts'
import { newVisitor } from './visitor.ts'

// Requests that no browser sends: refused with our page or a line, our headers, and no noise in the log (faults H13,
// M4, M6, M10, M11, M12).
test.describe.configure({ mode: 'serial' })

let shop: Awaited<ReturnType<typeof openOwnShop>>

test.beforeAll(async () => {
	shop = await openOwnShop()
})
test.afterAll(() => shop?.close())

const form = 'application/x-www-form-urlencoded'

for (const path of ['/', '/cart', '/checkout/overview', '/pages/agb', '/nowhere', '/healthz']) {
	test(`OPTIONS ${path} lists the allowed methods`, async () => {
		const { status, headers } = await send('OPTIONS', path)
		expect(status).toBe(204)
		expect(headers['allow']).toContain('GET')
	})
}

const refused: [method: string, path: string, headers: Record<string, string>, status: number][] = [
	['POST', '/', { 'Content-Type': form }, 405],
	['PUT', '/', { 'Content-Type': form }, 405],
	['DELETE', '/cart', {}, 415],
	['PATCH', '/pages/agb', { 'Content-Type': form }, 405],
	['POST', '/cart', { 'Content-Type': form, Origin: 'https://evil.example' }, 403],
	['POST', '/cart', { 'Content-Type': form, Origin: 'null' }, 403],
	['POST', '/cart', { 'Content-Type': form, Origin: 'nowhere' }, 403],
	['POST', '/nowhere', { 'Content-Type': form }, 404],
	// The first type is the one that is checked, the last one the one that is read (faults M4).
	['POST', '/cart', { 'Content-Type': `multipart/form-data, ${form}` }, 415],
	['POST', '/login', { 'Content-Type': `${form}, multipart/form-data; boundary=x` }, 415],
]
for (const [method, path, headers, status] of refused) {
	test(`${method} ${path} ${JSON.stringify(headers)}: ${status} with our page`, async () => {
		const answer = await send(method, path, headers)
		expect(answer.status).toBe(status)
		expect(answer.headers['content-security-policy']).toContain("frame-ancestors 'none'")
		expect(answer.body).toContain('Raumzeit')
		expect(answer.body).toMatch(/<h1[^>]*>/)
	})
}

test('a foreign page that asks as our scripts do is refused with our headers', async () => {
	const headers = { 'Content-Type': form, Origin: 'https://evil.example' }
	const answer = await send('POST', '/cart.data', headers)
	expect(answer.status).toBe(403)
	expect(answer.headers['content-security-policy']).toContain("frame-ancestors 'none'")
})

const large = { 'Content-Type': form, body: 'a=1&'.repeat(300) }
const refusedAtDoor: [
	method: string,
	path: string,
	status: number,
	headers: Record<string, string>,
][] = [
	['GET', '/payment/secret-secret-secret%ff', 400, {}],
	['GET', '/account/%E0%A4%A', 400, {}],
	['GET', '/x%0Ay', 400, {}],
	['GET', '/pages/x%0D', 400, {}],
	['GET', '/%E2%80%A8', 400, {}],
	['POST', '/checkout/address%ff', 400, { 'Content-Type': form }],
	['POST', '/cart', 413, large],
	['POST', '/login', 413, { 'Content-Type': form, body: 'a'.repeat(70_000) }],
	['GET', `/pages/${'a'.repeat(8000)}`, 414, {}],
	['GET', `/?${'a&'.repeat(300)}`, 414, {}],
]
for (const [method, path, status, { body = '', ...headers }] of refusedAtDoor) {
	test(`${method} ${path.slice(0, 40)}: ${status} with our page (faults M4, M6, M10)`, async () => {
		for (const language of ['de', 'en']) {
			const said = { ...headers, 'Accept-Language': language }
			const answer = await send(method, path, said, body)
			expect(answer.status).toBe(status)
			expect(answer.headers['content-security-policy']).toContain("frame-ancestors 'none'")
			expect(answer.body).toContain(`<html lang="${language}-`)
			expect(answer.body).toMatch(/<h1[^>]*>/)
		}
	})
}

test('data of such an address, and a call below it, are refused with the same status', async () => {
	for (const path of ['/x%0Ay.data', '/account/%ff.data']) {
		const answer = await send('GET', path)
		expect(answer.status).toBe(400)
		expect(answer.headers['content-security-policy']).toContain("frame-ancestors 'none'")
		expect(answer.headers['content-type']).toContain('text/x-script')
	}
	for (const path of ['/api/auth/signout', '/API/Auth/signout']) {
		const { status, headers, body } = await send('POST', path, { 'Content-Type': form }, large.body)
		expect(status).toBe(413)
		expect(headers['cache-control']).toBe('private, no-cache, no-store')
		expect(JSON.parse(body)).toEqual({ url: `${shop.url}/api/auth/error?error=Default` })
	}
})

for (const path of [
	'/_ipx/w_640/pictures/park.svg',
	'/_IPX/w_640/pictures/park.svg',
	'/_Ipx//w_640/pictures/park.svg',
	'/Builds/latest.json',
	'/METRICS',
]) {
	test(`${path} sets no cookie, however it is written (faults M11)`, async () => {
		const { headers } = await send('GET', `${path}?awc=partner-1`, { Cookie: 'session=x' })
		expect(headers['set-cookie']).toBe(undefined)
	})
}

test('two spellings of one address keep their own ways back (faults M12)', async () => {
	for (const [first, second] of [
		['/?z=1&index', '/?z=1'],
		['/?z=2', '/?z=2&index'],
		['/?z=3&index=', '/?z=3'],
	] as const) {
		await send('GET', first)
		const { status, body } = await send('GET', second)
		expect(status).toBe(200)
		const backs = body.matchAll(/name="returnTo" value="([^"]*)"/g)
		const paths = new Set([...backs].map(([, back = '']) => back.replaceAll('&amp;', '&')))
		expect(paths.size).toBeGreaterThan(0)
		const others = [...paths].filter((path) => path.includes('index') !== second.includes('index'))
		expect(others, `${second} after ${first}`).toEqual([])
	}
})

for (const host of ['x:99999', 'localhost:99999', 'user@localhost', 'localhost/']) {
	test(`the host ${host} is refused with 400`, async () => {
		const answer = await send('GET', '/', { Host: host })
		expect(answer.status).toBe(400)
		expect(answer.headers['content-security-policy']).toBe("default-src 'none'")
	})
}

for (const time of ['25:00', '29:59', '14:99', '24:00']) {
	test(`no visit begins at ${time}`, async () => {
		const day = await shop.claimDay('any')
		const wish = { intent: 'add', version: 0, product: 'ticket-adult', quantity: 1, duration: 120 }
		const { status } = await newVisitor(shop.url).post('/cart', {
			...wish,
			day,
			time,
			returnTo: '/',
		})
		expect(status).toBe(422)
	})
}

test('the name of the shop may be written in capitals', async () => {
	const { host } = new URL(shop.url)
	expect(await send('GET', '/', { Host: host.toUpperCase() })).toMatchObject({ status: 200 })
})

test('none of these requests is an error in the log, and a mail names no booking there', async () => {
	const { visitor, version } = await readyToOrder(shop.url, await shop.claimDay('any'))
	await pay(await leave(visitor, await order(visitor, version)))
	await expect.poll(logged).toContain('mail written to a file, for SMTP_URL is not set')

	const [last] = await shop.sql`select public_id from orders order by created_at desc limit 1`
	expect(last?.['public_id']).toMatch(/.{16}/)
	expect(await logged()).not.toContain(last?.['public_id'])
	expect((await logged()).match(/"level":[56]0.*/g)).toBe(null)
	// The output holds only log lines, and no part of a path that may be a secret (faults M6).
	expect(await logged()).not.toContain('secret-secret')
	expect(
		(await logged()).split('\n').filter((line) => !/^(\{.*\}|sandbox listening .*|)$/.test(line)),
	).toEqual([])
})

function logged() {
	return readFile(join(shop.dataDir, 'output.log'), 'utf8')
}

type Answer = {
	status: number | undefined
	headers: Record<string, string | string[] | undefined>
	body: string
}

/** Sends a request from a page of ours, unless `headers` name another origin. */
function send(method: string, path: string, headers: Record<string, string> = {}, body = '') {
	return new Promise<Answer>((done, failed) => {
		const request = httpRequest(shop.url + path, {
			method,
			headers: { Accept: 'text/html', Origin: new URL(shop.url).origin, ...headers },
		})
		request.on('error', failed)
		request.on('response', async (response) => {
			let body = ''
			for await (const part of response) body += part
			done({ status: response.statusCode, headers: response.headers, body })
		})
		request.end(body)
	})
}
