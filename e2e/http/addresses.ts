import type { RouteConfigEntry } from '@react-router/dev/routes'

import routes from '#app/routes.ts'
import deskRoutes from '#desk/routes.ts'

/** Lists the path of every route ('/account/orders/:bookingId'); signing out comes last. */
export function patterns(): string[] {
	const all = pathsOf(routes, '')
	return [...all.filter((path) => path !== '/logout'), '/logout']
}

/** Lists the path of every route of the desk. */
export function deskPatterns(): string[] {
	return pathsOf(deskRoutes, '')
}

function pathsOf(entries: readonly RouteConfigEntry[], parent: string): string[] {
	return entries.flatMap(({ path, children }) => {
		const full = path ? `${parent}/${path}` : parent
		if (!children) return full || '/'
		// A page with others inside it, and none in its own place, is an address as well.
		const isPage = path !== undefined && !children.some(({ index }) => index)
		return [...(isPage ? [full] : []), ...pathsOf(children, full)]
	})
}
