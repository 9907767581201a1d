import { EventEmitter, once } from 'node:events'

import type { MiddlewareFunction } from 'react-router'

import { addGauge } from '#app/http/gauges.server.ts'

const requests = { underWay: 0 }
const answers = new EventEmitter()

/** Counts a request as under way until it has its answer, for `lastAnswer`. */
export const underWayMiddleware: MiddlewareFunction<Response> = (_, next) => whileUnderWay(next)

/** Counts an answer as under way until it is made; called by itself for answers that the framework does not make. */
export async function whileUnderWay<T>(answer: () => Promise<T>): Promise<T> {
	requests.underWay += 1
	try {
		return await answer()
	} finally {
		requests.underWay -= 1
		if (requests.underWay === 0) answers.emit('last')
	}
}

addGauge({
	name: 'raumzeit_requests_under_way',
	help: 'Requests that have no answer yet',
	read: () => requests.underWay,
})

/** Resolves when no request is under way. */
export async function lastAnswer(): Promise<void> {
	while (requests.underWay > 0) await once(answers, 'last')
}
