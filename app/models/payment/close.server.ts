import type { DateTime } from 'luxon'

import { db } from '#app/db/client.server.ts'
import { log } from '#app/gateways/log.server.ts'
import {
	ProviderConflict,
	ProviderRefused,
	ProviderUnavailable,
} from '#app/gateways/provider-error.ts'
import type { PaymentProvider } from '#app/gateways/provider.ts'
import { paymentProvider } from '#app/gateways/providers.server.ts'
import { cents } from '#app/models/money.ts'
import { findLive } from '#app/models/payment/create.server.ts'
import {
	findPayment,
	standingOf,
	type PaymentWithOrder,
} from '#app/models/payment/payment.server.ts'
import {
	isLive,
	isSafeToClose,
	type OwnReport,
	type PaymentStanding,
} from '#app/models/payment/payment.ts'
import { applyReport, settleFound } from '#app/models/payment/settle.server.ts'
import { startAtProvider } from '#app/models/payment/start.server.ts'

/**
 * Closes a payment whose visitor turned back or did not pay in time, so that no money can move any more, then settles
 * it. Money that moved before is settled as paid. Null for an unknown id.
 * @throws ProviderUnavailable as `settlePayment`
 */
export async function closePayment(
	paymentId: string,
	now: DateTime,
): Promise<PaymentStanding | null> {
	const found = await findPayment(paymentId)
	return found && closeFoundPayment(found, now)
}

/**
 * Closes a payment that was just read, as `closePayment` does; `as` is the report that is applied when no money can
 * move.
 */
export async function closeFoundPayment(
	found: PaymentWithOrder,
	now: DateTime,
	as: OwnReport = { state: 'untaken' },
): Promise<PaymentStanding> {
	if (!isLive(found.payment.state)) return standingOf(found)

	switch (await close(found, now, as)) {
		case 'expired':
			return applyReport(found, as, now)
		case 'paid':
		case 'declined':
			return settleFound(found, now)
		case 'unknown':
			return applyReport(found, unknown, now)
	}
}

/**
 * Closes the open payment of a booking's rest or of a change, so that no money of it comes any more. A provider that is
 * away is only logged: money that still comes then goes back. Returns the payment's id; null without one.
 */
export async function closeLivePayment(orderId: string, now: DateTime): Promise<string | null> {
	const live = await findLive(db, orderId)
	if (!live || live.purpose === 'order') return null
	try {
		await closePayment(live.id, now)
	} catch (error) {
		if (!(error instanceof ProviderUnavailable)) throw error
		log.warn({ paymentId: live.id, err: error }, 'the provider does not close a payment now')
	}
	return live.id
}

const unknown = { state: 'unknown', amount: cents(0), currency: '', reference: '' } as const

/**
 * Closes a payment at its provider and returns what has become of it there. A payment without a provider's id may have
 * a page all the same, if this process crashed after the provider opened it: starting again under the same key returns
 * the page's id, and a refusal says that there is none. While the provider is away, a payment that is safe to close
 * counts as closed, so that the order can be paid another way (faults B16).
 */
async function close(
	found: PaymentWithOrder,
	now: DateTime,
	as: OwnReport,
): ReturnType<PaymentProvider['expire']> {
	const { payment, isKeyKept } = found
	if (payment.providerId === null && !isKeyKept) return 'expired'
	try {
		const providerId = payment.providerId ?? (await startAtProvider(found, now, as))?.providerId
		return providerId ? await paymentProvider(payment.provider).expire(providerId) : 'expired'
	} catch (error) {
		if (error instanceof ProviderUnavailable && isSafe(payment)) return 'expired'
		if (!(error instanceof ProviderConflict || error instanceof ProviderRefused)) throw error
		log.warn({ paymentId: payment.id, err: error }, 'the provider does not close a payment')
		return 'unknown'
	}
}

function isSafe(payment: PaymentWithOrder['payment']): boolean {
	const { capture } = paymentProvider(payment.provider)
	return isSafeToClose(payment, capture ? 'whenCaptured' : 'itself')
}
