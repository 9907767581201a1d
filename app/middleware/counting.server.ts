import type * as PromClient from 'prom-client'

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
