import type { DateTime } from 'luxon'

import { findOrderById } from '#app/models/order/find.server.ts'
import { leftOnSite } from '#app/models/order/remainder.ts'
import { beginPayment, type BegunPayment } from '#app/models/payment/begin.server.ts'
import { refuseRest } from '#app/models/payment/rest.ts'
import type { ProviderName } from '#app/models/provider.ts'
import { ok, refuse, type Result } from '#app/models/result.ts'

/**
 * Begins to pay the rest of a booking with this provider, as `beginPayment` does. Refused when `shown`, the rest in
 * cents that the page has shown, is not the rest now: its button would order another amount (faults N293).
 */
export function payRest(
	orderId: string,
	provider: ProviderName,
	now: DateTime,
	shown?: number,
): Promise<Result<BegunPayment>> {
	const purpose = 'rest' as const
	return beginPayment(
		orderId,
		{
			provider,
			purpose,
			changeId: null,
			async findDue(tx) {
				const order = await findOrderById(orderId, tx)
				if (!order) return refuse('orderNotFound')
				const refused = refuseRest(order, now)
				if (refused) return refused
				const amount = leftOnSite(order)
				const isAsShown = shown === undefined || shown === amount
				return isAsShown ? ok(amount) : refuse('booking.sumsChanged')
			},
		},
		now,
	)
}
