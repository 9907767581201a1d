import { cents, minus, type Cents } from '#app/models/money.ts'
import type { Order } from '#app/models/order/order.ts'
import { mostOf, type Refundable } from '#app/models/payment/refund.ts'

/** Why an order is not cancelled. */
export type CancelRefusal =
	| 'unknown'
	| 'cancelledAlready'
	| 'notConfirmed'
	| 'isOver'
	| 'keepsTooMuch'

/**
 * What goes back of the money of an order when the operator cancels it and keeps `fee` of it. `kept` is the fee
 * with what was spent of gift vouchers that the order has sold.
 */
export function judgeCancellation(
	{ state, cancelledAt }: Pick<Order, 'state' | 'cancelledAt'>,
	money: Pick<Refundable, 'left' | 'spent'>,
	fee: Cents,
): { back: Cents; kept: Cents } | CancelRefusal {
	if (cancelledAt !== null) return 'cancelledAlready'
	if (state === 'completed') return 'isOver'
	if (state !== 'confirmed') return 'notConfirmed'
	const back = cents(mostOf(money) - fee)
	return back < 0 ? 'keepsTooMuch' : { back, kept: minus(money.left, back) }
}
