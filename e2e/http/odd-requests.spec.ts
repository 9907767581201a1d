import { readFile } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { join } from 'node:path'

import { expect, test } from '@playwright/test'

import { leave, order, pay, readyToOrder } from './funnel.ts'
import { openOwnShop } from './own-shop.ts'
import { newVisitor } from './visitor.ts'

// What no browser sends: refused with our page or a line, our headers, and no noise in the log (faults H13).
test.describe.configure({ mode: 'serial' })

let shop: Awaited<ReturnType<typeof openOwnShop>>

test.beforeAll(async () => {
	shop = await openOwnShop()
})
test.afterAll(() => shop?.close())

const form = 'application/x-www-form-urlencoded'

for (const path of ['/', '/cart', '/checkout/overview', '/pages/agb', '/nowhere', '/healthz']) {
	test(`OPTIONS ${path} says what is allowed`, async () => {
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

for (const host of ['x:99999', 'localhost:99999', 'user@localhost', 'localhost/']) {
	test(`no host is ${host}`, async () => {
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

test('none of this is an error in the log, and a mail does not tell a booking there', async () => {
	const { visitor, version } = await readyToOrder(shop.url, await shop.claimDay('any'))
	await pay(await leave(visitor, await order(visitor, version)))
	await expect.poll(logged).toContain('mail written to a file, for SMTP_URL is not set')

	const [last] = await shop.sql`select public_id from orders order by created_at desc limit 1`
	expect(last?.['public_id']).toMatch(/.{16}/)
	expect(await logged()).not.toContain(last?.['public_id'])
	expect((await logged()).match(/"level":[56]0.*/g)).toBe(null)
})

function logged() {
	return readFile(join(shop.dataDir, 'output.log'), 'utf8')
}

type Answer = {
	status: number | undefined
	headers: Record<string, string | string[] | undefined>
	body: string
}

/** From a page of ours, as far as `headers` do not say otherwise. */
function send(method: string, path: string, headers: Record<string, string> = {}) {
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
		request.end()
	})
}
