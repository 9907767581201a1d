import { ProviderUnavailable } from '#app/gateways/provider-error.ts'

/** How many questions in a row must fail, and how long nothing is asked then, in milliseconds. */
export type BreakerLimits = { failures: number; firstPause: number; longestPause: number }

export type Breaker = {
	/** Whether whoever asks now is sent away at once. */
	isOpen(): boolean
	/** @throws ProviderUnavailable at once, while it is open */
	ask<Answer>(question: () => Promise<Answer>): Promise<Answer>
}

const LIMITS: BreakerLimits = { failures: 3, firstPause: 10_000, longestPause: 60_000 }

/**
 * Stops asking somebody who gives no usable answer (faults B16). After a pause one question goes through
 * again: answered, everything is as before; if not, the next pause is twice as long. Each process counts
 * for itself. `now` is a clock that never goes back, in milliseconds.
 */
export function newBreaker(
	name: string,
	{ failures, firstPause, longestPause }: BreakerLimits = LIMITS,
	now: () => number = () => performance.now(),
): Breaker {
	let failed = 0
	let pausedUntil = 0
	let isTrying = false

	function isOpen() {
		return failed >= failures && (isTrying || now() < pausedUntil)
	}

	return {
		isOpen,
		async ask(question) {
			if (isOpen()) throw new ProviderUnavailable(`${name} is away, and is not asked for a while`)
			const isTrial = failed >= failures
			if (isTrial) isTrying = true
			try {
				const answer = await question()
				failed = 0
				return answer
			} catch (error) {
				if (!(error instanceof ProviderUnavailable)) failed = 0
				// Those that were under way already when it opened say nothing new.
				else if (isTrial || failed < failures) {
					failed += 1
					const pauses = Math.max(0, failed - failures)
					pausedUntil = now() + Math.min(longestPause, firstPause * 2 ** pauses)
				}
				throw error
			} finally {
				if (isTrial) isTrying = false
			}
		},
	}
}
