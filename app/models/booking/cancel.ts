import { cents, minus, type Cents } from '#app/models/money.ts'
import { orderEnd } from '#app/models/order/order-end.ts'
import type { Order } from '#app/models/order/order.ts'
import { mostOf, type Refundable } from '#app/models/payment/refund.ts'
import { ok, refuse, type Result } from '#app/models/result.ts'

/**
 * Decides how much of an order's money goes back when the operator cancels it and keeps `fee`. `kept` is the fee plus
 * the part of the order's own gift vouchers that was spent already.
 */
export function judgeCancellation(
	order: Pick<Order, 'state' | 'cancelledAt'>,
	money: Pick<Refundable, 'left' | 'spent'>,
	fee: Cents,
): Result<{ back: Cents; kept: Cents }> {
	if (orderEnd(order) === 'cancelled') return refuse('desk.cancelledAlready')
	if (order.state === 'completed') return refuse('desk.visitOver')
	if (order.state !== 'confirmed') return refuse('desk.nothingToCancel')
	const back = cents(mostOf(money) - fee)
	return back < 0 ? refuse('desk.keepsTooMuch') : ok({ back, kept: minus(money.left, back) })
}
