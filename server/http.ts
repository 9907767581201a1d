import { createServer } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'

import compression from 'compression'
import express, { type ErrorRequestHandler, type RequestHandler } from 'express'

import type { Env } from '#app/gateways/environment.ts'
import { log, withoutTokens } from '#app/gateways/log.server.ts'

import { type Drain, followConnections } from './drain.ts'
import { files } from './files.ts'
import { answerPlainly, headersFirst, ownHostOnly, plausibleOnly } from './gate.ts'
import { type HealthCheck, watchHealth } from './health-check.ts'
import { listen } from './listen.ts'
import type { MostFieldsOf } from './readable.ts'
import { nameRequest, requestIdOf } from './request-id.ts'
import type { Close } from './run.ts'
import { answerWith, type Build, giveReady } from './shop.ts'
import { answerOnWire } from './wire.ts'

/** The site to serve: the built shop, or Vite's build of the sources. */
export type Site = {
	build: Build
	/** The folder of the built client files. */
	clientDir?: string
	/** The handler that comes before the shop's: that of Vite's files during development. */
	before?: RequestHandler
	/** Returns the most fields of a form by its path; given for a site with larger forms than the shop's. */
	mostFieldsOf?: MostFieldsOf
	/** The check by which the server notices that it is unhealthy; none during development. */
	healthCheck?: HealthCheck
	/** Frees the shop's resources, once the last request has been answered. */
	close: () => Promise<void>
}

/**
 * Serves the site at `HOST` and `PORT` until the returned function is called. Then `/readyz` says 503 while everything
 * is still served, so that a balancer sends its visitors elsewhere; after `drainDelay` seconds no more connections are
 * taken, and running requests are finished (25 s at most).
 */
export async function serve(env: Env, site: Site): Promise<Close> {
	const state = { isEnding: false }
	const app = createApp(env, site, state)
	const drains: Drain[] = []
	await listen(env.HOST, env.PORT, () => {
		const server = createServer(LIMITS, app)
		server.timeout = IDLE_SOCKET
		answerOnWire(server)
		drains.push(followConnections(server))
		return server
	})

	const stopChecking = site.healthCheck && watchHealth(app, site.healthCheck)

	return async function close(drainDelay = env.DRAIN_DELAY) {
		if (state.isEnding) return
		state.isEnding = true
		stopChecking?.()
		for (const drain of drains) drain.announce()
		await delay(drainDelay * SECOND)
		await Promise.all(drains.map((drain) => drain.finish(LAST_REQUESTS)))
		await site.close()
	}
}

const SECOND = 1000

/**
 * The limits of a connection, in milliseconds and bytes: a client that is slower, or sends larger headers, is not a
 * browser (faults F15, E19).
 */
const LIMITS = {
	headersTimeout: 10 * SECOND,
	requestTimeout: 30 * SECOND,
	connectionsCheckingInterval: 2 * SECOND,
	keepAliveTimeout: 65 * SECOND,
	maxHeaderSize: 16_384,
	// A request without `Host` is refused by `ownHostOnly`, with our headers.
	requireHostHeader: false,
}
const IDLE_SOCKET = 120 * SECOND
/** The seconds that requests have to be finished when the server ends. */
const LAST_REQUESTS = 25

function createApp(env: Env, site: Site, state: { isEnding: boolean }) {
	const app = express()
	app.disable('x-powered-by')
	if (env.TRUST_PROXY !== undefined) app.set('trust proxy', env.TRUST_PROXY)

	app.use(headersFirst)
	app.use(nameRequest)
	app.use(plausibleOnly)
	app.use(ownHostOnly(env))
	app.get('/readyz', (_request, response, next) => {
		if (state.isEnding) answerPlainly(response, 503, 'This server is about to end')
		else next()
	})
	app.use(logRequest)
	if (typeof site.build !== 'function') app.get('/', giveReady(site.build))
	app.use(compression({ level: 1 }))
	if (site.before) app.use(site.before)
	if (site.clientDir) app.use(files(site.clientDir))
	const mode = site.clientDir ? 'production' : 'development'
	app.use(answerWith(env, site.build, mode, site.mostFieldsOf))
	app.use(failure)
	return app
}

const logRequest: RequestHandler = (request, response, next) => {
	const begin = performance.now()
	response.once('close', () => {
		const status = response.statusCode
		const line = {
			request: requestIdOf(response),
			method: request.method,
			path: withoutTokens(request.path),
			status,
			ms: Math.round(performance.now() - begin),
		}
		// A response with Retry-After (overload, database away) is already logged where it is made.
		if (status >= 500 && !response.hasHeader('Retry-After')) log.error(line, 'request failed')
		else log.debug(line, 'request')
	})
	next()
}

/**
 * Answers a request with one line for an error that the error screen could not show. Express recognizes an error
 * handler by its four parameters.
 */
const failure: ErrorRequestHandler = (error, _request, response, _next) => {
	const status = Number(error?.status) || 500
	const request = requestIdOf(response)
	if (status >= 500) log.error({ err: error, request }, 'request failed')
	if (response.headersSent) response.destroy()
	else answerPlainly(response, status, status >= 500 ? `Internal error ${request}` : 'Bad request')
}
