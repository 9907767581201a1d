import { setTimeout as sleep } from 'node:timers/promises'

import postgres from 'postgres'

/** The act before which transactions wait, and the number of them that must wait there before all go on. */
type Meeting = {
	/**
	 * An act on a table, as `create trigger` names it: 'insert on allocations for each row'. For an update that several
	 * make of one row it is 'for each statement': before a row's own trigger PostgreSQL locks the row, so that only one
	 * would come to the gate.
	 */
	before: string
	many: number
	/** The URL of the database; the one of this process if left out. */
	url?: string
}

/** Names the lock. The shop's own names are hashes, which are hardly ever so small. */
const GATE = 1

/**
 * Runs `work` with a gate in its way: each transaction that is about to do `before` waits for an advisory lock, which
 * is held here until `many` of them wait for it. So all of them have read before one of them writes, on a slow machine
 * too. Later ones find the gate open. Removes the gate and returns what `work` returned.
 *
 * A transaction whose fellows never come waits until its `statement_timeout`, 5 seconds; then `work` ends.
 * @throws when `work` ends or fails before so many have met
 */
export async function meetAtGate<T>(
	{ before, many, url = process.env['DATABASE_URL'] ?? '' }: Meeting,
	work: () => Promise<T>,
): Promise<T> {
	const sql = postgres(url, { max: 1, onnotice: () => {} })
	try {
		await sql.unsafe(`
			create function wait_at_gate() returns trigger language plpgsql set lock_timeout = 0 as
				'begin perform pg_advisory_xact_lock_shared(${GATE}); return new; end';
			create trigger gate before ${before} execute function wait_at_gate();
			select pg_advisory_lock(${GATE})`)
		const done = work()
		const over = done.then(
			() => true,
			() => true, // The failure is thrown below, once the gate is open.
		)
		let most = 0
		while (most < many) {
			if (await Promise.race([over, sleep(10)])) break
			most = Math.max(most, await countAtGate(sql))
		}
		await sql`select pg_advisory_unlock(${GATE})`
		const value = await done
		if (most < many) throw new Error(`${many} should meet before ${before}, ${most} did.`)
		return value
	} finally {
		await sql.unsafe('drop function if exists wait_at_gate cascade')
		await sql.end()
	}
}

/** Counts the transactions of this database that wait for the lock. */
async function countAtGate(sql: postgres.Sql): Promise<number> {
	const [row] = await sql`
		select count(*)::int as waiting from pg_locks
		where locktype = 'advisory' and objid = ${GATE} and classid = 0 and objsubid = 1 and not granted
			and database = (select oid from pg_database where datname = current_database())`
	return Number(row?.['waiting'])
}
