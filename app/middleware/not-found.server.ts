import { data, type MiddlewareFunction } from 'react-router'

/** The thing that was looked for, or the 404 page: `found(await findOrder(id))`. */
export function found<T>(thing: T | null | undefined): T {
	if (thing === null || thing === undefined) throw data(null, 404)
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
