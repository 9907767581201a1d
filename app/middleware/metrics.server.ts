import type { MiddlewareFunction } from 'react-router'

import { countAnswer } from '#app/http/metrics.server.ts'

/**
 * Counts the answers of the framework for the metrics. It runs outside of the middlewares that refuse, so that their
 * refusals are counted as well.
 */
export const metricsMiddleware: MiddlewareFunction<Response> = async (
	{ request: { method }, pattern: route },
	next,
) => {
	const began = performance.now()
	const response = await next()
	countAnswer({ route, method, status: response.status }, began)
	return response
}
