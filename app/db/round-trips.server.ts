import { AsyncLocalStorage } from 'node:async_hooks'

type Scope = { count: number; outer: Scope | undefined }

const scopes = new AsyncLocalStorage<Scope>()

/**
 * Runs `work` and counts how often it waited for the database. Statements sent while another one is
 * under way on the same connection travel with it and count nothing; BEGIN and COMMIT count; opening
 * a connection does not.
 */
export async function countRoundTrips<T>(
	work: () => Promise<T>,
): Promise<{ value: T; roundTrips: number }> {
	const scope: Scope = { count: 0, outer: scopes.getStore() }
	const value = await scopes.run(scope, work)
	return { value, roundTrips: scope.count }
}

/** Round trips so far in the innermost `countRoundTrips` around the caller, for the request log. */
export function roundTrips(): number | undefined {
	return scopes.getStore()?.count
}

/** Notes one more, for every `countRoundTrips` around the caller. */
export function noteRoundTrip(): void {
	for (let scope = scopes.getStore(); scope; scope = scope.outer) scope.count += 1
}
