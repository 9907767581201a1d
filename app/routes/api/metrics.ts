import { readMetrics } from '#app/http/metrics.server.ts'
import { answerMetrics } from '#app/http/probes.server.ts'

import type { Route } from './+types/metrics.ts'

/**
 * Answers the metrics of all processes and of the database to requests with the token; 401 to others, 404 when the shop
 * has no token.
 */
export function loader({ request }: Route.LoaderArgs) {
	return answerMetrics(request, readMetrics)
}
