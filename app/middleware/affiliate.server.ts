import type { MiddlewareFunction } from 'react-router'

import { affiliateCookie, affiliateToAllow, sentAffiliate } from '#app/http/affiliate.server.ts'
import { withQuery } from '#app/http/with-query.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import { AFFILIATE } from '#app/models/visitor/affiliate.ts'

/**
 * Remembers the partner that sent a visitor, on any page, where the venue requires no consent. Where it requires one, a
 * redirect passes the partner's value on to the page that asks for the consent.
 */
export const affiliateMiddleware: MiddlewareFunction<Response> = async ({ request, url }, next) => {
	const response = await next()
	const value = isRead(request) ? sentAffiliate(url) : null
	if (value === null) return response

	const { headers } = response
	const location = headers.get('Location')
	if (currentVenue().affiliate.consent === 'off')
		headers.append('Set-Cookie', affiliateCookie(value))
	else if (location && isOwn(location) && affiliateToAllow(request, url) !== null)
		headers.set('Location', withQuery(location, new URLSearchParams({ [AFFILIATE.name]: value })))
	return response
}

function isOwn(location: string) {
	return /^\/(?!\/)/.test(location)
}

function isRead({ method }: Request) {
	return method === 'GET' || method === 'HEAD'
}
