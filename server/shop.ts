import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

import type { Request as Incoming, RequestHandler, Response as Outgoing } from 'express'
import type { createRequestHandler, RouterContextProvider, ServerBuild } from 'react-router'

import type { Env } from '#app/gateways/environment.ts'
import type { Arrival } from '#app/http/arrival.server.ts'
import type { Opened } from '#app/jobs/open-shop.server.ts'
import type { RawRequest, ReadyAnswer } from '#app/pages/ready-answer.server.ts'

import { type Encoding, smallestEncoding } from './encoding.ts'
import { type MostFieldsOf, readable } from './readable.ts'
import { requestIdOf } from './request-id.ts'

/** The exports of `entry.server.tsx` that shop and desk both have, beside those for React Router. */
type OwnEntry = {
	createRequestHandler: typeof createRequestHandler
	contextFor(arrival: Arrival): RouterContextProvider
}
/** The exports of the shop's `entry.server.tsx`. */
type ShopEntry = OwnEntry & {
	shop: { opened: Opened; close(): Promise<void> }
	readyAnswer(asked: RawRequest): Promise<ReadyAnswer | null>
}
/** The exports of the desk's `entry.server.tsx`, which has no `readyAnswer`: no page of the desk is cached. */
type DeskEntry = OwnEntry & { desk: { close(): Promise<void> } }

/** The built shop, or Vite's build of the sources at this moment. */
export type Build = ServerBuild | (() => Promise<ServerBuild>)

type Mode = 'production' | 'development'

/** Returns the exports of `app/entry.server.tsx` that the framework does not ask for. */
export function entryOf(build: ServerBuild) {
	return build.entry.module as unknown as ShopEntry
}

/** Returns the exports of `desk/entry.server.tsx` that the framework does not ask for. */
export function deskEntryOf(build: ServerBuild) {
	return build.entry.module as unknown as DeskEntry
}

/**
 * Makes the handler that sends a cached answer of the shop, where there is one, before anything is made of the request.
 */
export function giveReady(build: ServerBuild): RequestHandler {
	const { readyAnswer }: Partial<ShopEntry> = entryOf(build)
	if (!readyAnswer) return (_request, _outgoing, next) => next()
	return async ({ method, originalUrl: path, headers, ip: address }, outgoing, next) => {
		const ready = await readyAnswer({ method, path, headers, address })
		if (ready) outgoing.writeHead(200, ready.headers).end(ready.body)
		else next()
	}
}

const KILOBYTE = 1024
const BODY = 64 * KILOBYTE
const WEBHOOK_BODY = 256 * KILOBYTE

/**
 * Makes the handler that answers with the shop. The shop gets the request with its whole body and under its public
 * address; the sender's address travels beside it, where no header can forge it. Bodies are passed in one piece, except
 * large files: the framework's own adapter puts a stream around each, which takes longer than most answers.
 */
export function answerWith(
	env: Env,
	build: Build,
	mode: Mode,
	mostFieldsOf?: MostFieldsOf,
): RequestHandler {
	const { protocol } = new URL(env.APP_ORIGIN)
	const handle = typeof build === 'function' ? handlerOfEach(build, mode) : handlerOf(build, mode)

	return async (incoming, outgoing) => {
		const sent = await readBody(incoming)
		if (sent === 'gone') return
		const { path, body, refusal } = readable(incoming, sent, mostFieldsOf)
		const left = new AbortController()
		outgoing.once('close', () => {
			if (!outgoing.writableFinished) left.abort()
		})
		const request = asSeen(incoming, { protocol, path, body, signal: left.signal })
		const arrival = { address: incoming.ip, refusal, id: requestIdOf(outgoing) }
		await send(await handle(request, arrival), { incoming, outgoing })
	}
}

type Exchange = { incoming: Incoming; outgoing: Outgoing }
type Handle = (request: Request, arrival: Arrival) => Promise<Response>

function handlerOf(build: ServerBuild, mode: Mode): Handle {
	const { createRequestHandler, contextFor }: OwnEntry = entryOf(build)
	const handle = createRequestHandler(build, mode)
	return (request, arrival) => handle(request, contextFor(arrival))
}

/** Returns the function that handles each request with the newest build (Vite's, during development). */
function handlerOfEach(build: () => Promise<ServerBuild>, mode: Mode): Handle {
	return async (request, arrival) => handlerOf(await build(), mode)(request, arrival)
}

/**
 * Reads the whole body of a request before the shop works on it: a slow or endless one costs a buffer of bounded size
 * and nothing else. A body over the limit is read to its end and dropped ('too large'), so that its sender gets the
 * answer (`requestTimeout` ends it). 'gone': the client left.
 */
function readBody(request: IncomingMessage): Promise<Buffer | 'too large' | 'gone'> {
	const limit = webhook.test(request.url ?? '') ? WEBHOOK_BODY : BODY
	if (Number(request.headers['content-length'] ?? 0) > limit) {
		request.resume()
		return Promise.resolve('too large')
	}

	return new Promise((done) => {
		const parts: Buffer[] = []
		let size = 0
		request.on('data', (part: Buffer) => {
			size += part.length
			if (size <= limit) parts.push(part)
			else done('too large')
		})
		request.on('end', () => done(Buffer.concat(parts)))
		request.on('error', () => done('gone'))
	})
}

/** Matches the path of a provider's webhooks, in any case, as the route does. */
const webhook = /^\/api\/payments\//i

type Seen = { protocol: string; path: string; body: Buffer; signal: AbortSignal }

/** Makes the `Request` that the shop reads, under the host that `ownHostOnly` lets through. */
function asSeen({ method, headers }: Incoming, { protocol, path, body, signal }: Seen): Request {
	const hasBody = method !== 'GET' && method !== 'HEAD'
	return new Request(`${protocol}//${headers.host}${path}`, {
		method,
		headers: headersOf(headers),
		signal,
		...(hasBody && { body: new Uint8Array(body) }),
	})
}

function headersOf(sent: IncomingHttpHeaders): Headers {
	const headers = new Headers()
	for (const [name, values] of Object.entries(sent)) {
		for (const value of [values ?? []].flat()) headers.append(name, value)
	}
	return headers
}

async function send(response: Response, { incoming, outgoing }: Exchange): Promise<void> {
	if (response.body && Number(response.headers.get('Content-Length')) > IN_ONE_PIECE) {
		setHead(response, outgoing)
		// The stream ends early where its client leaves, or its file cannot be read to the end.
		await pipeline(response.body, outgoing).catch(() => outgoing.destroy())
		return
	}
	const body = response.body && Buffer.from(await response.arrayBuffer())
	if (outgoing.destroyed || outgoing.writableEnded) return
	setHead(response, outgoing)
	const isSent = body && incoming.method !== 'HEAD'
	const encoding = isSent && isPage(response, body) && smallestEncoding(incoming)
	if (encoding) outgoing.set('Content-Encoding', encoding).end(smaller[encoding](body))
	else outgoing.end(body)
}

/**
 * The bytes up to which a body is sent in one piece. A larger one is streamed: a venue's photo of twenty megabytes must
 * not lie in memory once for each of its readers (faults M5).
 */
const IN_ONE_PIECE = 1024 * KILOBYTE

function setHead(response: Response, outgoing: Outgoing): void {
	outgoing.status(response.status)
	for (const [name, value] of response.headers) {
		if (name === 'set-cookie') outgoing.append(name, value)
		else outgoing.set(name, value)
	}
}

/**
 * The functions that compress a page in one go, which takes less than the streams of `compression`; any other answer is
 * left to those. Brotli's result is a tenth smaller than gzip's.
 */
const smaller: Record<Encoding, (page: Buffer) => Buffer> = {
	br: (page) => brotliCompressSync(page, { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } }),
	gzip: (page) => gzipSync(page, { level: 1 }),
}

function isPage({ headers }: Response, body: Buffer): boolean {
	const isHtml = headers.get('Content-Type')?.startsWith('text/html') ?? false
	return isHtml && !headers.has('Content-Encoding') && body.length > KILOBYTE
}
