/** A path as the shop's own are read: in capitals or not, with a slash at its end or without, in letters or percent signs. */
export function placeOf(path: string): string {
	return decoded(path).replace(/\/+$/, '').toLowerCase() || '/'
}

/** Where a link of our own leads, whatever is asked for there. */
export function targetOf(link: string): string {
	const [path = ''] = link.split(/[?#]/)
	return placeOf(path)
}

/** What the shop itself answers. */
export function isOwnPlace(place: string): boolean {
	return place === '/' || ownPlaces.some((own) => place === own || place.startsWith(`${own}/`))
}

const ownPlaces = [
	'/api',
	'/builds',
	'/cart',
	'/checkout',
	'/payment',
	'/account',
	'/login',
	'/logout',
	'/register',
	'/affiliate',
	'/withdrawal',
	'/_ipx',
	'/healthz',
	'/readyz',
	'/metrics',
]

function decoded(path: string): string {
	try {
		return decodeURI(path)
	} catch {
		return path
	}
}
