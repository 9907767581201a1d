import type * as PromClient from 'prom-client'
import type { MiddlewareFunction } from 'react-router'

import { env } from '#app/gateways/env.server.ts'
import { log } from '#app/gateways/log.server.ts'
import { countedByAll } from '#app/gateways/processes.server.ts'
import { isSame } from '#app/http/seal.server.ts'
import { startCounting } from '#app/middleware/counting.server.ts'
import { countShop } from '#app/models/operator/figures.server.ts'

/*
 * How the shop does, in numbers for Prometheus. No label holds an address, a name or an id: each has a few
 * values, which stand in the source.
 */

/** Where nobody may ask, nothing is counted, and the library (50 ms, 2 MB) is not loaded. */
const client = env.METRICS_TOKEN === undefined ? null : await import('prom-client')
const counting = client && startCounting(client)
export const isCounting = counting !== null

/** Counts the answers of the framework. Outermost: what the others refuse is an answer as well. */
export const metricsMiddleware: MiddlewareFunction<Response> = async (
	{ request: { method }, pattern: route },
	next,
) => {
	const began = performance.now()
	const response = await next()
	countAnswer({ route, method, status: response.status }, began)
	return response
}

type Answer = { route: string; method: string; status: number }

/** The same for an answer that the framework does not make; `began` as `performance.now()` tells. */
export function countAnswer({ route, method, status }: Answer, began: number): void {
	const seconds = (performance.now() - began) / 1000
	counting?.answers.observe({ route, method, status: classOf(status) }, seconds)
}

/** Whoever is asked to come again met a crowd, or a database that is away: the page has no fault. */
function classOf(status: number): string {
	return status === 503 ? '503' : `${Math.floor(status / 100)}xx`
}

export function mayReadMetrics({ headers }: Request): boolean {
	const { METRICS_TOKEN } = env
	if (METRICS_TOKEN === undefined) return false
	return isSame(headers.get('Authorization') ?? '', `Bearer ${METRICS_TOKEN}`)
}

/** What all processes of this server have counted, and what the database tells. */
export async function readMetrics(): Promise<{ type: string; text: string }> {
	if (!client || !counting) throw new Error('Nothing is counted without a METRICS_TOKEN')
	const [ofProcesses, ofShop] = await Promise.all([
		countedByAll().then((counted) => counted ?? counting.counted()),
		shopRegistry(client).then((shop) => shop.metrics()),
	])
	return { type: counting.type, text: `${ofProcesses}\n${ofShop}` }
}

/** A new one each time: of two that ask at once, neither gets half of what the other has read. */
async function shopRegistry({ Gauge, Registry }: typeof PromClient) {
	const registry = new Registry()
	const registers = [registry]
	const figures = await countShop().catch(notTold)
	const isUp = new Gauge({ name: 'raumzeit_database_up', help: 'Whether it answers', registers })
	isUp.set(figures ? 1 : 0)
	if (!figures) return registry

	const named = (name: string, help: string, ...labelNames: string[]) =>
		new Gauge({ name, help, labelNames, registers })
	const gauges = {
		jobs: named('raumzeit_jobs', 'Jobs that are due, and jobs that were given up', 'state'),
		takesWrites: named('raumzeit_database_writable', 'Whether the database takes writes'),
		openPayments: named('raumzeit_open_payments', 'Payments open for more than 15 minutes'),
		orders: named('raumzeit_orders', 'Orders of the last hour', 'state'),
		payments: named('raumzeit_payments', 'Payments of these orders', 'provider', 'state'),
	}
	for (const { kind, labels, count } of figures) gauges[kind].set(labels, count)
	return registry
}

/** What the processes have counted is wanted most while the database is away. */
function notTold(err: unknown): null {
	log.warn({ err }, 'the database does not tell how the shop does')
	return null
}
