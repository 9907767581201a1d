import { countRoundTrips } from '#app/db/round-trips.server.ts'
import { env } from '#app/gateways/env.server.ts'

/**
 * Runs `work`, and where `SERVER_TIMING` is 1 also returns the header with the number of its round trips and statements
 * (Server Timing, W3C). Following a request through its waits takes a sixth of the request, so this is off by default.
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
