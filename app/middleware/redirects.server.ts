import { redirect, type MiddlewareFunction } from 'react-router'

import { withQuery } from '#app/http/with-query.ts'
import {
	isOwnPlace,
	locationOf,
	canonicalPath,
	targetOf,
} from '#app/models/venue/canonical-path.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'

/** Browsers remember a redirect for good as long as this: the operator may think better of it. */
const REMEMBERED = { hours: 24 }

/**
 * Redirects the operator has set up, from an address in any form in which a page of the shop would answer. What
 * was asked for goes along; those that leave the site are followed as they are.
 */
export const redirectsMiddleware: MiddlewareFunction<Response> = ({ url }) => {
	const place = canonicalPath(url.pathname)
	// A venue that is in force may be older than the checks of its redirects.
	if (isOwnPlace(place)) return
	const rule = currentVenue().redirects.find(({ from }) => canonicalPath(from) === place)
	const target = rule && locationOf(rule.to)
	if (!target || targetOf(target) === place) return

	const to = target.startsWith('/') ? withQuery(target, url.searchParams) : target
	if (!rule.permanent) throw redirect(to)
	throw redirect(to, {
		status: 301,
		headers: { 'Cache-Control': `private, max-age=${REMEMBERED.hours * 60 * 60}` },
	})
}
