import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, test } from '@playwright/test'

import { speak, statusOf } from './socket.ts'
import { newVisitor } from './visitor.ts'

// Requests as no browser sends them: rows E12, E14, E15, E17, E18, E19 and H13 of the faults. Each is refused before
// the shop or answered as any other request, and never with a 5xx.

const origin = process.env['SHOP_URL'] ?? ''
const { host, port } = new URL(origin)
const post = `POST /cart HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${origin}\r\nContent-Type: application/x-www-form-urlencoded\r\n`
const smuggled = `GET /pages/smuggled HTTP/1.1\r\nHost: ${host}\r\n\r\n`

test.describe('E18: the boundary between two requests', () => {
	const framings: [string, string][] = [
		['a length and chunks', `Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
		['chunks and a length', `Transfer-Encoding: chunked\r\nContent-Length: 6\r\n\r\n0\r\n\r\n`],
		['two lengths', `Content-Length: 0\r\nContent-Length: ${smuggled.length}\r\n\r\n`],
		['a list of lengths', `Content-Length: 0, ${smuggled.length}\r\n\r\n`],
		['a length with a sign', `Content-Length: +0\r\n\r\n`],
		['a length in hexadecimal', `Content-Length: 0x0\r\n\r\n`],
		['an encoding that is none', `Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`],
		['chunks twice over', `Transfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n`],
		['chunks and then identity', `Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n`],
		['a space before the colon', `Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n`],
		['a folded header', `Transfer-Encoding:\r\n chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n`],
		['lines without a carriage return', `Content-Length: 0\nTransfer-Encoding: chunked\n\n`],
		['a chunk with a negative size', `Transfer-Encoding: chunked\r\n\r\n-1\r\n\r\n`],
		['a chunk without its end', `Transfer-Encoding: chunked\r\n\r\n1\r\naa0\r\n\r\n`],
	]
	for (const [name, framing] of framings) {
		test(`${name}: refused, and the bytes behind it are ignored`, async () => {
			const heard = await speak(origin, post + framing + smuggled)
			expect(statusOf(heard)).toBe(400)
			expect(heard.match(/^HTTP\/1\.1 /gm)).toHaveLength(1)
		})
	}

	test.afterAll(async () => {
		const log = await readFile(join(process.env['SHOP_DATA_DIR'] ?? '', 'output.log'), 'utf8')
		expect(log).toContain('/cart')
		expect(log).not.toContain('/pages/smuggled')
	})
})

test.describe('E12: bodies and lines that are no request', () => {
	test('chunks and lengths that are nonsense are refused with 400', async () => {
		for (const rest of [
			'Transfer-Encoding: chunked\r\n\r\nZZZ\r\nintent=add\r\n0\r\n\r\n',
			'Content-Length: abc\r\n\r\nintent=add',
			'Content-Length: -1\r\n\r\n',
			'Content-Length: 5\r\nContent-Length: 6\r\n\r\nintent',
		]) {
			expect(statusOf(await speak(origin, post + rest)), rest).toBe(400)
		}
		expect((await newVisitor(origin).get('/healthz')).status).toBe(200)
	})

	test('lines that are no request are refused', async () => {
		for (const bytes of [
			'\r\n\r\nHELLO\r\n\r\n',
			'GET http://evil.example/ HTTP/1.1\r\nHost: evil.example\r\n\r\n',
			`FOO / HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
			`TRACE / HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
			'GET / HTTP/1.1\r\n\r\n',
			`GET / HTTP/1.1\r\nHost: ${host}\r\nX: a\u0000b\r\n\r\n`,
			'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
			`GET \\\\evil.example HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
			`OPTIONS * HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
			`GET / HTTP/1.1\r\nHost: ${host}\r\nExpect: banana\r\n\r\n`,
		]) {
			const status = statusOf(await speak(origin, bytes))
			expect(status, JSON.stringify(bytes)).toBeGreaterThanOrEqual(400)
			expect(status, JSON.stringify(bytes)).toBeLessThan(500)
		}
	})
})

test('E14: raw paths lead to no file and to no other site', async () => {
	for (const path of [
		'/pages/../../../etc/passwd',
		'/assets/../../server/index.js',
		'/assets/..%2f..%2fserver%2findex.js',
		'/..%5c..%5cpackage.json',
		'/.env',
		'/%',
		'/%E0%A4%A',
		'//evil.example',
		'//[',
		'//:99999/',
		'/\\evil.example',
		'/pages/%2e%2e/%2e%2e/venue.yaml',
	]) {
		const heard = await speak(
			origin,
			`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
		)
		expect(statusOf(heard), path).toBeGreaterThanOrEqual(300)
		expect(statusOf(heard), path).toBeLessThan(500)
		expect(heard).not.toMatch(/root:x:|cartsPerAddress|SESSION_SECRET/)
		expect(heard).not.toMatch(/^location: (https?:)?\/\/evil/im)
	}
})

test('E15: no path makes the shop read a file or fetch an address as a picture', async () => {
	for (const path of [
		'/_ipx/_/..%2f..%2f..%2fpackage.json',
		'/_ipx/_/../../../etc/passwd',
		'/_ipx/_/http://127.0.0.1:1/x.png',
		'/_ipx/_/https:%2f%2fevil.example%2fx.png',
		'/_ipx/w_99999,h_99999/logo.svg',
		'/_ipx/f_exe/logo.svg',
		'/_ipx/w_-1/logo.svg',
		'/_ipx/w_1e9/logo.svg',
		'/_ipx/',
	]) {
		const { status, text } = await newVisitor(origin).get(path)
		expect([400, 403, 404], path).toContain(status)
		expect(text).not.toMatch(/root:x:|"devDependencies"/)
	}
})

test.describe('E17: the host by which the shop is called', () => {
	for (const name of [
		'evil.example',
		'localhost.evil.example',
		'evil.example:80',
		'localhost@evil.example',
		'localhost/x',
		'[::1',
		'localhost:abc',
		'',
	]) {
		test(`"${name}" is refused as a host`, async () => {
			const heard = await speak(
				origin,
				`GET / HTTP/1.1\r\nHost: ${name}\r\nConnection: close\r\n\r\n`,
			)
			expect([400, 421]).toContain(statusOf(heard))
		})
	}

	test('H13: odd ports, capitals and odd methods are no failure', async () => {
		for (const path of ['/', '/readyz'])
			for (const name of [`localhost:99999`, `LOCALHOST:${port}`, 'x:99999', 'a b', `localhost:`]) {
				const heard = await speak(
					origin,
					`GET ${path} HTTP/1.1\r\nHost: ${name}\r\nConnection: close\r\n\r\n`,
				)
				expect([200, 400, 421], `${path} of ${name}`).toContain(statusOf(heard))
			}
	})

	test('the host that a proxy forwards is ignored', async () => {
		const spoofed = await newVisitor(origin).get('/robots.txt', {
			'X-Forwarded-Host': 'evil.example',
			'X-Forwarded-Proto': 'https',
			Forwarded: 'host=evil.example',
			'X-Original-Host': 'evil.example',
		})
		expect(spoofed.status).toBe(200)
		expect(spoofed.text).not.toContain('evil')
		expect(spoofed.text).toContain(origin)
	})
})

test('E19: too many and too large headers are refused with 431', async () => {
	const head = `GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n`
	const many = Array.from({ length: 200 }, (_, index) => `X-${index}: 1\r\n`).join('')
	for (const request of [
		`${head}${many}\r\n`,
		`${head}Cookie: a=${'x'.repeat(64_000)}\r\n\r\n`,
		`GET /${'x'.repeat(64_000)} HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
	])
		expect(statusOf(await speak(origin, request))).toBe(431)
})
