import { createContext, type MiddlewareFunction, type RouterContextProvider } from 'react-router'

import { inRequest, newRequestId } from '#app/gateways/request-id.server.ts'

const idContext = createContext('')

/** Notes the id that the server gave this request; its answer holds it. */
export function nameRequest(context: RouterContextProvider, id: string): void {
	context.set(idContext, id)
}

/** Returns the id of this request in the log. */
export function requestIdOf(context: Readonly<RouterContextProvider>): string {
	return context.get(idContext)
}

/**
 * Runs the request under its id. Outermost, so that the other middlewares' log lines hold it as well. Makes an id when
 * the server gave none (`react-router-serve`).
 */
export const requestIdMiddleware: MiddlewareFunction<Response> = async ({ context }, next) => {
	const given = requestIdOf(context)
	if (given) return inRequest(given, next)
	const id = newRequestId()
	context.set(idContext, id)
	const response = await inRequest(id, next)
	response.headers.set('X-Request-Id', id)
	return response
}
