import { stringifySetCookie } from 'cookie'

import { cookiesOf } from '#app/http/cookies.server.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import { AFFILIATE, affiliateValue } from '#app/models/visitor/affiliate.ts'

/**
 * Returns the partner's value in an address, for which the visitor's consent is still needed; null without a value,
 * where the venue requires no consent, or where it was given.
 */
export function affiliateToAllow(request: Request, url: URL): string | null {
	if (currentVenue().affiliate.consent === 'off') return null
	const value = sentAffiliate(url)
	return value === keptAffiliate(request) ? null : value
}

/** Returns the partner's value in this browser's cookie; null without one. */
export function keptAffiliate(request: Request): string | null {
	return affiliateValue(cookiesOf(request.headers).get(AFFILIATE.name))
}

/**
 * Returns the `Set-Cookie` that keeps a partner's value, in the form that the specification demands and the partner's
 * own scripts read.
 */
export function affiliateCookie(value: string): string {
	return stringifySetCookie(AFFILIATE.name, value, {
		maxAge: AFFILIATE.lifetime.days * 24 * 60 * 60,
		path: '/',
		secure: true,
		sameSite: 'lax',
	})
}

/** Returns the partner's value in an address; null without one. */
export function sentAffiliate(url: URL): string | null {
	return affiliateValue(url.searchParams.get(AFFILIATE.name))
}
