import { data, type MiddlewareFunction } from 'react-router'

import { isForProviders } from '#app/middleware/security.server.ts'

/**
 * Refuses a post to a page whose body is no readable form, before any action sees it (faults E12). The calls below
 * `/api` read their bodies themselves, the addresses where providers send visitors back read none.
 */
export const readableFormMiddleware: MiddlewareFunction<Response> = async (
	{ request, pattern },
	next,
) => {
	if (request.method === 'GET' || request.method === 'HEAD') return next()
	if (pattern.startsWith('api/') || isForProviders(pattern)) return next()

	const type = request.headers.get('Content-Type') ?? ''
	if (!/^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type))
		throw data(null, 415)
	if (alwaysReadable.test(type)) return next()
	const isReadable = await request
		.clone()
		.formData()
		.then(
			() => true,
			() => false,
		)
	if (!isReadable) throw data(null, 400)
	return next()
}

/**
 * Matches the content type in which every byte sequence is a readable form (URL Standard, 5.1), so that it is not
 * parsed a second time.
 */
const alwaysReadable = /^application\/x-www-form-urlencoded\s*(;|$)/i
