import { minus, smaller, type Cents } from '#app/models/money.ts'
import { orderEnd } from '#app/models/order/order-end.ts'
import type { Order } from '#app/models/order/order.ts'
import { mostOf, type Refundable } from '#app/models/payment/refund.ts'
import { ok, refuse, type Result } from '#app/models/result.ts'

/** `back` goes back online; `kept` is the rest of it: the fee's part and what was spent of the order's gift vouchers. */
type Judged = { back: Cents; kept: Cents; feeOfVoucher: Cents }

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
