import { AsyncLocalStorage } from 'node:async_hooks'

import type { MiddlewareFunction } from 'react-router'

import { isUnavailable } from '#app/db/errors.server.ts'
import { type Counted, countRoundTrips } from '#app/db/round-trips.server.ts'

const noted = new AsyncLocalStorage<{ isUnavailable: boolean }>()

/** Told of every error that a loader or an action threw, before the error screen is made of it. */
export function noteError(error: unknown): 'unavailable' | 'bug' {
	if (!isUnavailable(error)) return 'bug'
	const here = noted.getStore()
	if (here) here.isUnavailable = true
	return 'unavailable'
}

/** Whether the page that is being made is the one that says so. */
export function isUnavailableNow(): boolean {
	return noted.getStore()?.isUnavailable ?? false
}

/**
 * A database that is away is no bug: whatever page came of it, the answer is 503 and soon good again.
 * Says with each answer how many round trips to the database it took, and how many statements.
 */
export const availabilityMiddleware: MiddlewareFunction<Response> = async (_, next) => {
	const here = { isUnavailable: false }
	const { value: response, ...counted } = await noted.run(here, () =>
		countRoundTrips(() =>
			next().catch((error: unknown) => {
				if (noteError(error) === 'bug') throw error
				return new Response()
			}),
		),
	)
	if (here.isUnavailable) return unavailable(response)
	response.headers.append('Server-Timing', serverTiming(counted))
	return response
}

export function serverTiming({ roundTrips, statements }: Counted): string {
	return `db;desc="${roundTrips}", sql;desc="${statements}"`
}

/** A page keeps its error screen, which needs no database; what a program asks for is one line. */
async function unavailable(response: Response): Promise<Response> {
	const isPage = response.headers.get('Content-Type')?.startsWith('text/html') ?? false
	if (!isPage) await response.body?.cancel()
	const headers = new Headers(isPage ? response.headers : { 'Content-Type': 'text/plain' })
	headers.set('Retry-After', '2')
	headers.set('Cache-Control', 'no-store')
	return new Response(isPage ? response.body : 'The database is away\n', { status: 503, headers })
}
