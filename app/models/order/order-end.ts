import type { Order } from '#app/models/order/order.ts'

/**
 * Tells how an order ended. `abandoned`: its payment did not come; `cancelled`: the venue cancelled its booking. Null
 * while the order waits for its payment, stands or has taken place. A row's state 'cancelled' alone can mean either.
 */
export function orderEnd({
	state,
	cancelledAt,
}: Pick<Order, 'state' | 'cancelledAt'>): 'abandoned' | 'cancelled' | null {
	if (cancelledAt !== null) return 'cancelled'
	return state === 'cancelled' || state === 'expired' ? 'abandoned' : null
}
