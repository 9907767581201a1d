import { asc, inArray } from 'drizzle-orm'

import type { Transaction } from '#app/db/client.server.ts'
import { whenOver } from '#app/db/connect.server.ts'
import { takeTurn } from '#app/db/day-queue.server.ts'
import { carts, days, orders, vouchers } from '#app/db/schema.ts'
import type { Day } from '#app/models/venue/slot.ts'

type Scarce = {
	days?: readonly (Day | null)[]
	vouchers?: readonly string[]
	carts?: readonly (string | null)[]
	orders?: readonly string[]
}

/**
 * Locks whatever a change makes scarcer, once at the start of its transaction and always in the same
 * order (days by date, vouchers, carts, orders), so that no two changes wait for each other in a circle.
 * Waits for its turn at the days (`takeTurn`), then at most `lock_timeout`. Days without a row get one.
 * One round trip.
 */
export async function lock(tx: Transaction, scarce: Scarce): Promise<void> {
	await takeTurn(daysOf(scarce), whenOver(tx))
	await inOneFlight(statementsFor(tx, scarce))
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
	const { answers } = await send(statementsFor(tx, scarce))
	const [loaded] = await Promise.all([load(), answers])
	return loaded
}

/** Statements that build on one another, sent in this order and answered in one flight. */
export async function inOneFlight(statements: Statement[]): Promise<void> {
	const { answers } = await send(statements)
	await answers
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
	return [
		...(wantedDays.length > 0
			? [() => makeDays(tx, wantedDays), () => lockDays(tx, wantedDays)]
			: []),
		...(wantedVouchers.length > 0 ? [() => lockVouchers(tx, wantedVouchers)] : []),
		...(wantedCarts.length > 0 ? [() => lockCarts(tx, wantedCarts)] : []),
		...(wantedOrders.length > 0 ? [() => lockOrders(tx, wantedOrders)] : []),
	]
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

function makeDays(tx: Transaction, wanted: Day[]) {
	return tx
		.insert(days)
		.values(wanted.toSorted().map((day) => ({ day })))
		.onConflictDoNothing()
}

function lockDays(tx: Transaction, wanted: Day[]) {
	return tx
		.select({ day: days.day })
		.from(days)
		.where(inArray(days.day, wanted))
		.orderBy(asc(days.day))
		.for('update')
}

function lockVouchers(tx: Transaction, wanted: string[]) {
	return tx
		.select({ id: vouchers.id })
		.from(vouchers)
		.where(inArray(vouchers.id, wanted))
		.orderBy(asc(vouchers.id))
		.for('update')
}

function lockCarts(tx: Transaction, wanted: string[]) {
	return tx
		.select({ id: carts.id })
		.from(carts)
		.where(inArray(carts.id, wanted))
		.orderBy(asc(carts.id))
		.for('update')
}

function lockOrders(tx: Transaction, wanted: string[]) {
	return tx
		.select({ id: orders.id })
		.from(orders)
		.where(inArray(orders.id, wanted))
		.orderBy(asc(orders.id))
		.for('update')
}
