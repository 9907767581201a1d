import type { Order } from '#app/models/order/order.ts'
import { tierAt, type OrderUnderPolicy, type PolicyVenue } from '#app/models/order/policy.ts'
import type { Instant } from '#app/models/venue/day.ts'

type Revising = {
	/** The author of the revision. */
	actor: string
	/** The author who chose the day that the booking has; it does not matter when its customer revises it. */
	dayChosenBy?: string
	/** True for a move away from a day that the venue closed. */
	isFreed: boolean
	now: Instant
}

/**
 * The cancel tier that a booking carries over to its next revision. The customer's own act, or own day, carries the tier
 * that was reached; staff who revise a day that staff had chosen add none to that of former revisions (faults K120). A
 * booking that is freed carries none (faults K117).
 */
export function carriedTier(
	venue: PolicyVenue,
	order: OrderUnderPolicy & Pick<Order, 'cancelTier'>,
	{ actor, dayChosenBy, isFreed, now }: Revising,
): number {
	if (isFreed) return 0
	const isOfCustomer = actor === 'customer' || dayChosenBy === 'customer'
	return isOfCustomer ? tierAt(venue, order, now) : order.cancelTier
}
