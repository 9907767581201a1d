const MOST_TRIES = 3

/**
 * Runs `change`, which reads what it needs, locks that and reads again. It answers null when something changed in
 * between, so that its locks are not all it needs; then it runs again, three times at most. Returns null, with nothing
 * written, when the last run did.
 */
export async function untilAllLocked<T>(change: () => Promise<T | null>): Promise<T | null> {
	for (let tries = 0; tries < MOST_TRIES; tries += 1) {
		const done = await change()
		if (done !== null) return done
	}
	return null
}
