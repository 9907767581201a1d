import { AsyncLocalStorage } from 'node:async_hooks'

import type { MiddlewareFunction } from 'react-router'

import { isUnavailable } from '#app/db/errors.server.ts'
import { countRoundTrips } from '#app/db/round-trips.server.ts'
import { de } from '#app/i18n/de.ts'
import { en } from '#app/i18n/en.ts'

const request = new AsyncLocalStorage<{ isUnavailable: boolean }>()

/** Told of every error that a loader or an action threw, before the error screen is made of it. */
export function noteError(error: unknown): 'unavailable' | 'bug' {
	if (!isUnavailable(error)) return 'bug'
	const noted = request.getStore()
	if (noted) noted.isUnavailable = true
	return 'unavailable'
}

/**
 * A database that is away is no bug: whatever page came of it, the answer is 503 and soon good again.
 * Says with each answer how many round trips to the database it took.
 */
export const availabilityMiddleware: MiddlewareFunction<Response> = async (_, next) => {
	const noted = { isUnavailable: false }
	const { value: response, roundTrips } = await request.run(noted, () =>
		countRoundTrips(() =>
			next().catch((error: unknown) => {
				if (noteError(error) === 'bug') throw error
				return new Response()
			}),
		),
	)
	if (noted.isUnavailable) return unavailable()
	response.headers.append('Server-Timing', `db;desc="${roundTrips}"`)
	return response
}

function unavailable(): Response {
	const sentences = [de, en].map((texts) => `<p>${texts.errorScreen.unavailable}</p>`).join('')
	const html = `<!doctype html><html lang="de"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>503</title><main>${sentences}</main></html>`
	return new Response(html, {
		status: 503,
		headers: {
			'Content-Type': 'text/html; charset=utf-8',
			'Retry-After': '2',
			'Cache-Control': 'no-store',
		},
	})
}
