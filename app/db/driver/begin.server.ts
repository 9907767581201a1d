import type { QueryResult, Connection, Statement } from '#app/db/driver/connection.server.ts'
import type { Connect } from '#app/db/driver/pool.server.ts'
import { DatabaseUnavailable } from '#app/db/errors.server.ts'

/** A transaction whose BEGIN is on its way. */
export type Begun = {
	run(statement: Statement): Promise<QueryResult>
	/** Its connection, once BEGIN was answered. */
	sure: Promise<Connection>
}

/**
 * What only reads and locks travels in one round trip with BEGIN; the first that may write, and what comes after it,
 * waits for the answer, because behind a BEGIN that was refused it would be done and kept by itself.
 *
 * A connection that has died at rest shows here: without an answer to BEGIN nothing on it counts, so what was sent
 * behind it goes to a fresh one, in its order and before anything else.
 */
export async function begin(connect: Connect): Promise<Begun> {
	let connection = await connect()
	let [isSure, isMoved, mustWait] = [false, false, false]
	const travelling: (() => void)[] = []
	const sure = sendBegin(connection)
		.catch(async () => {
			connection = await sendBegin(await connect())
			isMoved = true
			for (const sendAgain of travelling) sendAgain()
			return connection
		})
		.then((open) => {
			isSure = true
			return open
		})

	async function run(statement: Statement): Promise<QueryResult> {
		mustWait ||= isMoved || (!isSure && !/^\s*select\b/i.test(statement.text))
		if (mustWait) return (await sure).run(statement)
		return isSure ? connection.run(statement) : travel(statement)
	}

	function travel(statement: Statement): Promise<QueryResult> {
		return new Promise((resolve, reject) => {
			travelling.push(() => connection.run(statement).then(resolve, reject))
			connection
				.run(statement)
				.then(resolve, (error: unknown) => sure.then(() => isMoved || reject(error), reject))
		})
	}

	return { run, sure }
}

const BEGIN_MS = 600 // It takes no lock and reads nothing.

async function sendBegin(connection: Connection): Promise<Connection> {
	const lift = connection.limit(BEGIN_MS)
	try {
		await connection.run({ text: 'begin' })
		return connection
	} catch (error) {
		connection.kill(new DatabaseUnavailable('BEGIN failed.', { cause: error }))
		throw error
	} finally {
		lift()
	}
}
