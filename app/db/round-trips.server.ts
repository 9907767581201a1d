import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * The numbers of round trips and statements of some work; the driver's own statements are left out, except BEGIN,
 * COMMIT and ROLLBACK.
 */
export type Counted = { roundTrips: number; statements: number }

type Scope = Counted & { outer: Scope | undefined }

const scopes = new AsyncLocalStorage<Scope>()

/**
 * Runs `work` and counts its statements and its waits for the database. Statements sent while another one is under way
 * on the same connection travel with it and are no round trip of their own; BEGIN and COMMIT count, opening a
 * connection does not.
 */
export async function countRoundTrips<T>(work: () => Promise<T>): Promise<Counted & { value: T }> {
	const scope: Scope = { roundTrips: 0, statements: 0, outer: scopes.getStore() }
	const value = await scopes.run(scope, work)
	return { value, roundTrips: scope.roundTrips, statements: scope.statements }
}

/**
 * Returns the number of round trips so far in the innermost `countRoundTrips` around the caller; undefined outside of
 * one.
 */
export function roundTrips(): number | undefined {
	return scopes.getStore()?.roundTrips
}

/** Notes one more statement in every `countRoundTrips` around the caller. */
export function noteStatement({ isRoundTrip }: { isRoundTrip: boolean }): void {
	for (let scope = scopes.getStore(); scope; scope = scope.outer) {
		scope.statements += 1
		if (isRoundTrip) scope.roundTrips += 1
	}
}
