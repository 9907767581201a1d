import { isCounting, mayReadMetrics, readMetrics } from '#app/middleware/metrics.server.ts'

import type { Route } from './+types/metrics.ts'

/** Answers the metrics in Prometheus's text format to requests with the token; 404 when no token is set. */
export async function loader({ request }: Route.LoaderArgs) {
	const headers = { 'Content-Type': 'text/plain', 'Cache-Control': 'no-store' }
	if (!isCounting) return new Response('not found\n', { status: 404, headers })
	if (!mayReadMetrics(request)) {
		const asks = { ...headers, 'WWW-Authenticate': 'Bearer' }
		return new Response('unauthorized\n', { status: 401, headers: asks })
	}
	const { type, text } = await readMetrics()
	return new Response(text, { headers: { ...headers, 'Content-Type': type } })
}
