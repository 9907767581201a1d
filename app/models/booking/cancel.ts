import { minus, smaller, sum, type Cents } from '#app/models/money.ts'
import { orderEnd } from '#app/models/order/order-end.ts'
import type { Order } from '#app/models/order/order.ts'
import { keptAt, type PolicyVenue } from '#app/models/order/policy.ts'
import { visitTimes } from '#app/models/order/visit-times.ts'
import { mostOf, type Refundable } from '#app/models/payment/refund.ts'
import { ok, refuse, type Result } from '#app/models/result.ts'
import { today, type Instant } from '#app/models/venue/day.ts'

/**
 * The sums of a cancellation. `back` goes back online. `kept` stays of the online money: the fee, and the amount spent
 * of the gift vouchers that the order sold. `feeOfVoucher` is the part of the fee that a value voucher pays.
 */
export type CancellationSums = { back: Cents; kept: Cents; feeOfVoucher: Cents }

/**
 * The sums of a cancellation with the fee that is kept: that of the accepted policy, or the one that staff have chosen.
 */
export type OwnCancellation = CancellationSums & { fee: Cents }

/** Returns the amount of a cancelled order that goes back to the value voucher with which it was paid. */
export function backToVoucher(
	{ voucher }: Pick<Order, 'voucher'>,
	{ feeOfVoucher }: Pick<CancellationSums, 'feeOfVoucher'>,
): Cents {
	return minus(voucher, feeOfVoucher)
}

/**
 * Decides how much of an order's money goes back when it is cancelled and `fee` is kept: first of what a value voucher
 * paid, then of the online payment. Refused for an order that cannot be cancelled, and when `fee` is more than can be
 * kept.
 */
export function judgeCancellation(
	order: Pick<Order, 'state' | 'cancelledAt' | 'voucher'>,
	money: Pick<Refundable, 'left' | 'spent'>,
	fee: Cents,
): Result<CancellationSums> {
	if (orderEnd(order) === 'cancelled') return refuse('desk.cancelledAlready')
	if (order.state === 'completed') return refuse('desk.visitOver')
	if (order.state !== 'confirmed') return refuse('desk.nothingToCancel')
	const feeOfVoucher = smaller(fee, order.voucher)
	const back = minus(mostOf(money), minus(fee, feeOfVoucher))
	if (back < 0) return refuse('desk.keepsTooMuch')
	return ok({ back, kept: minus(money.left, back), feeOfVoucher })
}

/**
 * Decides the sums of a cancellation whose fee is what the accepted policy keeps at `now`, at most the money that can
 * be kept. Null where the policy leaves cancelling to the telephone, and for an order that has no day or cannot be
 * cancelled.
 */
export function judgeByTerms(
	venue: PolicyVenue,
	order: Order,
	money: Pick<Refundable, 'left' | 'spent'>,
	now: Instant,
): OwnCancellation | null {
	const kept = order.day === null ? null : keptAt(venue, order, now)
	if (kept === null) return null
	const fee = smaller(kept, sum([order.voucher, mostOf(money)]))
	const judged = judgeCancellation(order, money, fee)
	return judged.ok ? { ...judged.value, fee } : null
}

/**
 * Decides a cancellation by the customer at `now`, the moment of the database: the fee is what the accepted policy
 * keeps at that moment, and never more than there is. Refused once the visit has begun, and where the policy leaves
 * cancelling to the telephone.
 */
export function judgeOwnCancellation(
	venue: PolicyVenue,
	order: Order,
	money: Pick<Refundable, 'left' | 'spent'>,
	now: Instant,
): Result<OwnCancellation> {
	if (orderEnd(order) === 'cancelled') return refuse('booking.cancelledAlready')
	if (order.state !== 'confirmed' || hasBegun(order, now)) return refuse('booking.visitBegun')
	const judged = judgeByTerms(venue, order, money, now)
	return judged ? ok(judged) : refuse('booking.byTelephone')
}

/** True once the visit of an order has begun at `now`; a visit without a time begins with its day. */
export function hasBegun(order: Pick<Order, 'day' | 'lines'>, now: Instant): boolean {
	const startsAt = visitTimes(order)?.startsAt
	if (startsAt) return startsAt.valueOf() <= now.valueOf()
	return order.day !== null && order.day <= today(now)
}
