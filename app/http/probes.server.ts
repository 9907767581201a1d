import { isCounting, mayReadMetrics } from '#app/http/metrics.server.ts'
import { readiness } from '#app/models/operator/readiness.server.ts'

// The answers to health checks and to Prometheus, which the shop and the desk give alike.

const headers = { 'Content-Type': 'text/plain', 'Cache-Control': 'no-store' }

/** Answers a health check with 200 while the process lives. */
export function answerHealth(): Response {
	return new Response('ok\n', { headers })
}

/**
 * Answers a health check with 200 when the database answers, takes writes and is migrated; else with 503 and the
 * reason.
 */
export async function answerReadiness(): Promise<Response> {
	const found = await readiness()
	if (found === 'ready') return new Response('ready\n', { headers })
	return new Response(`${found}\n`, { status: 503, headers: { ...headers, 'Retry-After': '2' } })
}

/**
 * Answers a request of Prometheus with the metrics that `read` returns; 401 without the token, 404 when METRICS_TOKEN
 * is not set.
 */
export async function answerMetrics(
	request: Request,
	read: () => Promise<{ type: string; text: string }>,
): Promise<Response> {
	if (!isCounting) return new Response('not found\n', { status: 404, headers })
	if (!mayReadMetrics(request)) {
		const asks = { ...headers, 'WWW-Authenticate': 'Bearer' }
		return new Response('unauthorized\n', { status: 401, headers: asks })
	}
	const { type, text } = await read()
	return new Response(text, { headers: { ...headers, 'Content-Type': type } })
}
