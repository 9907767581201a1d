import { readFile } from 'node:fs/promises'
import { Agent, type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'

import { type Fuzzed, fuzzedRequest, type Known } from './fuzzed-requests.ts'

/** Headers that every answer must have (faults M10). */
const ownHeaders = [
	'content-security-policy',
	'referrer-policy',
	'x-content-type-options',
	'x-frame-options',
	'cross-origin-opener-policy',
	'cross-origin-resource-policy',
	'permissions-policy',
	'cache-control',
]

export type Findings = {
	sent: number
	/** The count of each status; 0: the connection ended without an answer. */
	statuses: Map<number, number>
	/** Requests with an answer that must never be given, with the reason. */
	wrong: { what: string; index: number; request: string }[]
	/** Lines of the output that are not the log's, and errors in the log. */
	printed: string[]
	seconds: number
}

type Options = {
	shop: { url: string; dataDir: string }
	seed: number
	count: number
	minutes: number
	clients: number
	known: () => Promise<Known>
	say: (line: string) => void
}

/** The number of requests after which the cookies are made anew. */
const FRESH = 5000

/** Sends `count` requests of a seed, or as many as fit into `minutes`. */
export async function fuzz({
	shop,
	seed,
	count,
	minutes,
	clients,
	known,
	say,
}: Options): Promise<Findings> {
	const agent = new Agent({ keepAlive: true, maxSockets: clients })
	const began = performance.now()
	const findings: Omit<Findings, 'printed' | 'seconds'> = {
		sent: 0,
		statuses: new Map(),
		wrong: [],
	}
	const isOver = () => performance.now() - began > minutes * 60_000
	for (let first = 0; first < count && !isOver(); first += FRESH) {
		const facts = await known()
		const last = Math.min(first + FRESH, count)
		let next = first
		async function client() {
			while (next < last && !isOver()) {
				const index = next++
				const sent = fuzzedRequest(facts, seed, index)
				const answer = await (sent.bytes ? speak(shop.url, sent.bytes) : ask(shop.url, sent, agent))
				findings.sent += 1
				findings.statuses.set(answer.status, (findings.statuses.get(answer.status) ?? 0) + 1)
				for (const what of wrongIn(answer))
					findings.wrong.push({ what, index, request: shown(sent) })
			}
		}
		await Promise.all(Array.from({ length: clients }, client))
		say(`${findings.sent} requests, ${findings.wrong.length} wrong, ${seconds(began).toFixed(0)} s`)
	}
	agent.destroy()
	return { ...findings, printed: await printedPast(shop.dataDir), seconds: seconds(began) }
}

function seconds(began: number): number {
	return (performance.now() - began) / 1000
}

/** `silence`: the error that ended the connection in place of an answer. */
type Answer = {
	status: number
	headers: Record<string, string | string[] | undefined>
	silence?: string
}

function wrongIn({ status, headers, silence = 'the end' }: Answer): string[] {
	if (status === 0) return [`no answer, but ${silence}`]
	const missing = ownHeaders.filter((name) => headers[name] === undefined)
	const isShared = /\bpublic\b/i.test(String(headers['cache-control'])) && headers['set-cookie']
	return [
		...(status >= 500 ? [`status ${status}`] : []),
		...(missing.length > 0 ? [`${status} without ${missing.join(', ')}`] : []),
		...(isShared ? ['a cookie in a shared cache'] : []),
	]
}

function ask(
	origin: string,
	{ method, path, headers, body }: Fuzzed,
	agent: Agent,
): Promise<Answer> {
	return new Promise((done) => {
		const { port } = new URL(origin)
		const lengths = body || method === 'POST' ? { 'Content-Length': Buffer.byteLength(body) } : {}
		const sending = request({
			host: '127.0.0.1',
			port,
			agent,
			method,
			path,
			timeout: 30_000,
			headers: { Host: `localhost:${port}`, ...lengths, ...Object.fromEntries(headers) },
		})
		const answered = ({ statusCode = 0, headers }: IncomingMessage) =>
			done({ status: statusCode, headers })
		sending.on('response', (response) => {
			response.resume()
			response.on('close', () => answered(response))
		})
		// A client that is reset while it writes may lose its answer. These requests are short enough for the buffers
		// of the system: more than 16 kB of headers get their 431.
		sending.on('error', ({ message }) => done({ status: 0, headers: {}, silence: message }))
		sending.on('timeout', () => sending.destroy(new Error('30 seconds of silence')))
		sending.end(body)
	})
}

function speak(origin: string, bytes: string): Promise<Answer> {
	return new Promise((done) => {
		let heard = ''
		let silence = 'the end'
		const socket = connect(Number(new URL(origin).port), '127.0.0.1', () => socket.write(bytes))
		socket.setTimeout(30_000, () => socket.destroy(new Error('30 seconds of silence')))
		socket.on('data', (part) => (heard += part.toString('latin1')))
		// The server may hang up while the rest is on its way; its answer has come before.
		socket.on('error', ({ message }) => (silence = message))
		socket.on('close', () => done({ ...read(heard), silence }))
	})
}

function read(heard: string): Answer {
	const [head = ''] = heard.split('\r\n\r\n', 1)
	const [first = '', ...lines] = head.split('\r\n')
	const headers = lines.map((line) => line.split(/:\s*/, 2))
	return {
		status: Number(/^HTTP\/1\.1 (\d{3})/.exec(first)?.[1] ?? 0),
		headers: Object.fromEntries(headers.map(([name = '', value]) => [name.toLowerCase(), value])),
	}
}

function shown({ method, path, headers, body, bytes }: Fuzzed): string {
	return JSON.stringify(bytes ?? { method, path, headers, body }).slice(0, 600)
}

/** Returns the server's output without the expected lines. */
async function printedPast(dataDir: string): Promise<string[]> {
	const lines = (await readFile(join(dataDir, 'output.log'), 'utf8')).split('\n')
	const isFine = /^(\{"level":[1-4]0,.*\}|sandbox listening .*|)$/
	return lines.filter((line) => !isFine.test(line)).map((line) => line.slice(0, 600))
}
