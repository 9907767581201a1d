import { setTimeout as delay } from 'node:timers/promises'

import { newVisitor, type Answer, type Visitor } from './visitor.ts'

/**
 * Makes a visitor who asks again whenever the shop answers 503, when its Retry-After says: this machine may have other
 * work. `ms` of an answer is the time of the last try.
 */
export function newPatientVisitor(origin: string): Visitor {
	const visitor = newVisitor(origin)
	return {
		...visitor,
		get: (...asked) => insist(() => visitor.get(...asked)),
		post: (...asked) => insist(() => visitor.post(...asked)),
	}
}

async function insist(ask: () => Promise<Answer>): Promise<Answer> {
	for (;;) {
		const answer = await ask()
		if (answer.status !== 503) return answer
		await delay(Number(answer.headers.get('Retry-After')) * 1000)
	}
}
