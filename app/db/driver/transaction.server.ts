import { begin, type BegunTransaction } from '#app/db/driver/begin.server.ts'
import type { QueryResult, Connection, Statement } from '#app/db/driver/connection.server.ts'
import type { Pool } from '#app/db/driver/pool.server.ts'
import { DatabaseUnavailable, sqlState, TransactionError } from '#app/db/errors.server.ts'

/** The functions that are available inside a transaction, while it runs. */
export type Scope = {
	run(statement: Statement): Promise<QueryResult>
	/** Runs `work` in a savepoint; when `work` rejects, undoes what it did and nothing else. */
	savepoint<T>(work: (scope: Scope) => Promise<T>): Promise<T>
	/** Resolves when the transaction is over, however it ended; never rejects. */
	readonly over: Promise<void>
}

/**
 * Runs `work` in a transaction on a connection of its own, taken at the first statement: while `work` waits for
 * something before that, it keeps no connection from other transactions. Resolves only when the server answered COMMIT
 * with COMMIT. Rejects with the error of `work`, with the server's error, or with a `TransactionError`; in all cases
 * but its `unknown`, nothing of the transaction is in the database.
 *
 * BEGIN, COMMIT and ROLLBACK are ordinary statements here: the library's own `begin` goes on sending when the
 * connection is gone.
 */
export async function runTransaction<T>(
	pool: Pool,
	deadlineMs: number,
	work: (scope: Scope) => Promise<T>,
): Promise<T> {
	const over = deferred<void>()
	const wanted = deferred<'wanted'>()
	const begun = deferred<BegunTransaction>()
	const { scope, end, abandon, ...sent } = openScope(over.promise, () => {
		wanted.resolve('wanted')
		return begun.promise
	})
	try {
		const working = work(scope).catch(abandon).finally(end)
		// Without a statement there is nothing to commit.
		if ((await Promise.race([wanted.promise, working])) !== 'wanted') return await working
		return await pool.use(async (connect) => {
			const opened = await begin(connect)
			begun.resolve(opened)
			const connection = await opened.sure
			const lift = connection.limit(deadlineMs)
			try {
				return await perform(opened, connection, { working, ...sent })
			} finally {
				lift()
			}
		})
	} catch (error) {
		begun.reject(error)
		// Only an unanswered COMMIT leaves open whether the transaction was done, and its error is a TransactionError
		// already.
		throw error instanceof DatabaseUnavailable
			? new TransactionError('not-committed', error)
			: error
	} finally {
		end()
		over.resolve()
	}
}

async function perform<T>(
	opened: BegunTransaction,
	connection: Connection,
	{ working, ...sent }: Sent & { working: Promise<T> },
): Promise<T> {
	const value = await connection
		.watch(working)
		.catch((error: unknown) => rollBack(connection, error))
	await commit(opened, connection, sent)
	return value
}

/** The statements that `work` sent and that are not answered yet, and the first error of any statement. */
type Sent = { underWay: ReadonlySet<Promise<unknown>>; refused: () => unknown }

type OpenScope = Sent & {
	scope: Scope
	/** Refuses every further statement of the transaction. */
	end: () => void
	/**
	 * Drops the statements that `work` sent without waiting for them and that are not on their way yet, and throws the
	 * error of `work` on.
	 */
	abandon: (error: unknown) => never
}

function openScope(over: Promise<void>, begun: () => Promise<BegunTransaction>): OpenScope {
	let open = true
	let isAbandoned = false
	let savepoints = 0
	const underWay = new Set<Promise<unknown>>()
	let refusal: unknown

	function run(statement: Statement): Promise<QueryResult> {
		const answer = send(statement)
		underWay.add(answer)
		const settled = () => underWay.delete(answer)
		answer.then(settled, settled)
		return answer
	}

	async function send(statement: Statement): Promise<QueryResult> {
		if (!open) throw new Error('This transaction has ended; its statement was not sent.')
		if (endsTransaction(statement)) {
			throw new Error('Inside a transaction, BEGIN, COMMIT and ROLLBACK are not for statements.')
		}
		const { run: sendOn } = await begun()
		if (isAbandoned) throw new Error('This transaction ended before its statement could be sent.')
		return sendOn(statement).catch(refuse)
	}

	/**
	 * Throws the first error of the transaction. A statement sent behind a refused one in the same round trip fails
	 * because of it, so both report the error of the first.
	 */
	function refuse(error: unknown): never {
		if (refusal === undefined || sqlState(error) !== AFTER_A_REFUSAL) refusal = error
		throw refusal
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

	function abandon(error: unknown): never {
		isAbandoned = true
		throw error
	}

	const scope = { run, savepoint, over }
	return { scope, end: () => (open = false), abandon, underWay, refused: () => refusal }
}

/** The SQLSTATE of a statement behind one that failed in the same transaction (in_failed_sql_transaction). */
const AFTER_A_REFUSAL = '25P02'

/** True for a statement that would end the transaction before its callback does and so leave half of it committed. */
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

/**
 * Commits a transaction. COMMIT is sent at once, behind statements that `work` has sent and not waited for
 * (`underWay`): the server does one after the other, and commits nothing when one of them failed.
 */
async function commit(
	opened: BegunTransaction,
	connection: Connection,
	{ underWay, refused: firstRefusal }: Sent,
): Promise<void> {
	if (connection.dead) throw new TransactionError('not-committed', connection.dead)
	const [committed, ...others] = await Promise.allSettled([
		opened.run({ text: 'commit' }), // Sent behind statements that still wait for BEGIN, too.
		...underWay,
	])
	if (committed.status === 'fulfilled' && committed.value.command === 'COMMIT') return
	if (connection.dead && committed.status === 'rejected')
		throw new TransactionError('unknown', committed.reason)
	// An error of the server, of a deferred constraint for example, is certain: the transaction is undone.
	const refused = [...others, committed].find(({ status }) => status === 'rejected')
	if (refused?.status === 'rejected') throw refused.reason
	// A statement failed and was answered before COMMIT: its error tells an outage from a bug (faults N232).
	throw new TransactionError('not-committed', firstRefusal())
}

type Deferred<T> = {
	promise: Promise<T>
	resolve: (value: T) => void
	reject: (reason: unknown) => void
}

/**
 * Makes a promise that is settled from outside. It may reject before any statement waits for it without ending the
 * process.
 */
function deferred<T>(): Deferred<T> {
	const settle = {} as Omit<Deferred<T>, 'promise'>
	const promise = new Promise<T>((resolve, reject) => Object.assign(settle, { resolve, reject }))
	promise.catch(() => {})
	return { promise, ...settle }
}
