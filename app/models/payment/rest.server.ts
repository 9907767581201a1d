import type { DateTime } from 'luxon'

import { db, type Transaction } from '#app/db/client.server.ts'
import { lockAndLoad } from '#app/db/lock.server.ts'
import { issueInvoices } from '#app/models/invoice/issue.server.ts'
import { zero } from '#app/models/money.ts'
import { findOrderById } from '#app/models/order/find.server.ts'
import { createPayment, findLive, issueToken } from '#app/models/payment/create.server.ts'
import { outcomeOf } from '#app/models/payment/outcome.server.ts'
import { findPayment } from '#app/models/payment/payment.server.ts'
import { isEnded, type PaymentOutcome } from '#app/models/payment/payment.ts'
import { payableRest } from '#app/models/payment/rest.ts'
import { listWaysAway } from '#app/models/payment/start.server.ts'
import type { ProviderName } from '#app/models/provider.ts'
import { ok, refuse, type Result } from '#app/models/result.ts'
import { newToken } from '#app/models/token.server.ts'
import { countInProcess } from '#app/models/visitor/attempts.server.ts'

/** The token of /payment/{sessionToken} to pay at, or the outcome of a payment that could not make way for another. */
export type RestBegun = { token: string } | { outcome: PaymentOutcome }

/** Another payment may take the place of the one that was closed. */
const TRIES = 3

/**
 * Begins to pay the rest of a booking with this provider, and changes nothing in the booking. Pressed twice, in one tab
 * or two, it goes on with one payment (faults K21). An open payment with another provider, or of another amount, is
 * closed first.
 */
export async function payRest(
	orderId: string,
	provider: ProviderName,
	now: DateTime,
): Promise<Result<RestBegun>> {
	if (listWaysAway().includes(provider)) return refuse('wayAway')
	const counted = await countInProcess('order', orderId)
	if (!counted.ok) return counted
	// Papers of earlier payments are decided by the parts of the order as they were paid.
	await issueInvoices(orderId, now)
	for (let tries = 0; tries < TRIES; tries += 1) {
		const begun = await db.transaction((tx) => beginRest(tx, { orderId, provider, now }))
		if (!begun.ok) return begun
		if ('token' in begun.value) return ok(begun.value)
		const outcome = await outcomeOf(await findPayment(begun.value.inTheWay), 'cancel', now)
		if (!isEnded(outcome)) return ok({ outcome })
	}
	return refuse('restChanged')
}

type Beginning = { orderId: string; provider: ProviderName; now: DateTime }

/** Returns the token of the payment, a new or an open one; or the id of an open one that is `inTheWay`. */
async function beginRest(
	tx: Transaction,
	{ orderId, provider, now }: Beginning,
): Promise<Result<{ token: string } | { inTheWay: string }>> {
	const [order, live] = await lockAndLoad(tx, { orders: [orderId] }, () =>
		Promise.all([findOrderById(orderId, tx), findLive(tx, orderId)]),
	)
	const amount = order ? payableRest(order, now) : zero
	if (live) {
		const goesOn = live.provider === provider && live.amount === amount && live.purpose === 'rest'
		return goesOn ? ok({ token: await issueToken(tx, live.id) }) : ok({ inTheWay: live.id })
	}
	if (amount === zero) return refuse('restNotDue')
	const token = newToken()
	await createPayment(tx, { orderId, purpose: 'rest', provider, amount, token })
	return ok({ token })
}
