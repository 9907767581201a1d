import { data, type MiddlewareFunction } from 'react-router'

import { now } from '#app/gateways/clock.server.ts'
import type { MessageKey } from '#app/i18n/i18n.ts'
import { findNextFree } from '#app/models/offer/next-free.server.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'

/**
 * Returns the thing, or throws the 404 page when it is null: `orNotFound(await findOrder(id), 'errors.orderNotFound')`.
 * The page shows `sentence`; without one it names the address that does not exist.
 */
export function orNotFound<T>(thing: T | null | undefined, sentence: MessageKey | null = null): T {
	if (thing === null || thing === undefined) throw data(sentence && { key: sentence }, 404)
	return thing
}

/** Returns the thing, or throws a 404 page when it is null; that page also lists the next offers that can be booked. */
export async function orNotFoundPage<T>(
	thing: T | null | undefined,
	sentence: MessageKey | null = null,
): Promise<T> {
	if (thing !== null && thing !== undefined) return thing
	const nextFree = await findNextFree(currentVenue(), now())
	throw data({ ...(sentence && { key: sentence }), nextFree }, 404)
}

/** Answers an unknown address in JSON when a program asks for JSON. */
export const notFoundMiddleware: MiddlewareFunction<Response> = async ({ request, url }, next) => {
	const response = await next()
	if (response.status !== 404 || !wantsJson(request.headers) || !isPage(response)) return response

	await response.body?.cancel()
	const answer = Response.json(
		{ statusCode: 404, message: `Page Not Found: ${url.pathname}` },
		{ status: 404 },
	)
	for (const cookie of response.headers.getSetCookie()) answer.headers.append('Set-Cookie', cookie)
	return answer
}

function wantsJson(headers: Headers) {
	const accepted = headers.get('Accept') ?? ''
	return accepted.includes('application/json') && !accepted.includes('text/html')
}

function isPage(response: Response) {
	return response.headers.get('Content-Type')?.startsWith('text/html') ?? false
}
