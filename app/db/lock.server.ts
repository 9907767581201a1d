import { sql } from 'drizzle-orm'

import type { Transaction } from '#app/db/client.server.ts'
import { whenOver } from '#app/db/connect.server.ts'
import { takeTurn } from '#app/db/day-queue.server.ts'
import { prepare } from '#app/db/prepare.server.ts'
import type { Day } from '#app/models/venue/slot.ts'

type Scarce = {
	days?: readonly (Day | null)[]
	vouchers?: readonly string[]
	carts?: readonly (string | null)[]
	orders?: readonly string[]
	/** The names of things that have no row yet, locked by name; locked last, in the given order. */
	names?: readonly string[]
}

/**
 * Locks everything that a change makes scarcer, once at the start of its transaction and always in the order days (by
 * date), vouchers, carts, orders, names, so that no two changes wait for each other in a circle. Waits for its turn at
 * the days (`takeTurn`), then `lock_timeout` at most. Makes the rows of days that have none. One statement.
 */
export async function lock(tx: Transaction, scarce: Scarce): Promise<void> {
	await lockAndLoad(tx, scarce, async () => {})
}

/**
 * Locks as `lock` does, and in the same round trip loads the rows that the decision needs. The server does one
 * statement after the other, and each sees all that was committed before it began, so `load` sees the rows as they are
 * under the lock. The saved round trip shortens the time for which others wait.
 */
export async function lockAndLoad<T>(
	tx: Transaction,
	{ days: wanted, vouchers = [], carts = [], orders = [], names = [] }: Scarce,
	load: () => Promise<T>,
): Promise<T> {
	const days = present(wanted ?? [])
	await takeTurn(days, whenOver(tx))
	return inOrder(
		[() => lockScarce(tx, { days, vouchers, carts: present(carts), orders, names })],
		load,
	)
}

/** Returns a list without nulls and duplicates. */
function present<T>(wanted: readonly (T | null)[]): T[] {
	return [...new Set(wanted)].filter((one) => one !== null)
}

type Locked = Record<'days' | 'vouchers' | 'carts' | 'orders' | 'names', readonly string[]>

/** Locks everything by the database function `lock_scarce` (`drizzle/migrations/0027_lock_scarce.sql`). */
const lockScarce = prepare<Locked>(
	(
		_,
		value,
	) => sql`select from lock_scarce(${value('days')}, ${value('vouchers')}, ${value('carts')},
		${value('orders')}, ${value('names')})`,
)

/** Sends statements that build on one another, in this order and in one round trip, and waits for their answers. */
export async function inOneRoundTrip(statements: Statement[]): Promise<void> {
	const { answers } = await send(statements)
	await answers
}

/** Sends the statements and then `last` in one round trip; returns the answer to `last`. */
export async function inOrder<T>(statements: Statement[], last: () => Promise<T>): Promise<T> {
	const { answers } = await send(statements)
	const [answer] = await Promise.all([last(), answers])
	return answer
}

/**
 * Sends the last statements of a transaction without waiting for their answers: its COMMIT travels in the same round
 * trip. When one of them fails, so does the transaction.
 */
export async function sendBeforeCommit(statements: Statement[]): Promise<void> {
	const { answers } = await send(statements)
	answers.catch(() => {}) // The failure is not lost: the transaction rejects with it.
}

type Statement = () => PromiseLike<unknown>

/**
 * Sends the statements in this order and waits for none of them; `answers` settles with all of them after one round
 * trip.
 */
async function send(statements: Statement[]): Promise<{ answers: Promise<unknown> }> {
	const answers: Promise<unknown>[] = []
	for (const statement of statements) {
		answers.push(Promise.resolve(statement()))
		await statementsHaveLeft()
	}
	return { answers: Promise.all(answers) }
}

/** Resolves once drizzle has sent every statement it was asked for; it needs a few turns of the microtask queue. */
function statementsHaveLeft(): Promise<void> {
	return new Promise((resolve) => process.nextTick(resolve))
}
