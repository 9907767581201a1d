import { redirect, type MiddlewareFunction } from 'react-router'

import { withQuery } from '#app/http/with-query.ts'
import {
	isShopPath,
	locationOf,
	canonicalPath,
	targetOf,
} from '#app/models/venue/canonical-path.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'

/** The time for which browsers may remember a permanent redirect: the operator may change it. */
const REMEMBERED = { hours: 24 }

/**
 * Redirects to content pages, and as the venue's files say. Capitals, percent signs and a slash at the end of the address make no
 * difference. The query is passed on within the site; addresses elsewhere are used unchanged.
 */
export const redirectsMiddleware: MiddlewareFunction<Response> = ({ url }) => {
	const place = canonicalPath(url.pathname)
	redirectToPage(url, place)
	// The venue in force may be older than the checks that refuse a redirect of the shop's own paths.
	if (isShopPath(place)) return
	const rule = currentVenue().redirects.find(({ from }) => canonicalPath(from) === place)
	const target = rule && locationOf(rule.to)
	if (!target || targetOf(target) === place) return

	const to = target.startsWith('/') ? withQuery(target, url.searchParams) : target
	throw rule.permanent ? permanentRedirect(to) : redirect(to)
}

/**
 * Redirects other spellings of a content page's address to the page, also one that was copied with the full stop or the
 * bracket behind it.
 */
function redirectToPage({ pathname, searchParams }: URL, place: string): void {
	if (!place.startsWith('/pages/')) return
	const page = place.replace(/[.,)]{1,3}$/, '')
	const isPage = Object.keys(currentVenue().pages).some((slug) => page === `/pages/${slug}`)
	if (isPage && pathname !== page) throw permanentRedirect(withQuery(page, searchParams))
}

function permanentRedirect(to: string): Response {
	return redirect(to, {
		status: 301,
		headers: { 'Cache-Control': `private, max-age=${REMEMBERED.hours * 60 * 60}` },
	})
}
