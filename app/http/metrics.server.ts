import type * as PromClient from 'prom-client'

import { env } from '#app/gateways/env.server.ts'
import { log } from '#app/gateways/log.server.ts'
import { countedByAll } from '#app/gateways/processes.server.ts'
import { startCounting } from '#app/http/counting.server.ts'
import { isSame } from '#app/http/seal.server.ts'
import { countShop } from '#app/models/operator/figures.server.ts'

/*
 * The shop's metrics for Prometheus. No label holds an address, a name or an id: each has a few values, which stand in
 * the source.
 */

/**
 * The library for metrics; null without a METRICS_TOKEN: then nothing is counted, and the library (50 ms, 2 MB) is not
 * loaded.
 */
const client = env.METRICS_TOKEN === undefined ? null : await import('prom-client')
const counting = client && startCounting(client)
export const isCounting = counting !== null

type Answer = { route: string; method: string; status: number }

/**
 * Counts an answer and its duration for the metrics; `began` is the time of `performance.now()` when its request came.
 */
export function countAnswer({ route, method, status }: Answer, began: number): void {
	const seconds = (performance.now() - began) / 1000
	counting?.answers.observe({ route, method, status: classOf(status) }, seconds)
}

/**
 * Returns the class of a status, such as '2xx'. 503 has a class of its own: it comes of a crowd or of a database that
 * is away, not of a fault in the page.
 */
function classOf(status: number): string {
	return status === 503 ? '503' : `${Math.floor(status / 100)}xx`
}

/** True for a request with the METRICS_TOKEN of this shop. */
export function mayReadMetrics({ headers }: Request): boolean {
	const { METRICS_TOKEN } = env
	if (METRICS_TOKEN === undefined) return false
	return isSame(headers.get('Authorization') ?? '', `Bearer ${METRICS_TOKEN}`)
}

/**
 * Returns the metrics of all processes of this server, and the figures of the shop from its database, for Prometheus.
 */
export async function readMetrics(): Promise<{ type: string; text: string }> {
	if (!client) throw new Error(NOTHING)
	const [{ type, text }, ofShop] = await Promise.all([
		readCounts(),
		shopRegistry(client).then((shop) => shop.metrics()),
	])
	return { type, text: `${text}\n${ofShop}` }
}

/** Returns the metrics of all processes of this server for Prometheus, without asking the database. */
export async function readCounts(): Promise<{ type: string; text: string }> {
	if (!counting) throw new Error(NOTHING)
	return { type: counting.type, text: (await countedByAll()) ?? (await counting.counted()) }
}

const NOTHING = 'Nothing is counted without a METRICS_TOKEN'

/**
 * Reads the figures of the shop from its database into a new registry: with one registry for all, two requests at once
 * would each get half of what the other has read.
 */
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
		queueJobs: named(
			'raumzeit_queue_jobs',
			'Jobs by queue: due, waiting for another try after a failure, given up',
			'queue',
			'does',
			'state',
		),
		queueOverdue: named(
			'raumzeit_queue_overdue_seconds',
			'How long the oldest job that is due has been waiting',
			'queue',
			'does',
		),
		jobsIdle: named('raumzeit_jobs_idle_seconds', 'Time since a process worked on jobs'),
		refundsWaiting: named('raumzeit_refunds_waiting', 'Refunds not confirmed yet', 'provider'),
		refundsWaitingFor: named('raumzeit_refunds_waiting_seconds', 'Age of the oldest of them'),
		refundsFailed: named('raumzeit_refunds_failed', 'Refunds that failed within a day'),
		reviews: named('raumzeit_reviews_waiting', 'Payments that a person has to look at'),
		disputes: named('raumzeit_disputes_open', 'Disputes that no one has decided'),
		verifyBroken: named('raumzeit_verify_broken', 'Promises that the last audit found broken'),
		verifyAge: named('raumzeit_verify_age_seconds', 'Time since the last audit'),
		moneyFindings: named(
			'raumzeit_money_findings',
			'Differences between the money of the providers and the rows',
			'state',
		),
		reconcileAge: named('raumzeit_reconcile_age_seconds', 'Time since they were last compared'),
		takesWrites: named('raumzeit_database_writable', 'Whether the database takes writes'),
		openPayments: named('raumzeit_open_payments', 'Payments open for more than 15 minutes'),
		orders: named('raumzeit_orders', 'Orders of the last hour', 'state'),
		payments: named('raumzeit_payments', 'Payments of these orders', 'provider', 'state'),
	}
	for (const { kind, labels, count } of figures) gauges[kind].set(labels, count)
	return registry
}

/**
 * Logs that the database is away and returns null, so that the metrics of the processes are answered without its
 * figures: they are needed most then.
 */
function notTold(err: unknown): null {
	log.warn({ err }, 'the database does not tell how the shop does')
	return null
}
