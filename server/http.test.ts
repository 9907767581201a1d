import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { Agent, request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { parseEnv } from '#app/gateways/environment.ts'
import { freePort } from '#drizzle/embedded/embedded.ts'
import { type StubLoader, stubBuild } from '#testing/stub-build.ts'

import { serve } from './http.ts'

let port = 0
let clientDir = ''
let closeServer = async () => {}
let siteIsClosed = false

beforeEach(async () => {
	port = await freePort()
	siteIsClosed = false
	clientDir = await mkdtemp(join(tmpdir(), 'raumzeit-client-'))
	await mkdir(join(clientDir, 'assets'))
	await writeFile(join(clientDir, 'assets/entry-abc.js'), 'export {}')
	await writeFile(join(clientDir, 'logo.svg'), '<svg/>')
})

afterEach(async () => {
	await closeServer()
	closeServer = async () => {}
	await rm(clientDir, { recursive: true })
})

test('a request reaches the shop as it was sent, from each name of this machine', async () => {
	await start()
	for (const name of ['localhost', '127.0.0.1', '[::1]']) {
		const response = await fetch(`http://${name}:${port}/some/path?day=2026-03-29`, {
			method: 'POST',
			body: 'a=1&b=%C3%A4',
			headers: {
				'content-type': 'application/x-www-form-urlencoded',
				'x-forwarded-for': '6.6.6.6',
			},
		})
		expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
		expect(await response.json()).toMatchObject({
			method: 'POST',
			url: `http://${name}:${port}/some/path?day=2026-03-29`,
			body: 'a=1&b=%C3%A4',
			ip: expect.stringMatching(name === '[::1]' ? /^::1$/ : /^(127\.0\.0\.1|::1)$/),
		})
	}
})

test('behind a proxy the shop sees its public address, by whatever name the proxy calls it', async () => {
	await start({ APP_ORIGIN: 'https://shop.example.com', TRUST_PROXY: '1' })
	const names = [
		'shop.example.com',
		'SHOP.example.com',
		'shop.example.com:443',
		`localhost:${port}`,
	]
	for (const host of names) {
		const response = await raw({ path: '/x', headers: { host, 'x-forwarded-for': '203.0.113.7' } })
		expect(JSON.parse(response.body)).toMatchObject({
			url: 'https://shop.example.com/x',
			host: 'shop.example.com',
			ip: '203.0.113.7',
		})
	}
})

test.each([
	['evil.example', 421],
	['localhost.evil.example', 421],
	['shop.example.com:81', 421],
	['localhost:99999', 400],
	['user@shop.example.com', 400],
	['shop.example.com/x', 400],
	['[::1', 400],
])('a foreign or impossible host is refused: %j (faults E17, H13)', async (host, status) => {
	await start({ APP_ORIGIN: 'https://shop.example.com' })
	expect(await raw({ headers: { host } })).toMatchObject({ status })
	for (const path of ['/healthz', '/readyz', '/metrics'])
		expect(await raw({ path, headers: { host } })).toMatchObject({ status: 200 })
})

test('OPTIONS is answered, and a malformed origin reaches the shop as null', async () => {
	await start()
	const host = `localhost:${port}`
	expect(await raw({ method: 'OPTIONS', path: '/cart', headers: { host } })).toMatchObject({
		status: 204,
		body: '',
	})
	const odd = { host, origin: 'nowhere', 'content-length': 0 }
	const answer = await raw({ method: 'POST', path: '/cart', headers: odd })
	expect(JSON.parse(answer.body)).toMatchObject({ origin: 'null' })
})

const own = /^[\da-z]{8}$/
const ofProxy = '4bf92f3577b34da6a3ce929d0e0e4736'

test.each<[string, Record<string, string>, string, string | RegExp]>([
	['nobody is believed without a proxy', {}, ofProxy, own],
	['a proxy gives the name', { TRUST_PROXY: '1' }, ofProxy, ofProxy],
	['a proxy of another network does not', { TRUST_PROXY: '203.0.113.0/24' }, ofProxy, own],
	['a name that is none', { TRUST_PROXY: '1' }, 'a b', own],
	['a short one', { TRUST_PROXY: '1' }, 'abc', own],
	['an endless one', { TRUST_PROXY: '1' }, 'a'.repeat(65), own],
	['a line of a log', { TRUST_PROXY: '1' }, '{"level":60,"msg":"x"}', own],
])('every answer holds the id of its request: %s', async (_, variables, given, named) => {
	await start(variables)
	const paths = ['/some/path', '/assets/none.js', '/readyz', '/%']
	for (const path of paths) {
		const response = await fetch(`http://127.0.0.1:${port}${path}`, {
			headers: { 'X-Request-Id': given },
		})
		const name = response.headers.get('X-Request-Id')
		if (typeof named === 'string') expect(name, path).toBe(named)
		else expect(name, path).toMatch(named)
	}
})

test('the shop knows its request by the id in the answer', async () => {
	await start({}, ({ context: { id } }) => new Response(id))
	const response = await fetch(`http://127.0.0.1:${port}/cart`)
	expect(await response.text()).toBe(response.headers.get('X-Request-Id'))
})

test('a large file is sent while it is read, and dropped when its client leaves (faults M5)', async () => {
	const part = new Uint8Array(64 * 1024)
	const parts = 1024
	let read = 0
	let left = () => {}
	const wasLeft = new Promise<void>((done) => (left = done))
	await start({}, () => {
		const body = new ReadableStream({
			pull(controller) {
				read += 1
				controller.enqueue(part)
				if (read === parts) controller.close()
			},
			cancel: () => left(),
		})
		return new Response(body, { headers: { 'Content-Length': String(parts * part.length) } })
	})
	const sending = httpRequest({ port, host: '127.0.0.1', path: '/pictures/large.jpg' }).end()
	const [answer] = await once(sending, 'response')
	answer.pause()
	sending.destroy()
	await wasLeft
	expect(read).toBeLessThan(parts)
})

test('a body of two types is treated as one without a type (faults M4)', async () => {
	await start()
	const form = 'application/x-www-form-urlencoded'
	for (const type of [form, `multipart/form-data, ${form}`, `${form}, multipart/form-data`]) {
		const headers = { host: `localhost:${port}`, 'content-type': type, 'content-length': 0 }
		const answer = await raw({ method: 'POST', path: '/cart', headers })
		const { headers: said } = JSON.parse(answer.body)
		expect(said['content-type'], type).toBe(type === form ? form : undefined)
	}
})

test.each([
	['a body of more than 64 kB', '/x', 65_537, 413],
	['a body of 64 kB', '/x', 65_536, undefined],
	['a body of 10 MB', '/x', 10_000_000, 413],
	['a webhook of 256 kB', '/api/payments/stripe/webhook', 262_144, undefined],
	['a webhook in capitals', '/API/Payments/stripe/webhook', 262_144, undefined],
	['a webhook of more', '/api/payments/stripe/webhook', 262_145, 413],
])(
	'%s: with and without a length the shop is told to refuse it',
	async (_, path, size, refusal) => {
		await start()
		const body = Buffer.alloc(size, 'x')
		const framings = [{ 'content-length': size }, { 'transfer-encoding': 'chunked' }]
		for (const framing of framings) {
			const answer = await raw({ method: 'POST', path, headers: framing }, body)
			const kept = refusal ? '' : 'x'.repeat(100)
			expect(JSON.parse(answer.body)).toMatchObject({ ...(refusal && { refusal }), body: kept })
		}
	},
)

test('lists of accepted types are cut, and a cookie is passed whole (faults M3)', async () => {
	await start()
	const long = 'de;q=0.1,'.repeat(1500)
	for (const name of ['accept', 'accept-encoding', 'accept-language']) {
		const { body } = await raw({ path: '/x', headers: { host: 'localhost', [name]: long } })
		expect(JSON.parse(body).headers[name]).toBe(long.slice(0, 1000))
	}
	const { body } = await raw({ path: '/x', headers: { host: 'localhost', cookie: long } })
	expect(JSON.parse(body).headers.cookie).toBe(long)
})

test('the nearest addresses of a long chain of proxies are read (faults M3)', async () => {
	await start({ TRUST_PROXY: 'loopback, 10.0.0.0/8' })
	for (const far of ['10.0.0.1, '.repeat(1400), '1,'.repeat(7000), 'x'.repeat(14_000) + ', ']) {
		const sent = `${far}203.0.113.7, 10.0.0.2`
		const { body } = await raw({
			path: '/x',
			headers: { host: 'localhost', 'x-forwarded-for': sent },
		})
		const { ip, headers } = JSON.parse(body)
		expect(ip).toBe('203.0.113.7')
		expect(headers['x-forwarded-for'].length).toBeLessThan(1001)
		expect(sent.endsWith(headers['x-forwarded-for'])).toBe(true)
	}
})

/** The headers of every answer, be it a page, a file, a line or nothing (faults M10). */
const ours = [
	'Content-Security-Policy',
	'Referrer-Policy',
	'X-Content-Type-Options',
	'X-Frame-Options',
	'Cross-Origin-Opener-Policy',
	'Cross-Origin-Resource-Policy',
	'Permissions-Policy',
	'Cache-Control',
]
const oddAnswers: [name: string, bytes: string, status: number][] = [
	['what may be asked', 'OPTIONS /x HTTP/1.1\r\nHost: localhost\r\n', 204],
	['a file', 'GET /logo.svg HTTP/1.1\r\nHost: localhost\r\n', 200],
	['the head of a file', 'HEAD /logo.svg HTTP/1.1\r\nHost: localhost\r\n', 200],
	['a built file', 'GET /assets/entry-abc.js HTTP/1.1\r\nHost: localhost\r\n', 200],
	['a part of a file', 'GET /logo.svg HTTP/1.1\r\nHost: localhost\r\nRange: bytes=0-1\r\n', 206],
	['no part of it', 'GET /logo.svg HTTP/1.1\r\nHost: localhost\r\nRange: bytes=99-\r\n', 416],
	['another file', 'GET /logo.svg HTTP/1.1\r\nHost: localhost\r\nIf-Match: "x"\r\n', 412],
	[
		'a file the browser has',
		'GET /logo.svg HTTP/1.1\r\nHost: localhost\r\nIf-Modified-Since: Fri, 01 Jan 2100 00:00:00 GMT\r\n',
		304,
	],
	['no request', 'GARBAGE\r\n', 400],
	['no host', 'GET /x HTTP/1.1\r\n', 400],
	['two hosts', 'GET /x HTTP/1.1\r\nHost: localhost\r\nHOST: localhost\r\n', 400],
	['another address', 'GET http://evil.example/ HTTP/1.1\r\nHost: localhost\r\n', 400],
	[
		'an odd chunk',
		'POST /x HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n',
		400,
	],
	['an odd method', 'PROPFIND /x HTTP/1.1\r\nHost: localhost\r\n', 405],
	['a tunnel', 'CONNECT evil.example:80 HTTP/1.1\r\nHost: localhost\r\n', 405],
	['an odd expectation', 'GET /x HTTP/1.1\r\nHost: localhost\r\nExpect: tea\r\n', 417],
	['a foreign host', 'GET /x HTTP/1.1\r\nHost: evil.example\r\n', 421],
	['too many headers', `GET /x HTTP/1.1\r\nHost: localhost\r\n${'X: y\r\n'.repeat(150)}`, 431],
	[
		'headers that are too large',
		`GET /x HTTP/1.1\r\nHost: localhost\r\nX: ${'y'.repeat(17_000)}`,
		431,
	],
]

test.each(oddAnswers)('%s has our headers (faults M10)', async (_, bytes, status) => {
	await start()
	const said = await spoken(`${bytes}Connection: close\r\n\r\n`)
	expect(said).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
	expect(said.match(/^HTTP\/1.1 /gm)).toHaveLength(1)
	expect(ours.filter((name) => !new RegExp(`^${name}: `, 'im').test(said))).toEqual([])
	expect(said).toMatch(/^Content-Security-Policy: default-src 'none'\r$/im)
})

test.each([
	['64 kB of cookies', { cookie: 'x'.repeat(65_536) }],
	['200 headers', Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`x-${n}`, 'y']))],
])('a flood of headers is refused: %s', async (_, headers) => {
	await start()
	const answer = await raw({ headers }).then(
		({ status }) => status,
		({ code }) => code,
	)
	// The server answers and hangs up while the rest is still on its way: a late client sees only that.
	expect([431, 'ECONNRESET', 'EPIPE']).toContain(answer)
})

test.each([
	['TRACE / HTTP/1.1', 405],
	['OPTIONS * HTTP/1.1', 400],
	['GET http://evil.example/ HTTP/1.1', 400],
	['GET //evil.example/x HTTP/1.1', 200],
	['GET /%E0%A4%A HTTP/1.1', 200],
	['GET /.%00/../x HTTP/1.1', 200],
	['GARBAGE', 400],
])('an odd first line is no error of the shop: %s', async (line, status) => {
	await start()
	const answer = await spoken(`${line}\r\nHost: localhost:${port}\r\nConnection: close\r\n\r\n`)
	expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
	expect(answer).not.toContain('evil.example/x"}')
})

test('built files are cached for ever, others for an hour, and a missing one is asked of the shop', async () => {
	await start()
	const built = await fetch(`http://localhost:${port}/assets/entry-abc.js`)
	expect(built.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
	const logo = await fetch(`http://localhost:${port}/logo.svg`)
	expect(logo.headers.get('cache-control')).toBe('public, max-age=3600')
	expect(logo.headers.get('x-content-type-options')).toBe('nosniff')
	expect(logo.headers.get('x-powered-by')).toBe(null)
	const missing = await fetch(`http://localhost:${port}/assets/gone.js`)
	expect(await missing.json()).toMatchObject({ url: `http://localhost:${port}/assets/gone.js` })
})

test('a server that ends is not ready, serves on for its delay, and then closes the shop (faults C24)', async () => {
	await start({ DRAIN_DELAY: '5' })
	const answers = Array.from({ length: 30 }, () => fetch(`http://127.0.0.1:${port}/slow`))
	await expect.poll(() => waiting).toBe(30)

	const closing = closeServer()
	const readiness = await fetch(`http://127.0.0.1:${port}/readyz`)
	expect(readiness.status).toBe(503)
	const late = await fetch(`http://127.0.0.1:${port}/`)
	expect(late.status).toBe(200)
	answerSlowOnes()
	for (const answer of [late, readiness, ...(await Promise.all(answers))]) {
		expect(answer.headers.get('connection')).toBe('close')
	}
	for (const answer of answers) expect((await answer).status).toBe(200)
	expect(siteIsClosed).toBe(false)
	await closing
	expect(siteIsClosed).toBe(true)
	await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow('fetch failed')
})

test('open connections at rest are ended, and no others (faults H1)', async () => {
	await start()
	const agent = new Agent({ keepAlive: true })
	await raw({ path: '/', headers: {}, agent })
	const atRest = Object.values(agent.freeSockets).flat()[0]
	const half = connect(port, '127.0.0.1')
	half.write('POST /x HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\na')
	let said = ''
	half.on('data', (part) => (said += part))
	const silent = connect(port, '127.0.0.1')
	await once(silent, 'connect')

	const closing = closeServer()
	if (atRest) await once(atRest, 'close')
	expect(siteIsClosed).toBe(false)
	half.write('b')
	await once(half, 'close')
	expect(said).toMatch(/^HTTP\/1.1 200 [^]*"body":"ab"/)

	expect(silent.destroyed).toBe(false)
	silent.end(`GET / HTTP/1.1\r\nHost: localhost:${port}\r\n\r\n`)
	await closing
	agent.destroy()
})

test('a taken port and a foreign address are one line each', async () => {
	await start()
	await expect(serve(environment({}), site())).rejects.toMatchObject({
		name: 'StartError',
		message: expect.stringContaining(`Port ${port} is already in use`),
	})
	await expect(serve(environment({ HOST: '192.0.2.1' }), site())).rejects.toMatchObject({
		name: 'StartError',
		message: expect.stringContaining('HOST is wrong ("192.0.2.1")'),
	})
})

let waiting = 0
let answerSlowOnes = () => {}
const slowOnes = new Promise<void>((done) => (answerSlowOnes = done))

async function start(variables: Record<string, string> = {}, answer: StubLoader = echo) {
	closeServer = await serve(environment(variables), { ...site(), build: stubBuild(answer) })
}

function environment(variables: Record<string, string>) {
	return parseEnv({ ...process.env, PORT: String(port), ...variables })
}

function site() {
	return {
		build: stubBuild(echo),
		clientDir,
		close: async () => {
			siteIsClosed = true
		},
	}
}

async function echo({ request, context }: Parameters<StubLoader>[0]) {
	if (request.url.endsWith('/slow')) {
		waiting += 1
		await slowOnes
	}
	return Response.json(
		{
			method: request.method,
			url: request.url,
			host: request.headers.get('host'),
			ip: context.address,
			refusal: context.refusal,
			headers: Object.fromEntries(request.headers),
			origin: request.headers.get('origin'),
			body: (await request.text()).slice(0, 100),
		},
		{
			headers: [
				['set-cookie', 'a=1'],
				['set-cookie', 'b=2'],
			],
		},
	)
}

type Raw = {
	method?: string
	path?: string
	headers: Record<string, string | number>
	agent?: Agent
}

/** Returns everything that the server answers to these bytes. */
function spoken(bytes: string) {
	return new Promise<string>((done, failed) => {
		let said = ''
		const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
		socket.on('data', (part) => (said += part))
		socket.on('close', () => done(said))
		// The server may hang up while the rest is on its way.
		socket.on('error', (error) => (said ? done(said) : failed(error)))
	})
}

/** Sends a request as no browser would send it. */
function raw(options: Raw, body?: Buffer) {
	return new Promise<{ status: number | undefined; body: string }>((done, failed) => {
		const request = httpRequest({ host: '127.0.0.1', port, ...options }, async (response) => {
			let text = ''
			for await (const part of response) text += part
			done({ status: response.statusCode, body: text })
		})
		request.on('error', failed)
		request.end(body)
	})
}
