import { asc, inArray } from 'drizzle-orm'

import type { Transaction } from '#app/db/client.server.ts'
import { days, orders, vouchers } from '#app/db/schema.ts'
import type { Day } from '#app/models/calendar.ts'

type Scarce = {
	days?: readonly (Day | null)[]
	vouchers?: readonly string[]
	orders?: readonly string[]
}

/**
 * Locks whatever a change makes scarcer, once at the start of its transaction and always in the same
 * order (days by date, vouchers, orders), so that no two changes wait for each other in a circle.
 * Waits at most `lock_timeout`. Days without a row get one. One round trip.
 */
export function lock(tx: Transaction, scarce: Scarce): Promise<unknown> {
	const wantedDays = [...new Set(scarce.days)].filter((day) => day !== null)
	const wantedVouchers = [...(scarce.vouchers ?? [])]
	const wantedOrders = [...(scarce.orders ?? [])]
	return inOneFlight([
		...(wantedDays.length > 0
			? [() => makeDays(tx, wantedDays), () => lockDays(tx, wantedDays)]
			: []),
		...(wantedVouchers.length > 0 ? [() => lockVouchers(tx, wantedVouchers)] : []),
		...(wantedOrders.length > 0 ? [() => lockOrders(tx, wantedOrders)] : []),
	])
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
	const locked = lock(tx, scarce)
	await statementsHaveLeft()
	const [loaded] = await Promise.all([load(), locked])
	return loaded
}

/** Sends statements in this order without waiting for the answers in between. */
async function inOneFlight(statements: (() => PromiseLike<unknown>)[]): Promise<unknown> {
	const answers: Promise<unknown>[] = []
	for (const statement of statements) {
		answers.push(Promise.resolve(statement()))
		await statementsHaveLeft()
	}
	return Promise.all(answers)
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

function lockOrders(tx: Transaction, wanted: string[]) {
	return tx
		.select({ id: orders.id })
		.from(orders)
		.where(inArray(orders.id, wanted))
		.orderBy(asc(orders.id))
		.for('update')
}
