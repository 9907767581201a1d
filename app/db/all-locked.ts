const MOST_TRIES = 3

/**
 * Runs `change`, which reads what it needs, locks that and reads again, until it has locked all it needs; three times
 * at most. `change` returns null when the second reading needs more than is locked. Returns the result of the last run;
 * null when that was null, too, with nothing written.
 */
export async function untilAllLocked<T>(change: () => Promise<T | null>): Promise<T | null> {
	for (let tries = 0; tries < MOST_TRIES; tries += 1) {
		const done = await change()
		if (done !== null) return done
	}
	return null
}
