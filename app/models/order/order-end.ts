import type { Order } from '#app/models/order/order.ts'

/**
 * How an order ended. `abandoned`: its payment did not come; `cancelled`: the venue ended its booking. Null while the
 * order waits for its payment, stands or has taken place. The state 'cancelled' of a row alone means either.
 */
export function orderEnd({
	state,
	cancelledAt,
}: Pick<Order, 'state' | 'cancelledAt'>): 'abandoned' | 'cancelled' | null {
	if (cancelledAt !== null) return 'cancelled'
	return state === 'cancelled' || state === 'expired' ? 'abandoned' : null
}
