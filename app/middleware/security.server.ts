import { randomBytes } from 'node:crypto'

import {
	createContext,
	data,
	type MiddlewareFunction,
	type RouterContextProvider,
} from 'react-router'

import { env } from '#app/gateways/env.server.ts'
import { securityHeaders } from '#app/http/security-headers.server.ts'
import { providerNames } from '#app/models/provider.ts'

const nonceContext = createContext('')

/** Returns the nonce of this answer: the one value that lets the answer's own inline scripts run. */
export function nonceOf(context: Readonly<RouterContextProvider>): string {
	return context.get(nonceContext)
}

/**
 * Adds the security headers to every answer, also to answers that other middlewares give instead of the page, because
 * it runs outside of those.
 */
export const securityMiddleware: MiddlewareFunction<Response> = async ({ context }, next) => {
	context.set(nonceContext, newNonce())
	const response = await next()
	for (const [name, value] of Object.entries(securityHeaders(nonceOf(context)))) {
		if (!response.headers.has(name)) response.headers.set(name, value)
	}
	// A shared cache would give one visitor's cookie to the next (faults M11).
	if (response.headers.has('Set-Cookie') && isPublic(response.headers))
		response.headers.set('Cache-Control', 'private, no-store')
	return response
}

function isPublic(headers: Headers): boolean {
	return /\bpublic\b/i.test(headers.get('Cache-Control') ?? '')
}

export function newNonce(): string {
	return randomBytes(16).toString('base64url')
}

/**
 * Accepts changes from our own pages only: a browser sends its origin with every post. Addresses with a proof of their
 * own are exempt: providers sign or send a token. The sign-in calls carry a token, so that they are accepted without an
 * origin, though not from a foreign one.
 */
export const sameOriginMiddleware: MiddlewareFunction<Response> = async (
	{ request, pattern },
	next,
) => {
	const { origin } = new URL(request.url)
	if (isSafe(request.method) || isForProviders(pattern)) return next()
	if (isOwn(request.headers, origin, pattern === 'api/auth/*')) return next()
	if (pattern.startsWith('api/'))
		return Response.json({ statusCode: 403, message: 'Forbidden' }, { status: 403 })
	throw data(null, 403)
}

function isSafe(method: string) {
	return method === 'GET' || method === 'HEAD' || method === 'OPTIONS'
}

const returns: ReadonlySet<string> = new Set(
	providerNames.map((name) => `checkout/success/${name}`),
)

/**
 * True for the routes that payment providers call with requests of any form: the webhooks, and the addresses to which
 * they send visitors back.
 */
export function isForProviders(pattern: string) {
	return pattern.startsWith('api/payments/') || returns.has(pattern)
}

function isOwn(headers: Headers, requested: string, mayBeSilent: boolean) {
	const site = headers.get('Sec-Fetch-Site')
	if (site === 'cross-site' || site === 'same-site') return false
	const origin = headers.get('Origin')
	return origin === null ? mayBeSilent : origin === env.APP_ORIGIN || origin === requested
}
