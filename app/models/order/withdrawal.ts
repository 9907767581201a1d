import { z } from 'zod'

import { email } from '#app/models/email.ts'
import { addDays, weekdayOf } from '#app/models/venue/day.ts'
import type { Day } from '#app/models/venue/slot.ts'

/**
 * The declaration of withdrawal that § 356a BGB grants a consumer: name, contract, and the mail address for the
 * receipt.
 */
export const withdrawal = z.object({
	name: z.string().trim().min(1).max(200),
	/** An order number, or words that describe the contract. */
	contract: z.string().trim().min(1).max(100),
	email,
	/** The part of the contract that is withdrawn from; left out: all of it. */
	note: z.string().trim().max(1000).optional(),
})

export type Withdrawal = z.infer<typeof withdrawal>

/** The shop's judgement of a withdrawal, shown to the person who decides on it: see `judgeWithdrawal`. */
export type WithdrawalFinding = 'unknown' | 'noRight' | 'inTime' | 'late' | 'byPost'

const PERIOD = { days: 14 }

/**
 * Judges a withdrawal from an order; null is an unknown one. Gift vouchers by e-mail can be returned until 14 days
 * after the order, those by post until 14 days after they arrived, a day the shop does not know; visits cannot (§ 312g
 * (2) no. 9 BGB). Public holidays at the end of the period are left to the person who decides.
 */
export function judgeWithdrawal(
	order: { day: Day; gifts: readonly ('mail' | 'post')[] } | null,
	today: Day,
): WithdrawalFinding {
	if (!order) return 'unknown'
	if (order.gifts.length === 0) return 'noRight'
	if (today <= weekdayFrom(addDays(order.day, PERIOD.days))) return 'inTime'
	return order.gifts.includes('post') ? 'byPost' : 'late'
}

/** Moves a Saturday or a Sunday to the Monday after it, as the end of a period (§ 193 BGB); other days stay. */
function weekdayFrom(day: Day): Day {
	const afterFriday = weekdayOf(day) - FRIDAY
	return afterFriday > 0 ? addDays(day, 3 - afterFriday) : day
}

const FRIDAY = 4
