import type { MiddlewareFunction } from 'react-router'

import { inRequest, newRequestId } from '#app/gateways/request-id.server.ts'
import { noteRequestId, requestIdOf } from '#app/http/arrival.server.ts'

/**
 * Runs a request under its id for the log. It is the outermost middleware, so that the log lines of the others hold the
 * id as well. Makes an id when the server gave none (`react-router-serve`).
 */
export const requestIdMiddleware: MiddlewareFunction<Response> = async ({ context }, next) => {
	const given = requestIdOf(context)
	if (given) return inRequest(given, next)
	const id = newRequestId()
	noteRequestId(context, id)
	const response = await inRequest(id, next)
	response.headers.set('X-Request-Id', id)
	return response
}
