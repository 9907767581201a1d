import { data, type MiddlewareFunction } from 'react-router'

import type { MessageKey } from '#app/i18n/i18n.ts'

/**
 * The thing that was looked for, or the 404 page: `found(await findOrder(id), 'errors.orderNotFound')`.
 * Without a sentence of its own the page says which address there is not.
 */
export function found<T>(thing: T | null | undefined, sentence: MessageKey | null = null): T {
	if (thing === null || thing === undefined) throw data(sentence && { key: sentence }, 404)
	return thing
}

/** Programs that ask for JSON hear of an unknown page in JSON. */
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
