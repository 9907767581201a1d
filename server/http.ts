import { createServer, type IncomingMessage, type Server } from 'node:http'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { writeReadableStreamToWritable } from '@react-router/node'
import compression from 'compression'
import express, {
	type ErrorRequestHandler,
	type Request as Incoming,
	type RequestHandler,
	type Response as Outgoing,
} from 'express'
import { createRequestHandler, type ServerBuild } from 'react-router'
import type { Env } from '#app/gateways/environment.ts'
import { log, withoutTokens } from '#app/gateways/log.server.ts'
import { listen } from './listen.ts'

/** What is served: the built shop, or what Vite makes of the sources. */
export type Site = {
	build: ServerBuild | (() => Promise<ServerBuild>)
	/** The folder of the built client files. */
	clientDir?: string
	/** Answers before the shop does (Vite's files during development). */
	before?: RequestHandler
	/** Frees what the shop holds, once the last request has been answered. */
	close: () => Promise<void>
}

/**
 * Serves the site at `HOST` and `PORT` until the returned function is called: it takes no more
 * connections, lets what has begun finish (25 s at most), then closes the site.
 */
export async function serve(env: Env, site: Site): Promise<() => Promise<void>> {
	const state = { closing: false }
	const app = createApp(env, site, state)
	const servers = await listen(env.HOST, env.PORT, () => createHttpServer(app))

	return async function close() {
		if (state.closing) return
		state.closing = true
		await Promise.all(servers.map(drain))
		await site.close()
	}
}

/** What the shop itself does at start (migrate, apply the venue, work on jobs); returns how to end it. */
export async function openSite(build: ServerBuild) {
	const { open } = build.entry.module as unknown as {
		open: () => Promise<{ close(): Promise<void> }>
	}
	const { close } = await open()
	return close
}

const SECOND = 1000
const KILOBYTE = 1024

/** A client that is slower than this is not a browser (faults F15, E19). */
const LIMITS = {
	headersTimeout: 10 * SECOND,
	requestTimeout: 30 * SECOND,
	connectionsCheckingInterval: 2 * SECOND,
	keepAliveTimeout: 65 * SECOND,
	maxHeaderSize: 16 * KILOBYTE,
}
const IDLE_SOCKET = 120 * SECOND
const DRAIN = 25 * SECOND
const HEADERS = 100
const BODY = 64 * KILOBYTE
const WEBHOOK_BODY = 256 * KILOBYTE

function createHttpServer(app: express.Express) {
	const server = createServer(LIMITS, app)
	server.timeout = IDLE_SOCKET
	return server
}

function createApp(env: Env, site: Site, state: { closing: boolean }) {
	const app = express()
	app.disable('x-powered-by')
	if (env.TRUST_PROXY !== undefined) app.set('trust proxy', env.TRUST_PROXY)

	app.use((_request, response, next) => {
		if (state.closing) response.set('Connection', 'close')
		next()
	})
	app.use(ownHostOnly(env))
	app.use(plausibleOnly)
	app.use(compression({ level: 1 }))
	if (site.before) app.use(site.before)
	if (site.clientDir) app.use(files(site.clientDir))
	app.use(logRequest)
	app.use(answerWith(env, site))
	app.use(failure)
	return app
}

/** Health checks come from machines that know the address only. */
const ANY_HOST = new Set(['/healthz', '/readyz'])
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** A foreign name in `Host` would end up in links and lets other pages reach into a local shop. */
function ownHostOnly({ APP_ORIGIN, HOST }: Env): RequestHandler {
	const own = new URL(APP_ORIGIN).host
	return (request, response, next) => {
		const host = request.headers.host ?? ''
		const name = host.replace(/:\d*$/, '')
		const known = host === own || name === HOST || LOOPBACK.has(name) || ANY_HOST.has(request.path)
		if (known) next()
		else refuse(response, 421, `This shop answers at ${APP_ORIGIN}`)
	}
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

const plausibleOnly: RequestHandler = (request, response, next) => {
	if (request.rawHeaders.length > HEADERS * 2) return refuse(response, 431, 'Too many headers')
	if (!METHODS.has(request.method)) return refuse(response, 405, 'Method not allowed')
	if (!request.originalUrl.startsWith('/')) return refuse(response, 400, 'Bad request')
	next()
}

/** What the build has named by its content never changes; the rest of `public/` may. */
function files(clientDir: string): RequestHandler {
	const options = {
		index: false,
		redirect: false,
		setHeaders: (response: Outgoing) => response.set('X-Content-Type-Options', 'nosniff'),
	}
	return express
		.Router()
		.use(
			'/assets',
			express.static(join(clientDir, 'assets'), { ...options, immutable: true, maxAge: '1y' }),
		)
		.use(express.static(clientDir, { ...options, maxAge: '1h' }))
}

const logRequest: RequestHandler = (request, response, next) => {
	const begin = performance.now()
	response.once('close', () => {
		const status = response.statusCode
		const line = {
			method: request.method,
			path: withoutTokens(request.path),
			status,
			ms: Math.round(performance.now() - begin),
		}
		if (status >= 500) log.error(line, 'request failed')
		else log.debug(line, 'request')
	})
	next()
}

function answerWith(env: Env, { build, clientDir }: Site): RequestHandler {
	const handle = createRequestHandler(build, clientDir ? 'production' : 'development')

	return async (incoming, outgoing) => {
		const body = await readBody(incoming)
		if (body === 'too large') return refuse(outgoing, 413, 'The request is too large')
		if (body === 'gone') return

		const left = new AbortController()
		outgoing.once('close', () => left.abort())
		const request = toRequest(env, incoming, { body, signal: left.signal })
		await send(await handle(request), outgoing)
	}
}

type Body = Buffer<ArrayBuffer>

/**
 * The whole body, before anything of the shop works for it: a slow or endless one costs a buffer of
 * bounded size and nothing else. The rest of one that is too large is read and thrown away, so that
 * its sender gets to see the answer (`requestTimeout` ends it).
 */
function readBody(request: IncomingMessage): Promise<Body | 'too large' | 'gone'> {
	const limit = request.url?.startsWith('/api/payments/') ? WEBHOOK_BODY : BODY
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

/**
 * The request as the shop sees it. Its origin is the one visitors see, also behind a proxy that ends
 * TLS or calls us by an inner name. A shop that lives on this machine may be called by each of its
 * names.
 */
function toRequest(
	env: Env,
	incoming: Incoming,
	{ body, signal }: { body: Body; signal: AbortSignal },
) {
	const own = new URL(env.APP_ORIGIN)
	const host = incoming.headers.host
	const local = own.protocol === 'http:' && LOOPBACK.has(own.hostname) && host
	const origin = local ? `http://${host}` : own.origin

	const headers = new Headers()
	for (const [name, value] of Object.entries(incoming.headers)) {
		if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value)
	}
	headers.set('host', new URL(origin).host)
	headers.set('x-client-ip', incoming.ip ?? '')

	const { method } = incoming
	return new Request(origin + incoming.originalUrl, {
		method,
		headers,
		signal,
		...(method !== 'GET' && method !== 'HEAD' && { body }),
	})
}

async function send(response: Response, outgoing: Outgoing) {
	outgoing.statusMessage = response.statusText
	outgoing.status(response.status)
	for (const [name, value] of response.headers) outgoing.appendHeader(name, value)
	try {
		if (response.body) await writeReadableStreamToWritable(response.body, outgoing)
		else outgoing.end()
	} catch (error) {
		// A visitor who has left is no failure.
		if (!outgoing.destroyed) throw error
	}
}

function refuse(response: Outgoing, status: number, line: string) {
	response.status(status).type('text/plain').send(`${line}\n`)
}

/** What even the error screen could not answer. Express knows an error handler by its four parameters. */
const failure: ErrorRequestHandler = (error, _request, response, _next) => {
	const status = Number(error?.status) || 500
	if (status >= 500) log.error({ err: error }, 'request failed')
	if (response.headersSent) response.destroy()
	else refuse(response, status, status >= 500 ? 'Internal error' : 'Bad request')
}

async function drain(server: Server) {
	const closed = new Promise<boolean>((done) => server.close(() => done(true)))
	const end = performance.now() + DRAIN
	while (performance.now() < end) {
		server.closeIdleConnections()
		if (await Promise.race([closed, delay(50, false)])) return
	}
	server.closeAllConnections()
}
