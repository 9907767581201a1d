import type { Order } from '#app/models/order/order.ts'
import { visitTimes } from '#app/models/order/visit-times.ts'
import { addDays, plusMinutes, today, type Instant } from '#app/models/venue/day.ts'
import type { LocalText } from '#app/models/venue/local-text.ts'
import type { Deadline, Venue } from '#app/models/venue/venue.ts'

/**
 * Lists the sentences on moving and cancelling a booked visit: the deadlines still ahead, then where to write. Empty
 * when nothing can be moved or the visit has begun. A deadline that is over is left out (faults N40).
 */
export function changesStillPossible(
	{ changes, deadlines }: Pick<Venue, 'changes' | 'deadlines'>,
	order: Pick<Order, 'day' | 'lines' | 'state'>,
	now: Instant,
): LocalText[] {
	const { day, state } = order
	const startsAt = visitTimes(order)?.startsAt
	const hasBegun = startsAt ? startsAt.valueOf() <= now.valueOf() : day !== null && day < today(now)
	if (!changes || day === null || state !== 'confirmed' || hasBegun) return []
	const ahead = (deadlines ?? []).filter((deadline) => isAhead(deadline, { day, startsAt }, now))
	return [...ahead.map(({ text }) => text), changes]
}

type Visit = { day: string; startsAt: Date | undefined }

/** True until the deadline. Days are calendar days, the last one included; hours count back from the beginning. */
function isAhead({ before }: Deadline, { day, startsAt }: Visit, now: Instant): boolean {
	if ('days' in before) return today(now) <= addDays(day, -before.days)
	return (
		startsAt !== undefined && now.valueOf() <= plusMinutes(startsAt, -before.hours * 60).valueOf()
	)
}
