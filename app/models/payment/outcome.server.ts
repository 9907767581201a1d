import type { DateTime } from 'luxon'

import { ProviderUnavailable } from '#app/gateways/provider-error.ts'
import { closeFoundPayment } from '#app/models/payment/close.server.ts'
import {
	findPaymentByToken,
	standingOf,
	type PaymentWithOrder,
} from '#app/models/payment/payment.server.ts'
import { isLive, type OrderPage, type PaymentOutcome } from '#app/models/payment/payment.ts'
import { settleFound } from '#app/models/payment/settle.server.ts'
import { listWaysAway, startFound, type Start } from '#app/models/payment/start.server.ts'
import { countInProcess } from '#app/models/visitor/attempts.server.ts'

/** `goOn`: to pay; a payment whose time is over is given up then, as the job does it (faults N4). */
export type Wish = 'settle' | 'goOn' | 'cancel'

/**
 * Looks at a payment, or gives it up, and says what its visitor hears: the one way from the provider back
 * to a page, for the return route, 'Erneut verifizieren' and the overview alike. Whoever asks again and again
 * hears what our own rows say: one visitor must not use up what the provider answers to all of them.
 */
export async function outcomeOf(
	found: PaymentWithOrder | null,
	wish: Wish,
	now: DateTime,
): Promise<PaymentOutcome> {
	if (!found) return 'failed'
	if (!(await countInProcess('look', found.payment.id)).ok) return standingOf(found).outcome
	const isGivenUp = wish === 'cancel' || (wish === 'goOn' && found.isOverdue)
	const look = isGivenUp ? closeFoundPayment : settleFound
	try {
		return (await look(found, now)).outcome
	} catch (error) {
		if (!(error instanceof ProviderUnavailable)) throw error
		return { publicId: found.order.publicId, isUnverified: true }
	}
}

/**
 * Where the visitor with this token goes on. Whoever was led to the provider before may have paid there: it is asked
 * before anybody is led there again (faults N1). A payment whose time is over ends here (faults N4).
 */
export async function goOnPaying(token: string, now: DateTime): Promise<Start> {
	const found = await findPaymentByToken(token)
	if (!found) return 'gone'
	if (!isLive(found.payment.state)) {
		const { outcome } = standingOf(found)
		return outcome === 'failed' ? 'gone' : { outcome }
	}
	if (found.payment.providerId !== null || found.isOverdue) {
		const outcome = await outcomeOf(found, 'goOn', now)
		if (!isPayable(outcome)) return { outcome }
	}
	return startFound(found, now)
}

/** Whether the visitor may be led to the provider: nothing is paid, and it can be. */
export function isPayable(outcome: PaymentOutcome | null): outcome is OrderPage {
	return outcome !== null && typeof outcome === 'object' && outcome.isPayable === true
}

/**
 * Gives up the payment behind this token when its provider is away and another is not, so that the order
 * can be paid another way at once (faults B16). False: it goes on, or could not be given up safely.
 */
export async function giveUpForAnother(token: string, now: DateTime): Promise<boolean> {
	const found = await findPaymentByToken(token)
	if (!found || !isLive(found.payment.state)) return false
	if (!listWaysAway().includes(found.payment.provider)) return false
	return (await outcomeOf(found, 'cancel', now)) === 'failed'
}
