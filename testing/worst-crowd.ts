import { Agent, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'

import { newVisitor, type Visitor } from '../e2e/http/visitor.ts'
import { order, withGiftVoucher } from './known-visitors.ts'

/** The number of answers, and their times in milliseconds. */
export type Waits = { count: number; p50: number; p95: number; slowest: number }
type Others = { carts: Waits; pages: Waits }

type CrowdRequest = {
	method: string
	path: string
	headers?: Record<string, string>
	body?: string
}

/**
 * Measures others' waits for carts and start page: alone, and beside `connections` that send the most expensive
 * requests.
 */
export async function besideWorst(
	{ url }: { url: string },
	{ seconds, connections }: { seconds: number; connections: number },
): Promise<{ quiet: Others; crowded: Others; statuses: Map<string, number> }> {
	const buyer = await withGiftVoucher(url)
	const { bookingId } = await order(buyer)
	const worst = worstRequests(url, { buyer, bookingId })
	const visitors = await Promise.all(Array.from({ length: 4 }, () => withGiftVoucher(url)))
	const quiet = await others(url, visitors, seconds / 2)

	const stop = new AbortController()
	const statuses = new Map<string, number>()
	const agent = new Agent({ keepAlive: true, maxSockets: connections })
	async function attack(index: number) {
		for (let turn = index; !stop.signal.aborted; turn += 1) {
			const [name, make] = worst[turn % worst.length] ?? ['', () => ({ method: 'GET', path: '/' })]
			const key = `${name}: ${await ask(url, make(), agent)}`
			statuses.set(key, (statuses.get(key) ?? 0) + 1)
		}
	}
	const crowd = Array.from({ length: connections }, (_, index) => attack(index))
	const crowded = await others(url, visitors, seconds)
	stop.abort()
	await Promise.all(crowd)
	agent.destroy()
	return { quiet, crowded, statuses: new Map([...statuses].toSorted()) }
}

/** Plays visitors who change their carts all the time, and one who looks at the start page. */
async function others(origin: string, visitors: Visitor[], seconds: number): Promise<Others> {
	const end = performance.now() + seconds * 1000
	const carts: number[] = []
	const pages: number[] = []
	async function change(visitor: Visitor) {
		for (let quantity = 2; performance.now() < end; quantity = (quantity % 5) + 1) {
			const { text } = await visitor.get('/cart')
			const [version, line] = ['version', 'line'].map(
				(name) => new RegExp(`name="${name}"[^>]*value="([^"]+)"`).exec(text)?.[1] ?? '',
			)
			const wish = { intent: 'quantity', version: version ?? '', line: line ?? '', quantity }
			carts.push((await visitor.post('/cart', wish)).ms)
			await delay(100)
		}
	}
	async function look() {
		const passer = newVisitor(origin)
		while (performance.now() < end) {
			pages.push((await passer.get('/')).ms)
			await delay(100)
		}
	}
	await Promise.all([...visitors.map(change), look()])
	return { carts: waitsOf(carts), pages: waitsOf(pages) }
}

function waitsOf(all: number[]): Waits {
	const sorted = all.toSorted((one, other) => one - other)
	const at = (share: number) =>
		sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
	return { count: all.length, p50: at(0.5), p95: at(0.95), slowest: at(1) }
}

/** Names the requests that take the processor longest for the bytes that they cost. */
function worstRequests(
	origin: string,
	{ buyer, bookingId }: { buyer: Visitor; bookingId: string },
): [name: string, make: () => CrowdRequest][] {
	const form = { 'Content-Type': 'application/x-www-form-urlencoded', Origin: origin }
	const own = { Cookie: [...buyer.cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
	const widths = [320, 640, 768, 1024, 1280, 1536, 2048, 3072]
	let turn = 0
	return [
		[
			'cookies of first carts',
			() => cart({ Cookie: fill(15_000, () => `cart-${crypto.randomUUID()}=x; `) }),
		],
		['cookies that are no encoding', () => cart({ Cookie: fill(15_000, (n) => `a${n}=%;`) })],
		[
			'lists',
			() =>
				cart({
					'Accept-Encoding': fill(7000, (n) => `x${n};q=0.1,`),
					'Accept-Language': fill(7000, (n) => `x${n};q=0.1,`),
				}),
		],
		['a chain of proxies', () => cart({ 'X-Forwarded-For': fill(15_000, () => '10.66.6.6,') })],
		[
			'6,500 fields',
			() => ({
				method: 'POST',
				path: '/cart',
				headers: form,
				body: fill(50_000, (n) => `a${n}=1&`),
			}),
		],
		[
			'250 fields',
			() => ({
				method: 'POST',
				path: '/login',
				headers: form,
				body: Array.from({ length: 250 }, (_, n) => `a${n}=1`).join('&'),
			}),
		],
		[
			'a field of 60 kB',
			() => ({
				method: 'POST',
				path: '/cart',
				headers: form,
				body: `intent=${'<'.repeat(60_000)}`,
			}),
		],
		[
			'a picture',
			() => ({
				method: 'GET',
				path: `/_ipx/f_${turn % 2 ? 'webp' : 'avif'}&s_${pick(widths)}x${pick(widths)}&fit_fill&b_%23${(turn * 7919).toString(16).padStart(6, '0').slice(-6)}/pictures/hero.svg`,
			}),
		],
		[
			'a picture of a page',
			() => ({ method: 'GET', path: `/_ipx/f_webp&w_${pick(widths)}&q_90/pictures/hero.svg` }),
		],
		[
			'gift vouchers as PDF',
			() => ({
				method: 'GET',
				path: `/checkout/success/${bookingId}/gift-vouchers.pdf`,
				headers: own,
			}),
		],
		['an address of 7,900 signs', () => ({ method: 'GET', path: `/${'a/'.repeat(3950)}` })],
		[
			'JSON of 60 kB',
			() => ({
				method: 'POST',
				path: '/api/auth/signout',
				headers: { 'Content-Type': 'application/json' },
				body: `{${fill(60_000, (n) => `"${n}":"",`)}"x":""}`,
			}),
		],
	]

	function pick(list: number[]): number {
		turn += 1
		return list[turn % list.length] ?? 640
	}
}

function cart(headers: Record<string, string>): CrowdRequest {
	return { method: 'GET', path: '/cart', headers }
}

function fill(size: number, make: (index: number) => string): string {
	let text = ''
	for (let index = 0; text.length < size; index += 1) text += make(index)
	return text
}

/** Sends a request, all from one address; returns the status, or the code of the error that came instead. */
function ask(
	origin: string,
	{ method, path, headers, body = '' }: CrowdRequest,
	agent: Agent,
): Promise<string> {
	return new Promise((done) => {
		const { port } = new URL(origin)
		const said = { 'X-Forwarded-For': '10.66.6.6', Host: `localhost:${port}`, ...headers }
		const lengths = body ? { 'Content-Length': Buffer.byteLength(body) } : {}
		const sending = request(
			{ host: '127.0.0.1', port, agent, method, path, headers: { ...said, ...lengths } },
			(response) => {
				response.resume()
				response.on('close', () => done(String(response.statusCode)))
			},
		)
		sending.on('error', (error: NodeJS.ErrnoException) => done(error.code ?? error.message))
		sending.end(body)
	})
}
