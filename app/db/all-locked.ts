const MOST_TRIES = 3

/**
 * Tries a change that looks at what it needs, locks that and looks again. It answers null where something has changed
 * in between, so that the locks are not all it needs: then it is tried anew, three times at most. Answers null when
 * the last try did, and nothing is written.
 */
export async function untilAllLocked<T>(change: () => Promise<T | null>): Promise<T | null> {
	for (let tries = 0; tries < MOST_TRIES; tries += 1) {
		const done = await change()
		if (done !== null) return done
	}
	return null
}
