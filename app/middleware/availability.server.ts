import { createContext, type MiddlewareFunction, type RouterContextProvider } from 'react-router'

import { isUnavailable } from '#app/db/errors.server.ts'
import { serverTimed } from '#app/http/server-timing.server.ts'

type Context = Readonly<RouterContextProvider>

const awayContext = createContext(false)

/** Sorts an error that a loader or an action threw, before the error screen is made of it. */
export function noteError(error: unknown, context: Context): 'unavailable' | 'bug' {
	if (!isUnavailable(error)) return 'bug'
	context.set(awayContext, true)
	return 'unavailable'
}

/** True when the page being made is the one that reports an outage. */
export function isUnavailableNow(context: Context): boolean {
	return context.get(awayContext)
}

/** Answers 503, to be tried again soon, when the database was away, whatever page came of it: an outage is no bug. */
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

/** Keeps the error screen of a page, which needs no database; a program's request gets one line. */
async function unavailable(response: Response): Promise<Response> {
	const isPage = response.headers.get('Content-Type')?.startsWith('text/html') ?? false
	if (!isPage) await response.body?.cancel()
	const headers = new Headers(isPage ? response.headers : { 'Content-Type': 'text/plain' })
	headers.set('Retry-After', '2')
	headers.set('Cache-Control', 'no-store')
	return new Response(isPage ? response.body : 'The database is away\n', { status: 503, headers })
}
