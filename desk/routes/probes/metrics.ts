import { readCounts } from '#app/http/metrics.server.ts'
import { answerMetrics } from '#app/http/probes.server.ts'

import type { Route } from './+types/metrics.ts'

/** Answers the metrics of the desk's process to requests with the token; those of the database are among the shop's. */
export function loader({ request }: Route.LoaderArgs) {
	return answerMetrics(request, readCounts)
}
