import { randomBytes } from 'node:crypto'

import {
	createContext,
	data,
	type MiddlewareFunction,
	type RouterContextProvider,
} from 'react-router'

import { env } from '#app/gateways/env.server.ts'

const nonceContext = createContext('')

/** The one value that lets this answer's own inline scripts run. Each answer has another. */
export function nonceOf(context: Readonly<RouterContextProvider>): string {
	return context.get(nonceContext)
}

/** The headers of every answer. Outermost: it also sees what the others answer instead of the page. */
export const securityMiddleware: MiddlewareFunction<Response> = async ({ context }, next) => {
	context.set(nonceContext, newNonce())
	const response = await next()
	for (const [name, value] of Object.entries(securityHeaders(nonceOf(context)))) {
		if (!response.headers.has(name)) response.headers.set(name, value)
	}
	return response
}

export function newNonce(): string {
	return randomBytes(16).toString('base64url')
}

/** For answers that no middleware has seen. */
export function securityHeaders(nonce: string): Record<string, string> {
	return {
		'Content-Security-Policy': contentSecurityPolicy(nonce),
		// Not `no-referrer`: with it Chromium posts our own forms with `Origin: null`.
		'Referrer-Policy': 'same-origin',
		'X-Content-Type-Options': 'nosniff',
		'X-Frame-Options': 'DENY',
		'Cross-Origin-Opener-Policy': 'same-origin',
		'Cross-Origin-Resource-Policy': 'same-origin',
		'Permissions-Policy':
			'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
		'Cache-Control': 'private, no-store',
		...(env.APP_ORIGIN.startsWith('https:') && {
			'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
		}),
	}
}

/**
 * Changes are taken from our own pages only: a browser says with every post where it comes from. Addresses
 * with a proof of their own are exempt: providers sign or send a token, and the sign-in calls carry a token,
 * so that a missing origin will do there.
 */
export const sameOriginMiddleware: MiddlewareFunction<Response> = async ({ request }, next) => {
	const { pathname, origin } = new URL(request.url)
	if (isSafe(request.method) || isForProviders(pathname)) return next()
	if (isOwn(request.headers, origin, pathname.startsWith('/api/auth/'))) return next()
	if (pathname.startsWith('/api/'))
		return Response.json({ statusCode: 403, message: 'Forbidden' }, { status: 403 })
	throw data(null, 403)
}

function isSafe(method: string) {
	return method === 'GET' || method === 'HEAD' || method === 'OPTIONS'
}

/** Where providers post to, whatever they send. */
export function isForProviders(pathname: string) {
	return (
		pathname.startsWith('/api/payments/') || /^\/checkout\/success\/(stripe|paypal)$/.test(pathname)
	)
}

function isOwn(headers: Headers, requested: string, mayBeSilent: boolean) {
	const site = headers.get('Sec-Fetch-Site')
	if (site === 'cross-site' || site === 'same-site') return false
	const origin = headers.get('Origin')
	return origin === null ? mayBeSilent : origin === env.APP_ORIGIN || origin === requested
}

const isDevelopment = env.NODE_ENV === 'development'

/** All of it but for the nonce, which is another one for each answer. */
const [policyBefore = '', policyAfter = ''] = Object.entries({
	'default-src': "'self'",
	'script-src': "'self' 'nonce-{nonce}'",
	// The development server puts styles into the page by script and listens on a socket.
	'style-src': isDevelopment ? "'self' 'unsafe-inline'" : "'self'",
	'connect-src': isDevelopment ? "'self' ws:" : "'self'",
	'img-src': "'self' data:",
	// Chromium counts every redirect that follows a post: the way to a payment provider is a link of its own page.
	'form-action': "'self'",
	'frame-ancestors': "'none'",
	'base-uri': "'none'",
	'object-src': "'none'",
})
	.map(([directive, value]) => `${directive} ${value}`)
	.join('; ')
	.split('{nonce}')

function contentSecurityPolicy(nonce: string) {
	return policyBefore + nonce + policyAfter
}
