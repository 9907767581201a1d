import { createContext, type MiddlewareFunction, type RouterContextProvider } from 'react-router'

import { inRequest, newRequestId } from '#app/gateways/request-id.server.ts'

const idContext = createContext('')

/** The name that the server gave this request, which its answer says. */
export function nameRequest(context: RouterContextProvider, id: string): void {
	context.set(idContext, id)
}

/** Under which name the log knows this request. */
export function requestIdOf(context: Readonly<RouterContextProvider>): string {
	return context.get(idContext)
}

/**
 * Outermost, so that what the others log bears the name as well. A server that gives none (`react-router-serve`)
 * gets one here.
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
