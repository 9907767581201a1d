import { setTimeout as delay } from 'node:timers/promises'

import { newVisitor, type Answer, type Visitor } from './visitor.ts'

/**
 * Makes a visitor who asks again whenever the shop answers 503 with Retry-After, at the time that it says: this machine
 * may have other work. `ms` of an answer is the time of the last try.
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
		const seconds = Number(answer.headers.get('Retry-After'))
		if (answer.status !== 503 || !(seconds > 0)) return answer
		await delay(seconds * 1000)
	}
}
