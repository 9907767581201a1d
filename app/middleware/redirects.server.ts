import { redirect, type MiddlewareFunction } from 'react-router'

import { currentVenue } from '#app/models/operator/venue.server.ts'

/** Redirects the operator has set up. Those that leave the site are followed as they are. */
export const redirectsMiddleware: MiddlewareFunction<Response> = ({ url }) => {
	const rule = currentVenue().redirects.find((rule) => rule.from === url.pathname)
	if (rule) throw redirect(rule.to, rule.permanent ? 301 : 302)
}
