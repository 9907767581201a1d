import type { Servers } from '#app/db/driver/address.server.ts'
import type { Connection } from '#app/db/driver/connection.server.ts'
import { patience } from '#app/db/driver/patience.server.ts'
import { DatabaseUnavailable, isFull } from '#app/db/errors.server.ts'

/** A slot of a pool, with the connection that rests in it; undefined when it has none. */
export type PoolSlot = { connection: Connection | undefined }

/** The way in which connections to one database are opened; shared by its pools. */
export type Opening = {
	servers: Servers
	open: (address: Servers['addresses'][number]) => Connection
	/**
	 * The index of the server that was found last to take writes. It is asked first, and connections to the others are
	 * given up: they may be to a server that lost its place while it was silent (faults J18).
	 */
	latest: number
	/** The time at which a connection at rest was last found silent. */
	silentAt: number
}

/**
 * The milliseconds of rest after which a connection is probed before use. The worker looks for jobs each second, so its
 * own connection rests for less.
 */
const REST_MS = 1_500

/**
 * The longest wait for the answer to a probe, in milliseconds: a probe takes no lock and reads nothing, so a longer
 * wait is silence, not work.
 */
const PROBE_MS = 500

/**
 * The shortest silence, in milliseconds, that is allowed while a connection is opened, however little time is left:
 * opening takes four answers, and a far database needs a while for each.
 */
const SHORTEST_OPENING_MS = 500
const LIFETIME_MS = 30 * 60 * 1000

/**
 * The age, in milliseconds, at which a connection to a read-only server is given up: another server may take writes by
 * now (faults J5).
 */
const READ_ONLY_MS = 2_000

/**
 * Returns the slot's connection at rest, or a new one, opened by `latest`. A server process that was stopped keeps its
 * connection open and answers no more; a statement sent on it would be lost or, worse, done later. So a connection that
 * has rested is probed first, and when one was silent, all that have not answered since are given up without a probe
 * (faults H4).
 */
export async function connectAt(
	place: PoolSlot,
	latest: number,
	opening: Opening,
): Promise<Connection> {
	const rested = place.connection
	if (rested && (await isAwake(rested, opening))) return rested

	void rested?.close()
	place.connection = undefined
	place.connection = await openFirst(latest, opening)
	return place.connection
}

/**
 * Opens a connection to the first server that takes writes, or else to the first that answers, unless the URL demands
 * one that takes writes. Each server may be silent for its share of the time until `latest`.
 * @throws the error of the first server, or that of a full one, when none can be used
 */
async function openFirst(latest: number, opening: Opening): Promise<Connection> {
	const { addresses, mustWrite } = opening.servers
	const first = opening.latest
	let readOnly: Connection | undefined
	let failure: unknown = new DatabaseUnavailable('No server of DATABASE_URL takes writes.')
	for (let turn = 0; turn < addresses.length; turn += 1) {
		const at = (first + turn) % addresses.length
		const left = (latest - performance.now()) / (addresses.length - turn)
		const opened = await openAt(at, Math.max(left, SHORTEST_OPENING_MS), opening)
		if (opened instanceof Error) {
			// A full server is one that takes writes: callers wait for it.
			if (turn === 0 || isFull(opened)) failure = opened
		} else if (opening.latest !== first && opening.latest !== at) {
			// Another server was found while this one was silent.
			void opened.close()
		} else if (!opened.isReadOnly) {
			opening.latest = at
			void readOnly?.close()
			return opened
		} else if (mustWrite || readOnly) {
			void opened.close()
		} else readOnly = opened
	}
	if (!readOnly || isFull(failure)) throw failure
	return readOnly
}

async function openAt(
	at: number,
	silenceMs: number,
	opening: Opening,
): Promise<Connection | Error> {
	const connection = opening.open(opening.servers.addresses[at] ?? opening.servers.addresses[0])
	const lift = connection.limitSilence(silenceMs)
	try {
		await connection.ready
		return connection
	} catch (error) {
		return error instanceof Error ? error : new DatabaseUnavailable(String(error))
	} finally {
		lift()
	}
}

/**
 * Closes the slot's connection between two uses when it is older than 30 minutes, so that prepared statements and moved
 * servers do not pile up.
 */
export function refresh(place: PoolSlot): void {
	const { connection } = place
	if (!connection || connection.dead || connection.ageMs < LIFETIME_MS) return
	place.connection = undefined
	void connection.close()
}

async function isAwake(connection: Connection, opening: Opening): Promise<boolean> {
	if (connection.dead || isOutdated(connection, opening)) return false
	const { restedMs } = connection
	if (performance.now() - restedMs < opening.silentAt) {
		connection.kill(new DatabaseUnavailable('Others like this connection had fallen silent.'))
	} else if (restedMs > REST_MS) await probe(connection, opening)
	// Asked again: another server may have been found during the probe.
	return !connection.dead && !isOutdated(connection, opening)
}

/** True when another server may take writes by now, or was found to. */
function isOutdated({ isReadOnly, ageMs, address }: Connection, opening: Opening): boolean {
	if (isReadOnly) return ageMs > READ_ONLY_MS
	return address !== opening.servers.addresses[opening.latest]
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
