import { ProviderUnavailable } from '#app/gateways/provider-error.ts'

/**
 * The limits of a breaker: the number of failures in a row that opens it, and its shortest and longest pause in
 * milliseconds.
 */
export type BreakerLimits = { failures: number; firstPause: number; longestPause: number }

export type Breaker = {
	/** True while the breaker refuses questions to the service at once. */
	isOpen(): boolean
	/**
	 * Asks the service, and counts whether it gave a usable answer.
	 * @throws ProviderUnavailable at once while the breaker is open
	 */
	ask<Answer>(question: () => Promise<Answer>): Promise<Answer>
}

const LIMITS: BreakerLimits = { failures: 3, firstPause: 10_000, longestPause: 60_000 }

/**
 * Creates a circuit breaker for a service: after three failures in a row (`ProviderUnavailable`) it refuses all
 * questions (faults B16). After a pause one question goes through: an answer closes the breaker, a failure doubles the
 * pause. Each process has breakers of its own. `now` is a monotonic clock in milliseconds.
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
				// Failures of questions that were under way when the breaker opened are not counted.
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
