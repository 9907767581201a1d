import { countRoundTrips } from '#app/db/round-trips.server.ts'
import { env } from '#app/gateways/env.server.ts'

/**
 * Does `work` and answers, with `SERVER_TIMING`, the header that says how many round trips to the database it
 * took, and how many statements (Server Timing, W3C). To follow a request through all that it waits for takes a
 * sixth of the request, so nobody is told who did not ask.
 */
export async function serverTimed<T>(
	work: () => Promise<T>,
): Promise<{ value: T; headers: Record<string, string> }> {
	if (env.SERVER_TIMING === '0') return { value: await work(), headers: {} }
	const { value, roundTrips, statements } = await countRoundTrips(work)
	return {
		value,
		headers: { 'Server-Timing': `db;desc="${roundTrips}", sql;desc="${statements}"` },
	}
}
