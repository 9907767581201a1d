import { sql } from 'drizzle-orm'

import type { Transaction } from '#app/db/client.server.ts'
import { whenOver } from '#app/db/connect.server.ts'
import { takeTurn } from '#app/db/day-queue.server.ts'
import { prepare } from '#app/db/prepare.server.ts'
import { carts, days, orders, vouchers } from '#app/db/schema.ts'
import type { Day } from '#app/models/venue/slot.ts'

type Scarce = {
	days?: readonly (Day | null)[]
	vouchers?: readonly string[]
	carts?: readonly (string | null)[]
	orders?: readonly string[]
	/** The days are known to have their rows, which no one deletes. */
	haveRows?: boolean
}

/**
 * Locks whatever a change makes scarcer, once at the start of its transaction and always in the same
 * order (days by date, vouchers, carts, orders), so that no two changes wait for each other in a circle.
 * Waits for its turn at the days (`takeTurn`), then at most `lock_timeout`. Days without a row get one.
 * One round trip.
 */
export async function lock(tx: Transaction, scarce: Scarce): Promise<void> {
	await lockAndLoad(tx, scarce, async () => {})
}

/**
 * Locks, and loads what the decision needs in the same flight: the server does one after the other, and
 * every statement sees what was committed before it began, so `load` sees the world as it is once the
 * lock is ours. That keeps the time short for which others wait.
 */
export async function lockAndLoad<T>(
	tx: Transaction,
	scarce: Scarce,
	load: () => Promise<T>,
): Promise<T> {
	await takeTurn(daysOf(scarce), whenOver(tx))
	return inOrder(statementsFor(tx, scarce), load)
}

/** Statements that build on one another, sent in this order and answered in one flight. */
export async function inOneFlight(statements: Statement[]): Promise<void> {
	const { answers } = await send(statements)
	await answers
}

/** Sends these and then `last` in the same flight; answers what `last` answers. */
export async function inOrder<T>(statements: Statement[], last: () => Promise<T>): Promise<T> {
	const { answers } = await send(statements)
	const [answer] = await Promise.all([last(), answers])
	return answer
}

/**
 * Sends what a transaction ends with, and waits for nothing: its COMMIT travels in the same flight. When
 * one of them fails, so does the transaction.
 */
export async function inLastFlight(statements: Statement[]): Promise<void> {
	const { answers } = await send(statements)
	answers.catch(() => {}) // The transaction rejects with it.
}

type Statement = () => PromiseLike<unknown>

function daysOf({ days: wanted }: Scarce): Day[] {
	return [...new Set(wanted)].filter((day) => day !== null)
}

function statementsFor(tx: Transaction, scarce: Scarce): Statement[] {
	const wantedDays = daysOf(scarce)
	const wantedVouchers = [...(scarce.vouchers ?? [])]
	const wantedCarts = [...(scarce.carts ?? [])].filter((cart) => cart !== null)
	const wantedOrders = [...(scarce.orders ?? [])]
	const needRows = wantedDays.length > 0 && !scarce.haveRows
	return [
		...(needRows ? [() => insertDays(tx, { days: wantedDays })] : []),
		...(wantedDays.length > 0 ? [() => lockThese(tx, wantedDays, needRows)] : []),
		...(wantedVouchers.length > 0 ? [() => lockVouchers(tx, { ids: wantedVouchers })] : []),
		...(wantedCarts.length > 0 ? [() => lockCarts(tx, { ids: wantedCarts })] : []),
		...(wantedOrders.length > 0 ? [() => lockOrders(tx, { ids: wantedOrders })] : []),
	]
}

async function lockThese(tx: Transaction, wanted: readonly Day[], wereMade: boolean) {
	const locked = await lockDays(tx, { days: wanted })
	if (!wereMade && locked.length < wanted.length)
		throw new Error('a day that was known to have its row has none')
}

/** Sends the statements in this order and waits for none of them: `answers` come later, all in one flight. */
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

/** By date, as the locks, so that two who make the same days do not wait for each other. */
const insertDays = prepare<{ days: readonly Day[] }>(
	(_, value) => sql`
		insert into ${days} (day) select day from unnest(${value('days')}::date[]) as day order by day
		on conflict do nothing`,
)

const lockDays = prepare<{ days: readonly Day[] }>(
	(_, value) => sql`select ${days.day} from ${days} where ${days.day} = any(${value('days')})
			order by ${days.day} for update`,
)

const lockVouchers = lockRows(vouchers)
const lockCarts = lockRows(carts)
const lockOrders = lockRows(orders)

function lockRows(table: typeof vouchers | typeof carts | typeof orders) {
	return prepare<{ ids: readonly string[] }>(
		(_, value) => sql`
			select ${table.id} from ${table} where ${table.id} = any(${value('ids')})
			order by ${table.id} for update`,
	)
}
