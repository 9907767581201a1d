import type { QueryResult, Connection, Statement } from '#app/db/driver/connection.server.ts'
import type { Connect } from '#app/db/driver/pool.server.ts'
import { DatabaseUnavailable } from '#app/db/errors.server.ts'

/** A transaction whose BEGIN is on its way. */
export type BegunTransaction = {
	run(statement: Statement): Promise<QueryResult>
	/** Resolves with the transaction's connection once BEGIN was answered. */
	sure: Promise<Connection>
}

/**
 * Begins a transaction on a connection: sends BEGIN, and behind it in the same round trip the statements that only read
 * or lock. The first statement that may write, and all after it, wait for BEGIN's answer: behind a refused BEGIN a
 * write would be committed on its own.
 *
 * A connection that has died at rest is found out here: without an answer to BEGIN nothing sent on it counts, so the
 * statements behind it are sent again on a fresh connection, in their order and before anything else.
 */
export async function begin(connect: Connect): Promise<BegunTransaction> {
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

const BEGIN_MS = 600 // BEGIN takes no lock and reads nothing.

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
