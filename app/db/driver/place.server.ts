import type { Connection } from '#app/db/driver/connection.server.ts'
import { patience } from '#app/db/driver/patience.server.ts'
import { DatabaseUnavailable } from '#app/db/errors.server.ts'

/** A place of a pool, with the connection that rests there. */
export type Place = { connection: Connection | undefined }

/** How connections to one database are opened; shared by its pools. */
export type Opening = {
	open: () => Connection
	/** When a connection at rest was last found silent. */
	silentAt: number
}

/** A connection that has rested longer is asked whether it still answers; the worker's look each second is no rest. */
const REST_MS = 1_500

/** How long it may take to say so: it takes no lock and reads nothing, so more is silence and no work. */
const PROBE_MS = 500

/** Opening takes four answers, and a far database needs a while for each; it is silence that is not waited for. */
const SHORTEST_OPENING_MS = 500
const LIFETIME_MS = 30 * 60 * 1000

/**
 * The connection at rest there, or a new one, opened by `latest`. A server process that was stopped
 * keeps its connection open and answers no more; a statement sent on it would be lost or, worse, done
 * later. So what has rested is asked first, and when one was silent, all that have not answered since
 * are given up unasked (faults H4).
 */
export async function connectAt(
	place: Place,
	latest: number,
	opening: Opening,
): Promise<Connection> {
	const rested = place.connection
	if (rested && (await isAwake(rested, opening))) return rested

	const connection = opening.open()
	place.connection = connection
	const left = latest - performance.now()
	const lift = connection.limitSilence(Math.max(left, SHORTEST_OPENING_MS))
	try {
		await connection.ready
	} finally {
		lift()
	}
	return connection
}

/** Ends an old connection between two uses, so that prepared statements and moved servers do not pile up. */
export function refresh(place: Place): void {
	const { connection } = place
	if (!connection || connection.dead || connection.ageMs < LIFETIME_MS) return
	place.connection = undefined
	void connection.close()
}

async function isAwake(connection: Connection, opening: Opening): Promise<boolean> {
	if (connection.dead) return false
	const { restedMs } = connection
	if (performance.now() - restedMs < opening.silentAt) {
		connection.kill(new DatabaseUnavailable('Others like this connection had fallen silent.'))
	} else if (restedMs > REST_MS) await probe(connection, opening)
	return !connection.dead
}

async function probe(connection: Connection, opening: Opening): Promise<void> {
	const askedAt = performance.now()
	const callOff = patience(PROBE_MS, () => {
		opening.silentAt = askedAt
		connection.kill(new DatabaseUnavailable('A connection at rest had fallen silent.'))
	})
	await connection.probe().catch((error: unknown) => {
		connection.kill(new DatabaseUnavailable('A connection at rest had died.', { cause: error }))
	})
	callOff()
}
