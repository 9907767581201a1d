import { db } from '#app/db/client.server.ts'
import { prepare } from '#app/db/prepare.server.ts'
import { orders, practiceMonths } from '#app/db/schema.ts'
import type { Day } from '#app/models/venue/slot.ts'

/** True once `isPractice` has found a practice month: a shop to practise with never becomes any other shop. */
let isKnown = false

/**
 * True for a shop that `npm run venue -- demo` has filled with invented bookings, of which the desk warns on every
 * page. Costs one round trip until the answer is yes.
 */
export async function isPractice(): Promise<boolean> {
	if (!isKnown) isKnown = (await findMonth(db, {})).length > 0
	return isKnown
}

const findMonth = prepare<Record<string, never>>((build) =>
	build.select({ day: practiceMonths.day }).from(practiceMonths).limit(1),
)

/** True for a shop with orders and without a practice month: its customers are people. */
export async function hasCustomers(): Promise<boolean> {
	if (await isPractice()) return false
	return (await db.select({ id: orders.id }).from(orders).limit(1)).length > 0
}

/**
 * Notes that the practice month with the busy day `day` is being filled with bookings invented from `seed`. False when
 * it was noted before.
 */
export async function notePracticeMonth(day: Day, seed: number): Promise<boolean> {
	const noted = await db
		.insert(practiceMonths)
		.values({ day, seed })
		.onConflictDoNothing()
		.returning({ day: practiceMonths.day })
	return noted.length > 0
}
