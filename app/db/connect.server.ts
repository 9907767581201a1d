import { type PostgresJsDatabase, PostgresJsSession, drizzle } from 'drizzle-orm/postgres-js'
import type postgres from 'postgres'

import { type Address, parseServers } from '#app/db/driver/address.server.ts'
import {
	type QueryResult,
	type Statement,
	openConnection,
} from '#app/db/driver/connection.server.ts'
import { type Pool, createPool } from '#app/db/driver/pool.server.ts'
import { type Scope, runTransaction } from '#app/db/driver/transaction.server.ts'
import { isUnavailable, sqlState } from '#app/db/errors.server.ts'
import { countGuardHit, countUnavailable } from '#app/gateways/counts.server.ts'

/** A database as drizzle sees it, with columns in snake_case; `connect` says what it promises beyond drizzle. */
export type Database = PostgresJsDatabase<Record<string, never>> & {
	/** Returns the number of waits for a connection so far, and the seconds that all of them took. */
	waits(): { count: number; seconds: number }
	/** Lets running work finish, refuses new work, and ends every connection. */
	close(): Promise<void>
}

/** The transaction that `db.transaction` hands to its callback. */
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]

export type ConnectOptions = {
	/** The number of transactions that may run at the same time. */
	transactions?: number
	/**
	 * The number of single statements that may run at the same time. They have connections of their own: a single
	 * statement made inside a transaction must not wait for that transaction to end.
	 */
	statements?: number
	/** The longest time of a transaction, in milliseconds from its first statement on. */
	deadlineMs?: number
	/** The longest time of a single statement, in milliseconds; `deadlineMs` by default. */
	answerMs?: number
	/** The longest wait for a connection, in milliseconds, while no other caller gives one back. */
	acquireMs?: number
	/**
	 * Plans each statement once on a connection, for all values: by default the server plans the larger statements
	 * at every use, which takes three times as long as running them. A partial index then serves only a statement that
	 * has its predicate in the text.
	 */
	plansOnce?: boolean
	applicationName?: string
}

/**
 * Returns the database at a URL (`parseServers`), and connects at its first use.
 *
 * Every transaction and every single statement has a connection to itself, which is never reopened meanwhile; a
 * transaction takes its connection at its first statement. A transaction that resolves is committed, whole; a
 * `TransactionError` says what is known of one that rejects. When the connection dies, the callback's statements are
 * refused from that tick on, but the callback itself goes on: call nothing outside the database in it. A single write
 * that fails with `isUnavailable` may have been done or not.
 * @throws for a URL that cannot be read
 */
export function connect(url: string, options: ConnectOptions = {}): Database {
	const { transactions = 10, statements = 6, deadlineMs = 10_000, acquireMs = 2_000 } = options
	const { answerMs = deadlineMs, plansOnce = false, applicationName = 'raumzeit' } = options
	const servers = parseServers(url)
	const opening = {
		servers,
		open: (address: Address) => openConnection(address, { applicationName, plansOnce }),
		latest: 0,
		silentAt: 0,
	}
	const transactionPool = createPool({ size: transactions, acquireMs, opening })
	const statementPool = createPool({ size: statements, acquireMs, opening })

	const client = {
		options: { parsers: {}, serializers: {} }, // Drizzle sets these parsers; each connection has its own, which are used.
		unsafe: query((statement) => runStatement(statementPool, answerMs, statement)),
		begin: <T>(work: (client: ScopeClient) => Promise<T>) =>
			runTransaction(transactionPool, deadlineMs, (scope) => work(scopeClient(scope))).catch(
				countTrouble,
			),
	}
	return Object.assign(drizzle(asSql(client), { casing: 'snake_case' }), {
		waits() {
			const pools = [transactionPool.waits, statementPool.waits]
			const ms = pools.reduce((sum, pool) => sum + pool.ms, 0)
			return { count: pools.reduce((sum, pool) => sum + pool.count, 0), seconds: ms / 1000 }
		},
		async close() {
			await Promise.all([transactionPool.close(), statementPool.close()])
		},
	})
}

/**
 * Runs SQL text, in the transaction when given one. Values fill $1, $2, ...; without values the text may be several
 * statements, and the rows are those of the last one that has any. Timestamps with a zone come as `Date`, 64-bit
 * integers, numerics and arrays as text.
 */
export async function raw(
	executor: Database | Transaction,
	text: string,
	values: unknown[] = [],
): Promise<Record<string, unknown>[]> {
	const { session } = executor._
	if (!(session instanceof PostgresJsSession)) throw new TypeError('This is no database of ours.')
	const client: { unsafe: Query } = session.client
	const answer = await client.unsafe(
		text,
		values.map((value) => value ?? null),
	)
	return readRows(lastResult(answer))
}

/**
 * Returns the servers and the database of a URL as people read them, 'db.example:5432/shop', without user and password.
 */
export function databaseName(url: string): string {
	const { addresses } = parseServers(url)
	const servers = addresses.map(({ endpoint }) =>
		'path' in endpoint ? endpoint.path : `${endpoint.host}:${endpoint.port}`,
	)
	return `${servers.join(',')}/${addresses[0].database}`
}

/** Resolves when the transaction is over, however it ended; for a nested one, when the outermost is over. */
export function whenOver(tx: Transaction): Promise<void> {
	const { session } = tx._
	if (!(session instanceof PostgresJsSession))
		throw new TypeError('This is no transaction of ours.')
	const client: ScopeClient = session.client
	return client.over
}

type Rows = NonNullable<Statement['rows']>
type Query = (
	text: string,
	values?: unknown[],
) => Promise<QueryResult> & { values(): Promise<QueryResult> }
type ScopeClient = {
	options: { parsers: object; serializers: object }
	unsafe: Query
	savepoint<T>(work: (client: ScopeClient) => Promise<T>): Promise<T>
	over: Promise<void>
}

function scopeClient(scope: Scope): ScopeClient {
	return {
		options: { parsers: {}, serializers: {} },
		unsafe: query((statement) => scope.run(statement)),
		savepoint: (work) => scope.savepoint((inner) => work(scopeClient(inner))),
		over: scope.over,
	}
}

/**
 * Makes a function that sends a statement one microtask later: drizzle calls `.values()` on the returned promise, and
 * only then is the format of the rows known.
 */
function query(run: (statement: Statement) => Promise<QueryResult>): Query {
	return (text, values) => {
		let rows: Rows = 'objects'
		const answer = Promise.resolve().then(() => run({ text, values, rows }))
		const asArrays = () => {
			rows = 'arrays'
			return answer
		}
		return Object.assign(answer, { values: asArrays })
	}
}

function runStatement(pool: Pool, answerMs: number, statement: Statement): Promise<QueryResult> {
	return pool
		.use(async (connect) => {
			const connection = await connect()
			const lift = connection.limit(answerMs)
			try {
				return await connection.run(statement)
			} finally {
				lift()
				if (mayLeaveTransactionOpen(statement)) await connection.close()
			}
		})
		.catch(countTrouble)
}

/** The kinds of guards of the database, by the SQLSTATE with which each refuses a statement. */
const GUARDS = { '23P01': 'exclusion', '23514': 'check', '23001': 'unchanging' } as const

/** Counts an error for the metrics when a guard refused or the database was unavailable, and throws it on. */
function countTrouble(error: unknown): never {
	const state = sqlState(error) ?? ''
	if (Object.hasOwn(GUARDS, state)) countGuardHit({ guard: GUARDS[state as keyof typeof GUARDS] })
	else if (isUnavailable(error)) countUnavailable({})
	throw error
}

/**
 * True for a script that holds its own BEGIN: when it fails before its COMMIT, it leaves an open transaction on the
 * connection.
 */
function mayLeaveTransactionOpen({ text, values = [] }: Statement): boolean {
	return values.length === 0 && /\b(begin|start\s+transaction)\b/i.test(text)
}

/**
 * Returns our client under the type of a postgres.js client. Drizzle's driver uses only `options`, `unsafe` (and the
 * `values` of its result), `begin` and `savepoint` of one; read in drizzle-orm 0.45, to be read again at each upgrade.
 */
function asSql(client: Pick<ScopeClient, 'options' | 'unsafe'> & { begin: unknown }): postgres.Sql {
	return client as unknown as postgres.Sql
}

/**
 * Returns the result of the last statement in a text: the library answers several statements with an array of results.
 */
function lastResult(answer: QueryResult): QueryResult {
	const last: unknown = answer.at(-1)
	return Array.isArray(last) ? (last as QueryResult) : answer
}

const TIMESTAMPTZ = 1184

function readRows(answer: QueryResult): Record<string, unknown>[] {
	const columns = answer.columns ?? [] // undefined when the statement returns no rows.
	const moments = columns.filter(({ type }) => type === TIMESTAMPTZ).map(({ name }) => name)
	return answer.map((row) => {
		const dates = moments.map((name) => [name, row[name] && new Date(row[name])])
		return { ...row, ...Object.fromEntries(dates) }
	})
}
