import type { RouteConfigEntry } from '@react-router/dev/routes'

import routes from '#app/routes.ts'

/** Lists the path of every route ('/account/orders/:bookingId'); signing out comes last. */
export function patterns(): string[] {
	const all = pathsOf(routes, '')
	return [...all.filter((path) => path !== '/logout'), '/logout']
}

function pathsOf(entries: readonly RouteConfigEntry[], parent: string): string[] {
	return entries.flatMap(({ path, children }) => {
		const full = path ? `${parent}/${path}` : parent
		return children ? pathsOf(children, full) : full || '/'
	})
}
