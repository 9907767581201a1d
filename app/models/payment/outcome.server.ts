import type { DateTime } from 'luxon'

import { ProviderUnavailable } from '#app/gateways/provider-error.ts'
import { closeFoundPayment } from '#app/models/payment/close.server.ts'
import {
	findPaymentByToken,
	pageOf,
	standingOf,
	type PaymentWithOrder,
} from '#app/models/payment/payment.server.ts'
import {
	endedAs,
	isEnded,
	isLive,
	type OrderPage,
	type PaymentOutcome,
} from '#app/models/payment/payment.ts'
import { settleFound } from '#app/models/payment/settle.server.ts'
import { listWaysAway, startFound, type StartOutcome } from '#app/models/payment/start.server.ts'
import { countInProcess } from '#app/models/visitor/attempts.server.ts'

/**
 * The visitor's wish for a payment whose state is asked. `settle`: only ask. `goOn`: pay; an overdue payment is closed
 * then, as the job does (faults N4). `cancel`: close it. `replace`: close it for another payment of the same purpose.
 */
export type PaymentIntent = 'settle' | 'goOn' | 'cancel' | 'replace'

/**
 * Asks the provider for a payment's state, or closes the payment, and returns what its visitor is told; 'failed' for an
 * unknown payment. The return route, the button 'Erneut verifizieren' and the overview all call it. Frequent requests
 * for one payment are answered from our own rows, so that one visitor cannot use up the provider's rate limit for all.
 */
export async function outcomeOf(
	found: PaymentWithOrder | null,
	wish: PaymentIntent,
	now: DateTime,
): Promise<PaymentOutcome> {
	if (!found) return 'failed'
	if (!(await countInProcess('look', found.payment.id)).ok) return standingOf(found).outcome
	try {
		return (await looks[wish](found, now)).outcome
	} catch (error) {
		if (!(error instanceof ProviderUnavailable)) throw error
		return { ...pageOf(found), isUnverified: true }
	}
}

const looks: Record<PaymentIntent, typeof settleFound> = {
	settle: settleFound,
	goOn: (found, now) => (found.isOverdue ? closeFoundPayment : settleFound)(found, now),
	cancel: (found, now) => closeFoundPayment(found, now),
	replace: (found, now) => closeFoundPayment(found, now, { state: 'replaced' }),
}

/**
 * Returns where the visitor with this token of a payment goes on. The provider is asked first if the visitor was sent
 * to it before, for the money may be paid already (faults N1). An overdue payment ends here (faults N4), and so does one
 * of a cancelled order (faults K8).
 */
export async function goOnPaying(token: string, now: DateTime): Promise<StartOutcome> {
	const found = await findPaymentByToken(token)
	if (!found) return 'gone'
	if (found.order.isCancelled) {
		const outcome = await outcomeOf(found, 'cancel', now)
		return isEnded(outcome) ? 'gone' : { outcome }
	}
	if (!isLive(found.payment.state)) {
		const { outcome } = standingOf(found)
		return outcome === 'failed' ? 'gone' : { outcome }
	}
	if (found.payment.providerId !== null || found.isOverdue) {
		const outcome = await outcomeOf(found, 'goOn', now)
		if (!mayPayNow(outcome)) return { outcome }
	}
	return startFound(found, now)
}

/** True when the visitor may be sent to the provider: nothing is paid, and the payment is open. */
export function mayPayNow(outcome: PaymentOutcome | null): outcome is OrderPage {
	return outcome !== null && typeof outcome === 'object' && outcome.isPayable === true
}

/**
 * Closes the payment behind this token when its provider is away and another is not, so that another way to pay can be
 * chosen at once (faults B16). Returns null when the payment goes on, is unknown, or could not be closed safely.
 */
export async function giveUpForAnother(
	token: string,
	now: DateTime,
): Promise<PaymentOutcome | null> {
	const found = await findPaymentByToken(token)
	if (!found || !isLive(found.payment.state)) return null
	if (!listWaysAway().includes(found.payment.provider)) return null
	return isEnded(await outcomeOf(found, 'cancel', now)) ? endedAs('away', pageOf(found)) : null
}
