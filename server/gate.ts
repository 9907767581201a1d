import type { RequestHandler, Response as Outgoing } from 'express'

import type { Env } from '#app/gateways/environment.ts'

const HEADERS = 100
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Health checks and Prometheus are machines that know the address only. */
const ANY_HOST = new Set(['/healthz', '/readyz', '/metrics'])

/** Refuses what no browser sends, and answers what needs no shop (faults E19, H13). */
export const plausibleOnly: RequestHandler = (request, response, next) => {
	const { method, headers, originalUrl, rawHeaders } = request
	if (rawHeaders.length > HEADERS * 2) return answerPlainly(response, 431, 'Too many headers')
	if (!METHODS.has(method)) return answerPlainly(response, 405, 'Method not allowed')
	if (!originalUrl.startsWith('/')) return answerPlainly(response, 400, 'Bad request')
	if (method === 'OPTIONS') {
		response.set('Allow', 'GET, HEAD, POST, OPTIONS').status(204).end()
		return
	}
	// React Router answers 400 by itself where this is no address; 'null' is refused by the shop, with its page.
	if (headers.origin !== undefined && !URL.canParse(headers.origin)) headers.origin = 'null'
	next()
}

/**
 * Refuses a foreign name in `Host`: it would end up in links, and lets other pages reach into a local
 * shop. What passes carries the host of the address visitors see, also where a proxy calls us by an
 * inner name; a shop that lives on this machine may be called by each of its names.
 */
export function ownHostOnly({ APP_ORIGIN, HOST }: Env): RequestHandler {
	const own = new URL(APP_ORIGIN)
	const isLocal = own.protocol === 'http:' && LOOPBACK.has(own.hostname)
	return (request, response, next) => {
		const host = canonicalHost(request.headers.host ?? '', own.protocol)
		const name = host?.replace(/:\d+$/, '') ?? ''
		const isKnown = host === own.host || name === HOST || LOOPBACK.has(name)
		if (!isKnown && !ANY_HOST.has(request.path)) {
			if (host === undefined) answerPlainly(response, 400, 'Bad request')
			else answerPlainly(response, 421, `This shop answers at ${APP_ORIGIN}`)
			return
		}
		request.headers.host = isLocal && isKnown && host ? host : own.host
		next()
	}
}

/** An answer that needs no page: programs get it, or browsers that were made to send nonsense. */
export function answerPlainly(response: Outgoing, status: number, line: string) {
	response.set({
		'Content-Security-Policy': "default-src 'none'",
		'X-Content-Type-Options': 'nosniff',
		'Cache-Control': 'no-store',
	})
	response.status(status).type('text/plain').send(`${line}\n`)
}

/** In small letters and without the port that goes without saying; undefined for what is no host. */
function canonicalHost(host: string, protocol: string) {
	if (!/^([\w.-]+|\[[\da-f:.]+\])(:\d*)?$/i.test(host)) return undefined
	const url = `${protocol}//${host}`
	return URL.canParse(url) ? new URL(url).host : undefined
}
