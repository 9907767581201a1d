import type { Cents } from '#app/models/money.ts'
import type { Order } from '#app/models/order/order.ts'
import {
	cancelDeadlines,
	deadlineAt,
	feeAt,
	findPolicy,
	isAhead,
	movesLeft,
	tierAt,
	untilOf,
	visitOf,
	type OrderUnderPolicy,
	type Paid,
	type PolicyVenue,
} from '#app/models/order/policy.ts'
import type { Instant } from '#app/models/venue/day.ts'

/**
 * The rules of a booking in short. `freeUntil`: the last moment at which cancelling is free; `moveUntil`: that for
 * moving; null: over. `fee`: the cents that cancelling costs now.
 */
export type SpokenPolicy = { freeUntil: Date | null; moveUntil: Date | null; fee: Cents }

/**
 * Returns the last moments for cancelling free and for moving a booking that are still ahead, and the fee for
 * cancelling now; null: by telephone only.
 */
export function spokenPolicy(
	venue: PolicyVenue,
	order: OrderUnderPolicy & Paid & Pick<Order, 'cancelTier'>,
	now: Instant,
): SpokenPolicy | null {
	const found = findPolicy(venue, order)
	const visit = visitOf(order)
	if (!found || !visit) return null
	const deadlines = [...cancelDeadlines(found), begin]
	const free = deadlines
		.filter((_, tier) => feeAt(found, order, tier) === 0)
		.map((deadline) => deadlineAt(deadline, visit))
		.filter((until) => isAhead(until, now))
	const { move } = untilOf(venue, order)
	return {
		freeUntil: free.at(-1) ?? null,
		moveUntil: isAhead(move, now) && movesLeft(venue, order, 0) > 0 ? move : null,
		fee: feeAt(found, order, tierAt(venue, order, now)),
	}
}

const begin = { days: 0, time: 'start' } as const
