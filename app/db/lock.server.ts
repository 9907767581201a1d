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
 * Waits at most `lock_timeout`. Days without a row get one.
 */
export async function lock(tx: Transaction, scarce: Scarce): Promise<void> {
	await lockDays(
		tx,
		[...new Set(scarce.days)].filter((day) => day !== null),
	)
	if (scarce.vouchers?.length) {
		await tx
			.select({ id: vouchers.id })
			.from(vouchers)
			.where(inArray(vouchers.id, [...scarce.vouchers]))
			.orderBy(asc(vouchers.id))
			.for('update')
	}
	if (scarce.orders?.length) {
		await tx
			.select({ id: orders.id })
			.from(orders)
			.where(inArray(orders.id, [...scarce.orders]))
			.orderBy(asc(orders.id))
			.for('update')
	}
}

async function lockDays(tx: Transaction, wanted: Day[]): Promise<void> {
	if (wanted.length === 0) return
	if ((await lockRows(tx, wanted)) === wanted.length) return

	await tx
		.insert(days)
		.values(wanted.toSorted().map((day) => ({ day })))
		.onConflictDoNothing()
	await lockRows(tx, wanted)
}

async function lockRows(tx: Transaction, wanted: Day[]): Promise<number> {
	const rows = await tx
		.select({ day: days.day })
		.from(days)
		.where(inArray(days.day, wanted))
		.orderBy(asc(days.day))
		.for('update')
	return rows.length
}
