import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import { sql } from 'drizzle-orm'
import type { PostgresJsDatabase } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'

import type { Transaction } from '#app/db/connect.server.ts'
import { TransactionError } from '#app/db/errors.server.ts'
import { sendBeforeCommit } from '#app/db/lock.server.ts'

type Torture = {
	/** A superuser's URL of a server where killed connections and a table of our own do no harm. */
	url: string
	seconds: number
	workers?: number
	/** Opens the client under torture; its connections must carry `applicationName`. */
	open(url: string, applicationName: string): Victim
}

export type Victim = Pick<PostgresJsDatabase<Record<string, never>>, 'transaction' | 'execute'>

export type Findings = {
	/** The load on the client: without kills a clean result proves nothing. */
	load: { transactions: number; kills: number; reads: number }
	/** The outcomes of transactions, as the client reported them. */
	outcomes: Record<Outcome, number>
	/** Failed reads, which are allowed, and the true ends of the transactions of unknown outcome. */
	honest: { readsFailed: number; unknownPresent: number; unknownAbsent: number }
	/** Faults that a client must never have. */
	violations: {
		torn: number
		committedButMissing: number
		rejectedButPresent: number
		transactionsHung: number
		readsWrong: number
		readsHung: number
		uncaughtExceptions: number
		unhandledRejections: number
	}
}

type Outcome = 'committed' | 'undone' | 'not-committed' | 'unknown' | 'rejected' | 'hung'

/**
 * Writes three rows per transaction, in six ways, from several workers, while the server's end of a random open
 * transaction is killed every 20 to 50 ms; then counts the rows in the table. Each transaction must be there whole or
 * not at all, as its client reported.
 */
export async function torture({ url, seconds, workers = 8, open }: Torture): Promise<Findings> {
	const name = `torture_${randomInt(2 ** 32)}`
	const admin = postgres(url, { max: 1, onnotice: () => {} })
	await admin`create table ${admin(name)} (tag text, step int, xid bigint)`
	const accidents = watchForAccidents()
	const session: Session = {
		name,
		admin,
		db: open(url, name),
		end: performance.now() + seconds * 1000,
	}
	try {
		const [outcomes, reads, kills] = await Promise.all([
			runWorkers(session, workers),
			runReaders(session),
			runKiller(session),
		])
		await sleep(SETTLE_MS)
		const { present, torn } = await readTable(session)
		return judge({ outcomes, reads, kills, present, torn, accidents: accidents.counts })
	} finally {
		await cleanUp(session)
		accidents.stop()
	}
}

/** The number of violations of all kinds. */
export function countViolations({ violations }: Findings): number {
	return Object.values(violations).reduce((sum, count) => sum + count, 0)
}

type Session = { name: string; admin: postgres.Sql; db: Victim; end: number }
type Reads = { total: number; failed: number; wrong: number; hung: number }

// Longer than the client itself waits before it gives up.
const HUNG_MS = 20_000
const SETTLE_MS = 1_500 // For statements on their way outside of their transaction.

class Regret extends Error {}

type Insert = (tx: Transaction, step: number) => Promise<unknown>

/** The ways of callbacks: one after the other, together, slowly, ignoring errors, nested, with a change of mind. */
const WAYS: Record<string, (tx: Transaction, insert: Insert) => Promise<void>> = {
	async inTurn(tx, insert) {
		for (const step of [1, 2, 3]) {
			await insert(tx, step)
			await sleep(randomInt(8))
		}
	},
	async together(tx, insert) {
		await insert(tx, 1)
		await sleep(randomInt(8))
		await Promise.all([insert(tx, 2), insert(tx, 3)])
	},
	async slowly(tx, insert) {
		await insert(tx, 1)
		await sleep(40 + randomInt(100))
		await insert(tx, 2)
		await insert(tx, 3)
	},
	async deafly(tx, insert) {
		for (const step of [1, 2, 3]) {
			await insert(tx, step).catch(() => {})
			await sleep(randomInt(15))
		}
	},
	async nested(tx, insert) {
		await insert(tx, 1)
		await tx.transaction(async (inner) => {
			await sleep(randomInt(8))
			await insert(inner, 2)
		})
		await insert(tx, 3)
	},
	/** Sends the reads in one round trip with BEGIN and the writes in one with COMMIT, as a claim of places does. */
	async inTwoFlights(tx, insert) {
		await Promise.all([tx.execute(sql`select 1`), tx.execute(sql`select pg_sleep(0.003)`)])
		await sendBeforeCommit([1, 2, 3].map((step) => () => insert(tx, step)))
	},
	async withoutWaiting(tx, insert) {
		await sendBeforeCommit([1, 2, 3].map((step) => () => insert(tx, step)))
	},
	async regretfully(tx, insert) {
		for (const step of [1, 2, 3]) await insert(tx, step)
		throw new Regret()
	},
}

async function runWorkers(session: Session, workers: number): Promise<Map<string, Outcome>> {
	const outcomes = new Map<string, Outcome>()
	const ways = Object.entries(WAYS)
	let next = 0
	await Promise.all(
		Array.from({ length: workers }, async () => {
			while (performance.now() < session.end) {
				const tag = String(next)
				const [, way] = ways[next % ways.length] ?? []
				next += 1
				if (way) outcomes.set(tag, await attempt(session, tag, way))
			}
		}),
	)
	return outcomes
}

async function attempt(
	{ db, name }: Session,
	tag: string,
	way: (tx: Transaction, insert: Insert) => Promise<void>,
): Promise<Outcome> {
	const insert: Insert = (tx, step) =>
		tx.execute(sql`insert into ${sql.identifier(name)} values (${tag}, ${step}, txid_current())`)
	const outcome = db
		.transaction((tx) => way(tx, insert))
		.then((): Outcome => 'committed', describeRejection)
	return orHung<Outcome>(outcome, 'hung')
}

function describeRejection(error: unknown): Outcome {
	if (error instanceof Regret) return 'undone'
	return error instanceof TransactionError ? error.outcome : 'rejected'
}

async function runReaders(session: Session): Promise<Reads> {
	const reads = { total: 0, failed: 0, wrong: 0, hung: 0 }
	const readers = Array.from({ length: 2 }, async () => {
		while (performance.now() < session.end) {
			const result = await orHung(read(session.db), 'hung')
			reads.total += 1
			if (result !== 'right') reads[result] += 1
			await sleep(5)
		}
	})
	await Promise.all(readers)
	return reads
}

async function read(db: Victim): Promise<'right' | 'wrong' | 'failed'> {
	const base = randomInt(1_000_000)
	try {
		const rows = await db.execute(sql`select ${base}::int + g as v from generate_series(1, 3) g`)
		const right = [1, 2, 3].every((g) => rows[g - 1]?.['v'] === base + g) && rows.length === 3
		return right ? 'right' : 'wrong'
	} catch {
		return 'failed'
	}
}

async function runKiller({ admin, name, end }: Session): Promise<number> {
	let kills = 0
	while (performance.now() < end) {
		await sleep(20 + randomInt(31))
		const killed = await admin`
			select pg_terminate_backend(pid) from (
				select pid from pg_stat_activity
				where application_name = ${name} and xact_start is not null
				order by random() limit 1
			) victim`
		kills += killed.length
	}
	return kills
}

async function orHung<T>(promise: Promise<T>, hung: T): Promise<T> {
	const waiting = new AbortController()
	const timeout = sleep(HUNG_MS, hung, { signal: waiting.signal }).catch(() => hung)
	return Promise.race([promise, timeout]).finally(() => waiting.abort())
}

async function readTable({ admin, name }: Session) {
	const rows = await admin<{ tag: string; whole: boolean }[]>`
		select tag, count(*) = 3 and count(distinct step) = 3 and count(distinct xid) = 1 as whole
		from ${admin(name)} group by tag`
	return {
		present: new Set(rows.map(({ tag }) => tag)),
		torn: new Set(rows.filter(({ whole }) => !whole).map(({ tag }) => tag)),
	}
}

function watchForAccidents() {
	const counts = { uncaughtExceptions: 0, unhandledRejections: 0 }
	const onException = () => (counts.uncaughtExceptions += 1)
	const onRejection = () => (counts.unhandledRejections += 1)
	process.on('uncaughtException', onException)
	process.on('unhandledRejection', onRejection)
	const stop = () => {
		process.off('uncaughtException', onException)
		process.off('unhandledRejection', onRejection)
	}
	return { counts, stop }
}

/** Ends transactions that hang, because they hold locks on the table. */
async function cleanUp({ admin, name }: Session): Promise<void> {
	await admin`select pg_terminate_backend(pid) from pg_stat_activity where application_name = ${name}`
	await admin`drop table ${admin(name)}`
	await admin.end({ timeout: 1 })
}

function judge(seen: {
	outcomes: Map<string, Outcome>
	reads: Reads
	kills: number
	present: Set<string>
	torn: Set<string>
	accidents: { uncaughtExceptions: number; unhandledRejections: number }
}): Findings {
	const { outcomes, reads, kills, present, torn, accidents } = seen
	const count = (outcome: Outcome, test: (tag: string) => boolean = () => true) =>
		[...outcomes].filter(([tag, one]) => one === outcome && test(tag)).length
	const isPresent = (tag: string) => present.has(tag)
	const isMissing = (tag: string) => !present.has(tag)

	return {
		load: { transactions: outcomes.size, kills, reads: reads.total },
		outcomes: {
			committed: count('committed'),
			undone: count('undone'),
			'not-committed': count('not-committed'),
			unknown: count('unknown'),
			rejected: count('rejected'),
			hung: count('hung'),
		},
		honest: {
			readsFailed: reads.failed,
			unknownPresent: count('unknown', isPresent),
			unknownAbsent: count('unknown', isMissing),
		},
		violations: {
			torn: torn.size,
			committedButMissing: count('committed', isMissing),
			rejectedButPresent:
				count('not-committed', isPresent) +
				count('undone', isPresent) +
				count('rejected', isPresent),
			transactionsHung: count('hung'),
			readsWrong: reads.wrong,
			readsHung: reads.hung,
			...accidents,
		},
	}
}
