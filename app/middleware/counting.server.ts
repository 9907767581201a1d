import type * as PromClient from 'prom-client'

import { answerWhenAsked } from '#app/gateways/processes.server.ts'
import { pagesWaiting } from '#app/middleware/page-queue.server.ts'
import { signInsWaiting } from '#app/middleware/sign-in-line.server.ts'
import { requestsUnderWay } from '#app/middleware/under-way.server.ts'

/** Seconds: a kept page takes one thousandth, a crowd waits for three. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 3]

const waiting: Record<string, [help: string, read: () => number]> = {
	raumzeit_requests_under_way: ['Requests that have no answer yet', requestsUnderWay],
	raumzeit_pages_waiting: ['Pages whose turn to be made has not come', pagesWaiting],
	raumzeit_sign_ins_waiting: ['Sign-ins whose turn has not come', signInsWaiting],
}

/** What this process counts, and tells whoever asks all processes of the server. Each line names the process. */
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
		return registry.metrics()
	})

	collectDefaultMetrics({ register: registry })
	for (const [name, [help, read]] of Object.entries(waiting)) {
		const gauge: PromClient.Gauge = new Gauge({
			name,
			help,
			registers,
			collect: () => gauge.set(read()),
		})
	}
	const answers = new Histogram({
		name: 'http_request_duration_seconds',
		help: 'Answers by their route and the class of their status; 503 (come again) is one by itself',
		labelNames: ['route', 'method', 'status'],
		buckets,
		registers,
	})
	return { registry, answers }
}
