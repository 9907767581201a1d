import type { ServerResponse } from 'node:http'

import type { RequestHandler } from 'express'

import type { Env } from '#app/gateways/environment.ts'
import { securityHeaders } from '#app/http/security-headers.server.ts'

const HEADERS = 100
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Paths that are answered under any `Host`: health checks and Prometheus know the server's network address only. */
const ANY_HOST = new Set(['/healthz', '/readyz', '/metrics'])

/** The headers of answers that are no page. Opened in a browser, such an answer loads nothing and runs nothing. */
export const plainHeaders = {
	...securityHeaders(''),
	'Content-Security-Policy': "default-src 'none'",
}

/** Sets the security headers on every answer; a handler that knows better ones replaces them (faults M10). */
export const headersFirst: RequestHandler = (_request, response, next) => {
	setHeaders(response, plainHeaders)
	next()
}

/** The most characters that are read of a header that lists what a browser accepts; browsers send about 150. */
const LONGEST_LIST = 1000
const lists = ['accept', 'accept-encoding', 'accept-language'] as const

/** Refuses requests that no browser sends, and answers those that need no shop (faults E19, H13). */
export const plausibleOnly: RequestHandler = (request, response, next) => {
	const { method, headers, originalUrl, rawHeaders } = request
	if (rawHeaders.length > HEADERS * 2) return answerPlainly(response, 431, 'Too many headers')
	if (!METHODS.has(method)) return answerPlainly(response, 405, 'Method not allowed')
	if (!originalUrl.startsWith('/')) return answerPlainly(response, 400, 'Bad request')
	if (method === 'OPTIONS') {
		response.set('Allow', 'GET, HEAD, POST, OPTIONS').status(204).end()
		return
	}
	// With two `Host` headers a proxy could read one and the shop the other.
	if (countNames(rawHeaders, 'host') > 1) return answerPlainly(response, 400, 'Bad request')
	// The time to weigh the entries of such a list grows with their number (faults M3).
	for (const name of lists) {
		const list = headers[name]
		if (list && list.length > LONGEST_LIST) headers[name] = list.slice(0, LONGEST_LIST)
	}
	const senders = headers['x-forwarded-for']
	if (typeof senders === 'string' && senders.length > LONGEST_LIST)
		headers['x-forwarded-for'] = nearestOf(senders)
	// Of several content types a `Request` reads the last one, whose fields are not counted (faults M4): without any type
	// the body is no form.
	if (headers['content-type']?.includes(',')) delete headers['content-type']
	// React Router answers 400 by itself for an origin that is no address; 'null' is refused by the shop, with its
	// page.
	if (headers.origin !== undefined && !URL.canParse(headers.origin)) headers.origin = 'null'
	next()
}

/**
 * Returns the last addresses of an `X-Forwarded-For`, about 1,000 characters. Each proxy appends to it; addresses far
 * ahead of the last ones are not to be trusted.
 */
function nearestOf(senders: string): string {
	return senders.slice(-LONGEST_LIST).replace(/^[^,]*,/, '')
}

/**
 * Makes the handler that refuses a foreign name in `Host`, which would end up in links and would let other pages reach
 * into a local shop. An accepted request gets the host of the public address, also where a proxy uses an inner name; a
 * shop on this machine may be called by each of the machine's names.
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

/** Answers with one line of text and no page, for programs and for browsers that were made to send nonsense. */
export function answerPlainly(response: ServerResponse, status: number, line: string) {
	for (const name of ['Content-Encoding', 'ETag', 'Last-Modified']) response.removeHeader(name)
	setHeaders(response, { ...plainHeaders, ...plainText })
	response.statusCode = status
	response.end(`${line}\n`)
}

export const plainText = {
	'Content-Type': 'text/plain; charset=utf-8',
	'Cache-Control': 'no-store',
}

function setHeaders(response: ServerResponse, headers: Record<string, string>) {
	for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
}

/**
 * Counts how often a header is in `rawHeaders`, which holds names and values in turn. Node's `headers` keep the first
 * of some headers and drop the others.
 */
function countNames(rawHeaders: string[], wanted: string): number {
	return rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === wanted).length
}

/** Returns a host in lower case and without the default port; undefined for text that is no host. */
function canonicalHost(host: string, protocol: string) {
	if (!/^([\w.-]+|\[[\da-f:.]+\])(:\d*)?$/i.test(host)) return undefined
	const url = `${protocol}//${host}`
	return URL.canParse(url) ? new URL(url).host : undefined
}
