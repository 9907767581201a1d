import { z } from 'zod'

import { email } from '#app/models/email.ts'
import { addDays, weekdayOf } from '#app/models/venue/day.ts'
import type { Day } from '#app/models/venue/slot.ts'

/** The declaration that § 356a BGB grants a consumer: name, contract, and the address for the receipt. */
export const withdrawal = z.object({
	name: z.string().trim().min(1).max(200),
	/** An order number, or words that describe the contract. */
	contract: z.string().trim().min(1).max(100),
	email,
	/** Names the part of the contract, when it is not all of it. */
	note: z.string().trim().max(1000).optional(),
})

export type Withdrawal = z.infer<typeof withdrawal>

/** The shop's finding about the contract; a person decides. */
export type WithdrawalFinding = 'unknown' | 'noRight' | 'inTime' | 'late' | 'byPost'

const PERIOD = { days: 14 }

/**
 * Judges a withdrawal. Vouchers by mail can be returned until 14 days after the order, those by post until 14 days
 * after they arrived, a day the shop does not know; visits cannot (§ 312g (2) no. 9 BGB). Public holidays at the end of
 * the period are left to the person who decides.
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

/** A period that would end on a Saturday or a Sunday ends on the Monday after it (§ 193 BGB). */
function weekdayFrom(day: Day): Day {
	const afterFriday = weekdayOf(day) - FRIDAY
	return afterFriday > 0 ? addDays(day, 3 - afterFriday) : day
}

const FRIDAY = 4
