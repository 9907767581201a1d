import type { DateTime } from 'luxon'

import { ProviderUnavailable } from '#app/gateways/provider-error.ts'
import { cancelPayment } from '#app/models/payment/cancel.server.ts'
import { outcomeOfStanding, type PaymentOutcome } from '#app/models/payment/payment.ts'
import { settlePayment } from '#app/models/payment/settle.server.ts'

/**
 * Looks at a payment, or gives it up, and says what its visitor hears: the one way from the provider back
 * to a page, for the return route, 'Erneut verifizieren' and the overview alike.
 */
export async function outcomeOf(
	paymentId: string,
	wish: 'settle' | 'cancel',
	now: DateTime,
): Promise<PaymentOutcome> {
	const look = wish === 'cancel' ? cancelPayment : settlePayment
	try {
		const standing = await look(paymentId, now)
		return standing ? outcomeOfStanding(standing) : 'failed'
	} catch (error) {
		if (error instanceof ProviderUnavailable) return 'unverified'
		throw error
	}
}
