import { currentVenue } from '#app/models/venue/current.server.ts'
import { AFFILIATE, affiliateValue } from '#app/models/visitor/affiliate.ts'
import { redirect, type MiddlewareFunction } from 'react-router'

/** Redirects the operator has set up. Those that leave the site are followed as they are. */
export const redirectsMiddleware: MiddlewareFunction<Response> = ({ url }) => {
	const rule = currentVenue().redirects.find((rule) => rule.from === url.pathname)
	if (rule) throw redirect(withPartner(rule.to, url), rule.permanent ? 301 : 302)
}

/** Which partner sent the visitor is known on our next page as well. */
function withPartner(to: string, { searchParams }: URL): string {
	const value = affiliateValue(searchParams.get(AFFILIATE.name))
	if (value === null || !to.startsWith('/')) return to
	const [, path = '', hash = ''] = /^([^#]*)(.*)$/s.exec(to) ?? []
	const sign = path.includes('?') ? '&' : '?'
	return `${path}${sign}${new URLSearchParams({ [AFFILIATE.name]: value })}${hash}`
}
