/**
 * The error of a transaction that did not end with the server's word that it is committed.
 *
 * `not-committed`: nothing of it is in the database. `unknown`: the connection was lost after COMMIT was sent and
 * before it was answered; the caller must look the result up (by an idempotency key, by the order's number) and must
 * not simply try again. A statement that the server refused (for a unique key, say) gives no `TransactionError`: its
 * error is thrown unchanged, and nothing of its transaction is in the database.
 */
export class TransactionError extends Error {
	override readonly name = 'TransactionError'
	readonly outcome: 'not-committed' | 'unknown'

	constructor(outcome: 'not-committed' | 'unknown', cause: unknown) {
		super(`Transaction ${outcome}: ${messageOf(cause)}`, { cause })
		this.outcome = outcome
	}
}

/** The error of a database that cannot be reached, went away, is closed, or had no connection free in time. */
export class DatabaseUnavailable extends Error {
	override readonly name = 'DatabaseUnavailable'
}

/**
 * True when an error, or its cause, means "not now" and not "a bug": no connection in time, a connection lost, a
 * deadline or a lock waited for too long, a deadlock, a full disk, a server that starts, stops or is read-only. Such an
 * error is answered with 503 and Retry-After.
 */
export function isUnavailable(error: unknown): boolean {
	return causes(error).some(
		({ name, state }) =>
			name === 'DatabaseUnavailable' || (state !== undefined && NOT_NOW.test(state)),
	)
}

/** Returns the SQLSTATE of the server's error ('23505' for a unique key), however deeply it is wrapped. */
export function sqlState(error: unknown): string | undefined {
	return causes(error).find(({ state }) => state !== undefined)?.state
}

/**
 * Returns the name of the constraint, or of the trigger's own rule, that refused a statement; undefined for any other
 * error.
 */
export function constraintOf(error: unknown): string | undefined {
	if (!(error instanceof Error)) return undefined
	const own = 'constraint_name' in error ? String(error.constraint_name) : undefined
	return own ?? constraintOf(error.cause)
}

/** True when an error is the server's answer to a statement, so that the connection stays usable. */
export function isAnswer(error: unknown): boolean {
	return (
		error instanceof Error &&
		error.name === 'PostgresError' &&
		'severity' in error &&
		error.severity !== 'FATAL' &&
		error.severity !== 'PANIC'
	)
}

/**
 * True for the error of a server that has no connection left for us: it is full, or the limit of the database or of the
 * role is reached.
 */
export function isFull(error: unknown): boolean {
	return sqlState(error) === '53300'
}

export function messageOf(error: unknown): string {
	if (!(error instanceof Error)) return String(error)
	if (error.message !== '') return error.message
	// A refused connection to a name with several addresses has a code and no message.
	return 'code' in error ? String(error.code) : error.name
}

// The SQLSTATEs of `NOT_NOW`: 08 connection · 25006 read-only server · 25P03 idle in transaction · 40001 serialization
// failure · 40P01 deadlock · 53 out of disk, memory or connections · 55P03 lock_timeout · 57014 statement_timeout ·
// 57P01-57P05 shutting down, starting
const NOT_NOW = /^(08|25006|25P03|40001|40P01|53|55P03|57014|57P0)/

function causes(error: unknown): { name: string; state: string | undefined }[] {
	if (!(error instanceof Error)) return []
	const answered = error.name === 'PostgresError' && 'code' in error
	const state = answered ? String(error.code) : undefined
	return [{ name: error.name, state }, ...causes(error.cause)]
}
