import { cents } from '#app/models/money.ts'
import type { OrderedPolicy } from '#app/models/order/ordered-policy.ts'
import { feeAt, type Paid } from '#app/models/order/policy.ts'

/*
 * The least fee of a booking: the amount that cancelling it costs at least, also after changes by its customer.
 */

/**
 * Returns the policy of a booking after a revision. A change by its customer does not lower the fee for cancelling
 * (faults K79); a move away from a day that the venue closed (`isFreed`) ends the least fee (faults K117).
 */
export function policyAfter(
	found: OrderedPolicy,
	{ before, after }: Record<'before' | 'after', Paid>,
	{ actor, tier, isFreed }: { actor: string; tier: number; isFreed: boolean },
): OrderedPolicy {
	if (isFreed) return policyOfFreed(found)
	if (actor !== 'customer') return policyOfVenueChange(found, { before, after }, tier)
	const leastFee = feeAt(found, before, tier)
	return leastFee > 0 ? { ...found, leastFee } : found
}

/** Returns the policy without its least fee, for a booking that is moved away from a day which the venue closed. */
export function policyOfFreed(found: OrderedPolicy): OrderedPolicy {
	const { leastFee, ...unbound } = found
	return leastFee === undefined ? found : unbound
}

/**
 * Returns the policy of a booking that the venue changes: its least fee falls by the amount by which this change lowers
 * the fee, to 0 at the lowest (record 043).
 */
function policyOfVenueChange(
	found: OrderedPolicy,
	{ before, after }: Record<'before' | 'after', Paid>,
	tier: number,
): OrderedPolicy {
	const { leastFee, ...unbound } = found
	if (leastFee === undefined) return found
	const lowered = feeAt(unbound, before, tier) - feeAt(unbound, after, tier)
	return { ...unbound, leastFee: cents(Math.max(0, leastFee - Math.max(0, lowered))) }
}
