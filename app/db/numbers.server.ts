import { type Database, raw } from '#app/db/connect.server.ts'

/** The last number of each counter, by its name: `{ 'order-2026': 1234 }`. */
export type CounterValues = Readonly<Record<string, number>>

/**
 * The last number of each counter that this process knows to be given out; empty in a process that does not watch the
 * database.
 */
let known: CounterValues = {}

/** Returns the highest number of a counter that this process has seen committed, 0 when it has seen none. */
export function knownNumber(counter: string): number {
	return known[counter] ?? 0
}

/** Remembers numbers as given out, of each counter the higher one, and returns all that are known then. */
export function rememberNumbers(numbers: CounterValues): CounterValues {
	const higher = Object.entries(numbers).filter(([name, value]) => value > knownNumber(name))
	if (higher.length > 0) known = { ...known, ...Object.fromEntries(higher) }
	return known
}

export function forgetNumbers(): void {
	known = {}
}

/**
 * The last numbers of a database and its lives, read in one statement. A life is the time between two restores or
 * failovers of the database.
 */
export type NumbersLook = {
	/** The present life of the database by its function `database_life`; a restore or a failover begins another. */
	life: string
	/**
	 * The first life in which a shop ran on these data, by which a shop is recognised: every backup contains it. Null
	 * before any was noted.
	 */
	firstLife: string | null
	/** The life that was noted last in `database_lives`; null before the first. */
	notedLife: string | null
	isReadOnly: boolean
	counters: CounterValues
}

/** Reads the counters of a database and its lives, in one small statement. */
export async function lookAtNumbers(database: Database): Promise<NumbersLook> {
	const [row] = await raw(database, LOOK)
	return row as NumbersLook
}

const LOOK = `
	select database_life() as life,
		(select life from database_lives order by noted_at, life limit 1) as "firstLife",
		(select life from database_lives order by noted_at desc, life limit 1) as "notedLife",
		current_setting('transaction_read_only') = 'on' as "isReadOnly",
		(select coalesce(json_object_agg(name, value), '{}') from counters) as counters`

/**
 * Leaves out the numbers that may have been given out and lost, so that they are never given out again: those after the
 * last number of each counter when the database is in a life that is not noted yet, and those wherever a counter stands
 * below a number that this process knows. Returns the names of the counters that leapt. Processes that run it at the
 * same time make each gap once.
 */
export async function leaveOutLost(database: Database): Promise<string[]> {
	return database.transaction(async (tx) => {
		await raw(
			tx,
			`insert into database_lives (life) values (database_life())
			on conflict (life) do update set noted_at = now()`,
		)
		const leapt = await raw(
			tx,
			`update counters set value = value where life is distinct from database_life() returning name`,
		)
		const behind = await raw(
			tx,
			`select key as name from json_each_text($1::json) where leave_out_numbers(key, value::int)`,
			[JSON.stringify(known)],
		)
		return [...leapt, ...behind].map(({ name }) => String(name))
	})
}

/**
 * Leaves out as many numbers of each counter as may be lost, for a restore that leaves no trace in the data. Returns
 * the names of the counters.
 */
export async function leaveOutAfterRestore(database: Database): Promise<string[]> {
	const leapt = await raw(
		database,
		`update counters set value = value + numbers_to_skip() returning name`,
	)
	return leapt.map(({ name }) => String(name))
}
