import type { MiddlewareFunction } from 'react-router'

/**
 * The patterns of routes whose answers are equal for all visitors: no session is read for them, and no cookie goes with
 * them into a shared cache. The metrics are asked for by programs, and most of all during a crowd. The route decides,
 * because a path can be written in many ways (faults M11).
 */
const forEverybody = new Set([
	'_ipx/*',
	'pictures/:file',
	'builds/latest.json',
	'builds/meta/:file',
	'metrics',
])

/** Returns the middleware so that it skips pictures and the other routes whose answers are equal for all visitors. */
export function forVisits(middleware: MiddlewareFunction<Response>): MiddlewareFunction<Response> {
	return (args, next) => {
		// A `.data` request brings the data of the page around it as well.
		const { pathname } = new URL(args.request.url)
		const isFile = forEverybody.has(args.pattern) && !pathname.endsWith('.data')
		return isFile ? next() : middleware(args, next)
	}
}
