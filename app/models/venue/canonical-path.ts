/**
 * Returns a path in the form in which the shop compares paths: lower case, percent signs decoded, no slash at its end.
 */
export function canonicalPath(path: string): string {
	return decoded(path).replace(/\/+$/, '').toLowerCase() || '/'
}

/** Returns the canonical path of a link of the shop, without its query and fragment. */
export function targetOf(link: string): string {
	const [path = ''] = link.split(/[?#]/)
	return canonicalPath(path)
}

/**
 * Makes the value of a redirect's Location header: a path of the shop or a whole https:// address, non-ASCII characters
 * encoded. Null for a target that no browser follows, and for a path that browsers read as another host (`//host`).
 */
export function locationOf(to: string): string | null {
	if (!/^(\/|https:\/\/)/.test(to) || !URL.canParse(to, base)) return null
	const { href, origin, pathname, search, hash } = new URL(to, base)
	if (!to.startsWith('/')) return href
	return origin === base && !pathname.startsWith('//') ? pathname + search + hash : null
}

/**
 * True for a canonical path that the shop itself answers; '/pages' is not one, because the operator may remove pages.
 */
export function isShopPath(place: string): boolean {
	return place === '/' || ownPlaces.some((own) => place === own || place.startsWith(`${own}/`))
}

const ownPlaces = [
	'/.well-known',
	'/api',
	'/assets',
	'/builds',
	'/booking',
	'/cart',
	'/checkout',
	'/pay',
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
