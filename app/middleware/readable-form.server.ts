import { data, type MiddlewareFunction } from 'react-router'

import { isForProviders } from '#app/middleware/security.server.ts'

/**
 * What is posted to a page is a form that can be read; the rest is refused before any action sees it
 * (faults E12). The calls below `/api` read their bodies themselves, the returns of providers read none.
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

/** Whatever bytes follow (URL Standard, 5.1): it is not parsed twice to find out. */
const alwaysReadable = /^application\/x-www-form-urlencoded\s*(;|$)/i
