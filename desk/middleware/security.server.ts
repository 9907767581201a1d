import {
	createContext,
	data,
	redirect,
	type MiddlewareFunction,
	type RouterContextProvider,
} from 'react-router'

import { newNonce } from '#app/middleware/security.server.ts'
import { deskOrigin } from '#desk/http/origin.server.ts'
import { deskHeaders } from '#desk/http/security-headers.server.ts'
import type { DeskMessage } from '#desk/i18n/words.ts'

const nonceContext = createContext('')

/**
 * Returns the nonce of this answer: the random text that lets the answer's own inline scripts run. It is '' where no
 * middleware has run.
 */
export function nonceOf(context: Readonly<RouterContextProvider>): string {
	return context.get(nonceContext)
}

/**
 * Adds the desk's security headers to every answer, except those that its route has set. With them browsers store no
 * page.
 */
export const securityMiddleware: MiddlewareFunction<Response> = async ({ context }, next) => {
	context.set(nonceContext, newNonce())
	const response = await next()
	for (const [name, value] of Object.entries(deskHeaders(nonceOf(context)))) {
		if (!response.headers.has(name)) response.headers.set(name, value)
	}
	return response
}

/**
 * Redirects a page that was asked for by another name of this machine to `DESK_ORIGIN`: cookies, passkeys and forms
 * belong to that name alone.
 */
export const ownNameMiddleware: MiddlewareFunction<Response> = (
	{ request, url, pattern },
	next,
) => {
	const isProgram = forPrograms.has(pattern) || request.method !== 'GET'
	if (url.origin === deskOrigin || isProgram) return next()
	throw redirect(`${deskOrigin}${url.pathname}${url.search}`)
}

/**
 * The routes that programs read. They are not redirected: health checks and Prometheus know the machine by its address
 * alone.
 */
const forPrograms = new Set(['healthz', 'readyz', 'metrics'])

const foreign: DeskMessage = { key: 'error.foreign' }

/**
 * Accepts changes from the desk's own pages only (faults N110). A browser sends its origin with every post. The shop's
 * pages are same-site with the desk's, on another port or another name of one domain, so that `SameSite` does not keep
 * them out.
 */
export const sameOriginMiddleware: MiddlewareFunction<Response> = ({ request }, next) => {
	if (request.method === 'GET' || request.method === 'HEAD') return next()
	const site = request.headers.get('Sec-Fetch-Site')
	const isOwn = request.headers.get('Origin') === deskOrigin
	if (!isOwn || site === 'cross-site' || site === 'same-site') throw data(foreign, 403)
	return next()
}
