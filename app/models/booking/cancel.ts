import { minus, smaller, sum, type Cents } from '#app/models/money.ts'
import { orderEnd } from '#app/models/order/order-end.ts'
import type { Order } from '#app/models/order/order.ts'
import { keptAt } from '#app/models/order/policy.ts'
import { visitTimes } from '#app/models/order/visit-times.ts'
import { mostOf, type Refundable } from '#app/models/payment/refund.ts'
import { ok, refuse, type Result } from '#app/models/result.ts'
import { today, type Instant } from '#app/models/venue/day.ts'
import type { Venue } from '#app/models/venue/venue.ts'

/** `back` goes back online; `kept` is the rest of it: the fee's part and what was spent of the order's gift vouchers. */
export type Judged = { back: Cents; kept: Cents; feeOfVoucher: Cents }

/** A cancellation by the customer, with the fee that the policy sets. */
export type OwnCancellation = Judged & { fee: Cents }

/**
 * Decides how much of an order's money goes back when the operator cancels it and keeps `fee`: first of what a value
 * voucher paid, then of the online payment.
 */
export function judgeCancellation(
	order: Pick<Order, 'state' | 'cancelledAt' | 'voucher'>,
	money: Pick<Refundable, 'left' | 'spent'>,
	fee: Cents,
): Result<Judged> {
	if (orderEnd(order) === 'cancelled') return refuse('desk.cancelledAlready')
	if (order.state === 'completed') return refuse('desk.visitOver')
	if (order.state !== 'confirmed') return refuse('desk.nothingToCancel')
	const feeOfVoucher = smaller(fee, order.voucher)
	const back = minus(mostOf(money), minus(fee, feeOfVoucher))
	if (back < 0) return refuse('desk.keepsTooMuch')
	return ok({ back, kept: minus(money.left, back), feeOfVoucher })
}

/**
 * Decides a cancellation by the customer at `now`, the moment of the database: the fee is what the accepted policy keeps
 * then, and never more than there is. Refused once the visit has begun, and where the policy leaves it to the telephone.
 */
export function judgeOwnCancellation(
	venue: Pick<Venue, 'policyOf' | 'depositShare'>,
	order: Order,
	money: Pick<Refundable, 'left' | 'spent'>,
	now: Instant,
): Result<OwnCancellation> {
	if (orderEnd(order) === 'cancelled') return refuse('booking.cancelledAlready')
	if (order.state !== 'confirmed' || hasBegun(order, now)) return refuse('booking.visitBegun')
	const kept = keptAt(venue, order, now)
	if (order.day === null || kept === null) return refuse('booking.byTelephone')
	const fee = smaller(kept, sum([order.voucher, mostOf(money)]))
	const judged = judgeCancellation(order, money, fee)
	return judged.ok ? ok({ ...judged.value, fee }) : judged
}

/** True from the beginning of the visit; a visit without a time begins with its day. */
export function hasBegun(order: Pick<Order, 'day' | 'lines'>, now: Instant): boolean {
	const startsAt = visitTimes(order)?.startsAt
	if (startsAt) return startsAt.valueOf() <= now.valueOf()
	return order.day !== null && order.day <= today(now)
}
