import type * as PromClient from 'prom-client'

import { databaseWaits } from '#app/db/client.server.ts'
import { type Count, listCounts } from '#app/gateways/counts.server.ts'
import { answerWhenAsked } from '#app/gateways/processes.server.ts'
import { listGauges } from '#app/http/gauges.server.ts'

/** Buckets of durations in seconds: a cached page takes one thousandth, a crowd waits for three. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 3]

/**
 * Starts the counts of this process, and answers them to the program that collects those of all processes of the
 * server. Each line names the process.
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
	const build = new Gauge({
		name: 'raumzeit_build_info',
		help: 'The build of this process',
		labelNames: ['version'],
		registers,
	})
	build.set({ version: String(import.meta.env['VITE_VERSION'] ?? 'not built') }, 1)
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

/** Adds the counts that other parts of the process keep; they are read whenever the metrics are asked for. */
function addCounts(Counter: typeof PromClient.Counter, registers: PromClient.Registry[]): void {
	const waits = [
		['raumzeit_database_waits_total', 'Callers that had to wait for a connection', 'callers'],
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
