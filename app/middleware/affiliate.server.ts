import { stringifySetCookie } from 'cookie'
import type { MiddlewareFunction } from 'react-router'

import { cookiesOf } from '#app/http/cookies.server.ts'
import { withQuery } from '#app/http/with-query.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import { AFFILIATE, affiliateValue } from '#app/models/visitor/affiliate.ts'

/**
 * Remembers the partner that sent a visitor, on any page, where the venue requires no consent. Where it does, the
 * partner's value is passed on to the page that asks.
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

/**
 * Returns the partner's value that needs the visitor's consent; null where the venue requires none, or where it was
 * given.
 */
export function affiliateToAllow(request: Request, url: URL): string | null {
	if (currentVenue().affiliate.consent === 'off') return null
	const value = sentAffiliate(url)
	return value === keptAffiliate(request) ? null : value
}

/** Returns the partner's value that this browser remembers. */
export function keptAffiliate(request: Request): string | null {
	return affiliateValue(cookiesOf(request.headers).get(AFFILIATE.name))
}

/** The cookie in the form that the specification demands and the partner's own scripts read. */
export function affiliateCookie(value: string): string {
	return stringifySetCookie(AFFILIATE.name, value, {
		maxAge: AFFILIATE.lifetime.days * 24 * 60 * 60,
		path: '/',
		secure: true,
		sameSite: 'lax',
	})
}

/** Returns the partner's value in this address. */
export function sentAffiliate(url: URL): string | null {
	return affiliateValue(url.searchParams.get(AFFILIATE.name))
}

function isOwn(location: string) {
	return /^\/(?!\/)/.test(location)
}

function isRead({ method }: Request) {
	return method === 'GET' || method === 'HEAD'
}
