import { zero, type Cents } from '#app/models/money.ts'
import { isBooked, type Order } from '#app/models/order/order.ts'
import { leftOnSite } from '#app/models/order/remainder.ts'
import { visitTimes } from '#app/models/order/visit-times.ts'
import { isLive, type NewestPayment } from '#app/models/payment/payment.ts'
import { everyProvider } from '#app/models/provider.ts'
import { today, type Instant } from '#app/models/venue/day.ts'

type Due = Pick<Order, 'state' | 'onSite' | 'paidOnSite'>

/**
 * Returns the rest, in cents, that can be paid online now; 0 when the order is not confirmed, its visit is over, or the
 * rest is less than every provider moves (record 013).
 */
export function payableRest(order: Due & Pick<Order, 'day' | 'lines'>, now: Instant): Cents {
	if (order.state !== 'confirmed' || isOver(order, now)) return zero
	const left = leftOnSite(order)
	return left < everyProvider.smallestAmount ? zero : left
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
 * paying: a payment is open · paid: nothing is left, and `amount` came online last · over: nothing can be paid online,
 * `isBack` as above.
 */
export type RestPaymentState =
	| { kind: 'due' | 'over'; amount: Cents; isBack: boolean }
	| { kind: 'paying' | 'paid'; amount: Cents }

/** Returns the state of a booking's rest, by its newest payment. */
export function restPaymentState(
	order: Due & Pick<Order, 'day' | 'lines'>,
	newest: NewestPayment | null,
	now: Instant,
): RestPaymentState {
	if (newest && isLive(newest.state)) return { kind: 'paying', amount: newest.amount }
	const amount = payableRest(order, now)
	const isBack = newest?.state === 'needsReview' && newest.paidAmount !== null
	if (amount > 0) return { kind: 'due', amount, isBack }
	if (newest?.state === 'paid' && isBooked(order)) return { kind: 'paid', amount: newest.amount }
	return { kind: 'over', amount, isBack }
}

function isOver({ day, lines }: Pick<Order, 'day' | 'lines'>, now: Instant): boolean {
	const visit = visitTimes({ lines })
	if (visit) return visit.endsAt.valueOf() <= now.valueOf()
	return day !== null && day < today(now)
}
