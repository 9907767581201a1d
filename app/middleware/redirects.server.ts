import { currentVenue } from '#app/models/venue/current.server.ts'
import { redirect, type MiddlewareFunction } from 'react-router'

/** Redirects the operator has set up. Those that leave the site are followed as they are. */
export const redirectsMiddleware: MiddlewareFunction<Response> = ({ url }) => {
	const rule = currentVenue().redirects.find((rule) => rule.from === url.pathname)
	if (rule) throw redirect(rule.to, rule.permanent ? 301 : 302)
}
