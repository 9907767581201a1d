import type { MiddlewareFunction } from 'react-router'

/** The same for everybody: no session is read for it, and no cookie goes with it into a shared cache. */
const forEverybody = /^\/(_ipx|builds)\//

/** A middleware for what visitors do; it is left out for pictures and the like. */
export function forVisits(middleware: MiddlewareFunction<Response>): MiddlewareFunction<Response> {
	return (args, next) => (forEverybody.test(args.url.pathname) ? next() : middleware(args, next))
}
