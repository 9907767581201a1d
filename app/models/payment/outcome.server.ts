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
import { listWaysAway, startFound, type Start } from '#app/models/payment/start.server.ts'
import { countInProcess } from '#app/models/visitor/attempts.server.ts'

/**
 * `settle`: only asks. `goOn`: to pay; an overdue payment is given up then, as the job does (faults N4). `cancel`:
 * gives it up. `replace`: gives it up for another payment of the same thing.
 */
export type Wish = 'settle' | 'goOn' | 'cancel' | 'replace'

/**
 * Asks for a payment's state, or gives the payment up, and returns what its visitor is told. The return route, 'Erneut
 * verifizieren' and the overview all come here. Frequent requests for one payment are answered from our own rows, so
 * that one visitor cannot use up the provider's rate limit for all.
 */
export async function outcomeOf(
	found: PaymentWithOrder | null,
	wish: Wish,
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

const looks: Record<Wish, typeof settleFound> = {
	settle: settleFound,
	goOn: (found, now) => (found.isOverdue ? closeFoundPayment : settleFound)(found, now),
	cancel: (found, now) => closeFoundPayment(found, now),
	replace: (found, now) => closeFoundPayment(found, now, { state: 'replaced' }),
}

/**
 * Tells where the visitor with this token goes on. If the visitor was sent to the provider before, asks the provider
 * first, for the money may be paid already (faults N1). An overdue payment ends here (faults N4).
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

/** True when the visitor may be sent to the provider: nothing is paid, and the payment is open. */
export function isPayable(outcome: PaymentOutcome | null): outcome is OrderPage {
	return outcome !== null && typeof outcome === 'object' && outcome.isPayable === true
}

/**
 * Gives up the payment behind this token when its provider is away and another is not, so that another way to pay can
 * be chosen at once (faults B16). Returns null when it goes on, or could not be given up safely.
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
