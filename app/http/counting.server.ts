import type * as PromClient from 'prom-client'

import { databaseWaits } from '#app/db/client.server.ts'
import { type Count, listCounts } from '#app/gateways/counts.server.ts'
import { answerWhenAsked } from '#app/gateways/processes.server.ts'
import { listGauges } from '#app/http/gauges.server.ts'

/**
 * The buckets of the durations of answers, in seconds: a cached page takes one thousandth, a page in a crowd up to
 * three seconds.
 */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 3]

/**
 * Starts the metrics of this process, and sends them to the program that collects those of all processes of the server.
 * Each line names the process.
 */
export function startCounting({
	collectDefaultMetrics,
	Counter,
	Gauge,
	Histogram,
	Registry,
}: typeof PromClient) {
	const registry = new Registry()
	const registers = [registry]
	registry.setDefaultLabels({ worker: 0 })
	answerWhenAsked((worker) => {
		registry.setDefaultLabels({ worker })
		return counted()
	})

	collectDefaultMetrics({ register: registry })
	const info = new Gauge({
		name: 'raumzeit_build_info',
		help: 'The build of this process: builds of one version differ as well',
		labelNames: ['version', 'build'],
		registers,
	})
	const { VITE_VERSION, VITE_BUILD_ID } = import.meta.env
	info.set(
		{ version: String(VITE_VERSION ?? 'not built'), build: String(VITE_BUILD_ID ?? 'development') },
		1,
	)
	addCounts(Counter, registers)
	const answers = new Histogram({
		name: 'http_request_duration_seconds',
		help: 'Answers by their route and the class of their status; 503 (come again) is one by itself',
		labelNames: ['route', 'method', 'status'],
		buckets,
		registers,
	})

	/** Returns the text of all metrics of this process, with the gauges of modules that were loaded meanwhile. */
	function counted(): Promise<string> {
		for (const { name, help, read } of listGauges()) {
			if (registry.getSingleMetric(name)) continue
			const gauge: PromClient.Gauge = new Gauge({
				name,
				help,
				registers,
				collect: () => gauge.set(read()),
			})
		}
		return registry.metrics()
	}

	return { type: registry.contentType, answers, counted }
}

/**
 * Adds the counts that other parts of this process keep (waits for the database, failures); they are read whenever the
 * metrics are asked for.
 */
function addCounts(Counter: typeof PromClient.Counter, registers: PromClient.Registry[]): void {
	const waits = [
		['raumzeit_database_waits_total', 'Waits of callers for a slot or a connection', 'count'],
		['raumzeit_database_wait_seconds_total', 'Seconds that they waited in all', 'seconds'],
	] as const
	for (const [name, help, part] of waits)
		readAtScrape(Counter, { name, help, registers, labelNames: [] }, () => [
			{ labels: {}, value: databaseWaits()[part] },
		])
	for (const { name, help, labels, read } of listCounts())
		readAtScrape(Counter, { name, help, registers, labelNames: Object.keys(labels) }, read)
}

function readAtScrape(
	Counter: typeof PromClient.Counter,
	configuration: PromClient.CounterConfiguration<string>,
	read: Count['read'],
): void {
	const counter = new Counter({
		...configuration,
		collect() {
			counter.reset()
			for (const { labels, value } of read()) counter.inc(labels, value)
		},
	})
}
