/** A path as the shop's own are read: in capitals or not, with a slash at its end or without, in letters or percent signs. */
export function canonicalPath(path: string): string {
	return decoded(path).replace(/\/+$/, '').toLowerCase() || '/'
}

/** Where a link of our own leads, whatever is asked for there. */
export function targetOf(link: string): string {
	const [path = ''] = link.split(/[?#]/)
	return canonicalPath(path)
}

/**
 * Where a redirect leads, as a header can say it: a path of our own or a whole https:// address, all that is
 * not ASCII encoded. Null for what a browser would not follow, or to a place that it does not seem to name.
 */
export function locationOf(to: string): string | null {
	if (!/^(\/|https:\/\/)/.test(to) || !URL.canParse(to, base)) return null
	const { href, origin, pathname, search, hash } = new URL(to, base)
	if (!to.startsWith('/')) return href
	return origin === base && !pathname.startsWith('//') ? pathname + search + hash : null
}

/** What the shop itself answers; a page of the operator (`/pages`) may have gone. */
export function isOwnPlace(place: string): boolean {
	return place === '/' || ownPlaces.some((own) => place === own || place.startsWith(`${own}/`))
}

const ownPlaces = [
	'/.well-known',
	'/api',
	'/assets',
	'/builds',
	'/cart',
	'/checkout',
	'/payment',
	'/account',
	'/login',
	'/logout',
	'/register',
	'/forgot-password',
	'/reset-password',
	'/verify-email',
	'/affiliate',
	'/invitation',
	'/locale',
	'/draft',
	'/withdrawal',
	'/_ipx',
	'/pictures',
	'/healthz',
	'/readyz',
	'/metrics',
	'/robots.txt',
	'/sitemap.xml',
	'/site.webmanifest',
]

const base = 'https://shop.invalid'

function decoded(path: string): string {
	try {
		return decodeURI(path)
	} catch {
		return path
	}
}
