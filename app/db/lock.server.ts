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
	/** Of what has no row yet; locked last, in this order. */
	names?: readonly string[]
}

/**
 * Locks whatever a change makes scarcer, once at the start of its transaction and always in the same
 * order (days by date, vouchers, carts, orders, names), so that no two changes wait for each other in a circle.
 * Waits for its turn at the days (`takeTurn`), then at most `lock_timeout`. Days without a row get one.
 * One statement.
 */
export async function lock(tx: Transaction, scarce: Scarce): Promise<void> {
	await lockAndLoad(tx, scarce, async () => {})
}

/**
 * Locks, and loads what the decision needs in the same round trip: the server does one after the other, and
 * every statement sees what was committed before it began, so `load` sees the world as it is once the
 * lock is ours. That keeps the time short for which others wait.
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

/** Each once, without what there is none of. */
function present<T>(wanted: readonly (T | null)[]): T[] {
	return [...new Set(wanted)].filter((one) => one !== null)
}

type Locked = Record<'days' | 'vouchers' | 'carts' | 'orders' | 'names', readonly string[]>

/** See `drizzle/migrations/0027_lock_scarce.sql`. */
const lockScarce = prepare<Locked>(
	(
		_,
		value,
	) => sql`select from lock_scarce(${value('days')}, ${value('vouchers')}, ${value('carts')},
		${value('orders')}, ${value('names')})`,
)

/** Statements that build on one another, sent in this order and answered in one round trip. */
export async function inOneRoundTrip(statements: Statement[]): Promise<void> {
	const { answers } = await send(statements)
	await answers
}

/** Sends these and then `last` in the same round trip; answers what `last` answers. */
export async function inOrder<T>(statements: Statement[], last: () => Promise<T>): Promise<T> {
	const { answers } = await send(statements)
	const [answer] = await Promise.all([last(), answers])
	return answer
}

/**
 * Sends what a transaction ends with, and waits for nothing: its COMMIT travels in the same round trip. When
 * one of them fails, so does the transaction.
 */
export async function sendBeforeCommit(statements: Statement[]): Promise<void> {
	const { answers } = await send(statements)
	answers.catch(() => {}) // The transaction rejects with it.
}

type Statement = () => PromiseLike<unknown>

/** Sends the statements in this order and waits for none of them: `answers` come later, all in one round trip. */
async function send(statements: Statement[]): Promise<{ answers: Promise<unknown> }> {
	const answers: Promise<unknown>[] = []
	for (const statement of statements) {
		answers.push(Promise.resolve(statement()))
		await statementsHaveLeft()
	}
	return { answers: Promise.all(answers) }
}

/** Drizzle takes a few turns of the microtask queue until it sends; after these everything asked for is on its way. */
function statementsHaveLeft(): Promise<void> {
	return new Promise((resolve) => process.nextTick(resolve))
}
