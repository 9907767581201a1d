import type { MiddlewareFunction } from 'react-router'

/**
 * The same for everybody: no session is read for it, and no cookie goes with it into a shared cache. How the shop
 * does is asked for by no visitor, and most of all while there are too many. The route decides, because a path can
 * be written in many ways (faults M11).
 */
const forEverybody = new Set([
	'_ipx/*',
	'pictures/:file',
	'builds/latest.json',
	'builds/meta/:file',
	'metrics',
])

/** A middleware for what visitors do; it is left out for pictures and the like. */
export function forVisits(middleware: MiddlewareFunction<Response>): MiddlewareFunction<Response> {
	return (args, next) => {
		// Asked for as the data of a page, they come with those of the page around it.
		const { pathname } = new URL(args.request.url)
		const isFile = forEverybody.has(args.pattern) && !pathname.endsWith('.data')
		return isFile ? next() : middleware(args, next)
	}
}
