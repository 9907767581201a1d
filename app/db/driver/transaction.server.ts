import type { Answer, Connection, Statement } from '#app/db/driver/connection.server.ts'
import { DatabaseUnavailable, TransactionError } from '#app/db/errors.server.ts'
import type { Connect, Pool } from '#app/db/driver/pool.server.ts'

/** What is at hand inside a transaction, and only as long as it runs. */
export type Scope = {
	run(statement: Statement): Promise<Answer>
	/** Runs `work`; undoes what it did, and no more, when it rejects. */
	savepoint<T>(work: (scope: Scope) => Promise<T>): Promise<T>
}

/**
 * Runs `work` in a transaction on a connection of its own. Resolves only when the server answered
 * COMMIT with COMMIT. Rejects with what `work` threw, with the server's refusal, or with a
 * `TransactionError`; in all but its case `unknown` nothing of the transaction is in the database.
 *
 * BEGIN, COMMIT and ROLLBACK are ordinary statements here: the library's own `begin` goes on sending
 * when the connection is gone.
 */
export async function runTransaction<T>(
	pool: Pool,
	deadlineMs: number,
	work: (scope: Scope) => Promise<T>,
): Promise<T> {
	try {
		return await pool.use(async (connect) => {
			const connection = await begin(connect)
			const lift = connection.limit(deadlineMs)
			try {
				return await perform(connection, work)
			} finally {
				lift()
			}
		})
	} catch (error) {
		// Only an unanswered COMMIT leaves a doubt, and that has become a TransactionError already.
		throw error instanceof DatabaseUnavailable
			? new TransactionError('not-committed', error)
			: error
	}
}

const BEGIN_MS = 1_000 // It takes no lock and reads nothing.

/** A connection with an open transaction. One that has died at rest shows here, so a fresh one is tried. */
async function begin(connect: Connect): Promise<Connection> {
	return sendBegin(await connect()).catch(async () => sendBegin(await connect()))
}

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

async function perform<T>(connection: Connection, work: (scope: Scope) => Promise<T>): Promise<T> {
	const { scope, end } = openScope(connection)
	const value = await connection
		.watch(work(scope))
		.finally(end)
		.catch((error: unknown) => rollBack(connection, error))
	await commit(connection)
	return value
}

function openScope(connection: Connection): { scope: Scope; end: () => void } {
	let open = true
	let savepoints = 0

	async function run(statement: Statement): Promise<Answer> {
		if (!open) throw new Error('This transaction has ended; its statement was not sent.')
		if (endsTransaction(statement)) {
			throw new Error('Inside a transaction, BEGIN, COMMIT and ROLLBACK are not for statements.')
		}
		return connection.run(statement)
	}

	async function savepoint<T>(work: (scope: Scope) => Promise<T>): Promise<T> {
		savepoints += 1
		const name = `savepoint_${savepoints}`
		await run({ text: `savepoint ${name}` })
		try {
			const value = await work(scope)
			await run({ text: `release savepoint ${name}` })
			return value
		} catch (error) {
			await run({ text: `rollback to savepoint ${name}` })
			throw error
		}
	}

	const scope = { run, savepoint }
	return { scope, end: () => (open = false) }
}

/** A statement that ended the transaction under our feet would make a success of half of it. */
function endsTransaction({ text }: Statement): boolean {
	return /^\s*(begin|start|commit|end|abort|prepare\s+transaction|rollback(?!\s+to))\b/i.test(text)
}

async function rollBack(connection: Connection, error: unknown): Promise<never> {
	if (!connection.dead) {
		// Without an answer the connection is cut, and the server rolls back by itself.
		const answer = await connection.run({ text: 'rollback' }).catch(() => undefined)
		if (answer?.command !== 'ROLLBACK') connection.kill(new DatabaseUnavailable('ROLLBACK failed.'))
	}
	throw connection.dead ? new TransactionError('not-committed', error) : error
}

async function commit(connection: Connection): Promise<void> {
	if (connection.dead) throw new TransactionError('not-committed', connection.dead)
	const answer = await connection.run({ text: 'commit' }).catch((error: unknown) => {
		// A refusal, by a deferred constraint for example, is a clear word: it is undone.
		throw connection.dead ? new TransactionError('unknown', error) : error
	})
	if (answer.command !== 'COMMIT') {
		const reason = new Error('a statement in it had failed, so the server rolled it back')
		throw new TransactionError('not-committed', reason)
	}
}
