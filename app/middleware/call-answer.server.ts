import type { MiddlewareFunction } from 'react-router'

import { siteOrigin } from '#app/http/origin.server.ts'

/**
 * Gives every refusal of the sign-in calls (`api/auth`) an absolute `url`, which their clients read out of any answer.
 * The calls' own answers have one; it is added to refusals by other middlewares, such as those of a foreign origin or
 * of a database that is away. So it runs outside of all middlewares that may refuse.
 */
export const callAnswerMiddleware: MiddlewareFunction<Response> = async (
	{ request, pattern },
	next,
) => {
	const response = await next()
	if (request.method !== 'POST' || pattern !== 'api/auth/*') return response
	if (response.status < 400) return response

	const error = response.status === 403 ? 'AccessDenied' : 'Default'
	const told = await response.json().catch(() => ({}))
	const headers = new Headers(response.headers)
	for (const name of ['Content-Type', 'Content-Length']) headers.delete(name)
	headers.set('Cache-Control', 'private, no-cache, no-store')
	return Response.json(
		{ url: `${siteOrigin}/api/auth/error?error=${error}`, ...told },
		{ status: response.status, headers },
	)
}
