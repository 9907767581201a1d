import { createContext, type MiddlewareFunction, type RouterContextProvider } from 'react-router'

import { isUnavailable } from '#app/db/errors.server.ts'
import { serverTimed } from '#app/http/server-timing.server.ts'

type Context = Readonly<RouterContextProvider>

const awayContext = createContext(false)

/**
 * Returns the kind of an error that a loader or an action threw, and notes an outage of the database ('unavailable')
 * for the answer's status, before the error screen is made of it.
 */
export function noteError(error: unknown, context: Context): 'unavailable' | 'bug' {
	if (!isUnavailable(error)) return 'bug'
	context.set(awayContext, true)
	return 'unavailable'
}

/** True when the page of this request reports an outage of the database. */
export function isUnavailableNow(context: Context): boolean {
	return context.get(awayContext)
}

/**
 * Answers 503 with Retry-After when the database was away: the page of the error would have said 500, as for a bug.
 */
export const availabilityMiddleware: MiddlewareFunction<Response> = async ({ context }, next) => {
	const { value: response, headers } = await serverTimed(() =>
		next().catch((error: unknown) => {
			if (noteError(error, context) === 'bug') throw error
			return new Response()
		}),
	)
	if (isUnavailableNow(context)) return unavailable(response)
	for (const [name, value] of Object.entries(headers)) response.headers.append(name, value)
	return response
}

/**
 * Makes the 503 answer of an outage: a page keeps its error screen, which needs no database; a program's request gets
 * one line.
 */
async function unavailable(response: Response): Promise<Response> {
	const isPage = response.headers.get('Content-Type')?.startsWith('text/html') ?? false
	if (!isPage) await response.body?.cancel()
	const headers = new Headers(isPage ? response.headers : { 'Content-Type': 'text/plain' })
	headers.set('Retry-After', '2')
	headers.set('Cache-Control', 'no-store')
	return new Response(isPage ? response.body : 'The database is away\n', { status: 503, headers })
}
