import { longRunning } from '#app/db/client.server.ts'
import { log } from '#app/gateways/log.server.ts'
import { loadVenue, refreshVenue } from '#app/models/venue/current.server.ts'

const REFRESH_MS = 10_000

/**
 * Loads the venue in force into this process, and reads it again every ten seconds, because another process may have
 * applied a newer one.
 */
export async function keepVenue(): Promise<{ stop(): void }> {
	await loadVenue()
	const refresh = setInterval(() => {
		longRunning(refreshVenue).catch((error: unknown) =>
			log.warn({ err: error }, 'the venue could not be read again'),
		)
	}, REFRESH_MS)
	refresh.unref()
	return { stop: () => clearInterval(refresh) }
}
