import { zero, type Cents } from '#app/models/money.ts'
import { refuseOver } from '#app/models/order/order-end.ts'
import { isBooked, type Order } from '#app/models/order/order.ts'
import { leftOnSite } from '#app/models/order/remainder.ts'
import { isLive, type NewestPayment } from '#app/models/payment/payment.ts'
import { everyProvider } from '#app/models/provider.ts'
import { refuse, type Refused } from '#app/models/result.ts'
import type { Instant } from '#app/models/venue/day.ts'

type Due = Pick<Order, 'state' | 'onSite' | 'paidOnSite'>
type DueOnDay = Due & Pick<Order, 'cancelledAt' | 'day' | 'lines'>

/** Returns the rest, in cents, that can be paid online now; 0 when none can be, see `refuseRest`. */
export function payableRest(order: DueOnDay, now: Instant): Cents {
	return refuseRest(order, now) ? zero : leftOnSite(order)
}

/**
 * Refuses to take the rest of a booking online, by the first cause: its state, a visit that is over, nothing left, less
 * left than every provider moves (record 013); undefined when the rest can be paid.
 */
export function refuseRest(order: DueOnDay, now: Instant): Refused | undefined {
	const ended = refuseOver(order, now)
	if (ended) return ended
	const left = leftOnSite(order)
	if (left === zero) return refuse(order.onSite > zero ? 'booking.restPaid' : 'booking.restNotDue')
	return left < everyProvider.smallestAmount ? refuse('booking.restTooSmall') : undefined
}

/**
 * True when the venue still waits for the whole amount of a rest that was paid online: the till may have taken it
 * meanwhile.
 */
export function isRestDue(order: Due, amount: Cents): boolean {
	return isBooked(order) && amount <= leftOnSite(order)
}

/**
 * The state of a booking's rest. due: `amount` can be paid online, `isBack`: an earlier payment of it goes back ·
 * paying: a payment is open · paid: nothing is left, and `amount` came online last · over: nothing can be paid online
 * for the `reason`, `isBack` as above.
 */
export type RestPaymentState =
	| { kind: 'due'; amount: Cents; isBack: boolean }
	| { kind: 'over'; amount: Cents; isBack: boolean; reason: Refused }
	| { kind: 'paying' | 'paid'; amount: Cents }

/** Returns the state of a booking's rest, by its newest payment. */
export function restPaymentState(
	order: DueOnDay,
	newest: NewestPayment | null,
	now: Instant,
): RestPaymentState {
	if (newest && isLive(newest.state)) return { kind: 'paying', amount: newest.amount }
	const reason = refuseRest(order, now)
	const isBack = newest?.state === 'needsReview' && newest.paidAmount !== null
	if (!reason) return { kind: 'due', amount: leftOnSite(order), isBack }
	if (newest?.state === 'paid' && isBooked(order)) return { kind: 'paid', amount: newest.amount }
	return { kind: 'over', amount: zero, isBack, reason }
}
