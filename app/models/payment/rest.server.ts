import type { DateTime } from 'luxon'

import { zero } from '#app/models/money.ts'
import { findOrderById } from '#app/models/order/find.server.ts'
import { beginPayment, type BegunPayment } from '#app/models/payment/begin.server.ts'
import { payableRest } from '#app/models/payment/rest.ts'
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
				const amount = order ? payableRest(order, now) : zero
				if (amount === zero) return refuse('booking.restNotDue')
				const isAsShown = shown === undefined || shown === amount
				return isAsShown ? ok(amount) : refuse('booking.sumsChanged')
			},
		},
		now,
	)
}
