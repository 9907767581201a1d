import type { DateTime } from 'luxon'

import { db, type Transaction } from '#app/db/client.server.ts'
import { lockAndLoad, sendBeforeCommit } from '#app/db/lock.server.ts'
import { loadPapers, writeLacking } from '#app/models/invoice/issue.server.ts'
import type { Cents } from '#app/models/money.ts'
import { createPayment, findLive, issueToken } from '#app/models/payment/create.server.ts'
import { outcomeOf, type PaymentIntent } from '#app/models/payment/outcome.server.ts'
import { findPayment } from '#app/models/payment/payment.server.ts'
import { isEnded, type PaymentOutcome, type PaymentPurpose } from '#app/models/payment/payment.ts'
import { listWaysAway } from '#app/models/payment/start.server.ts'
import type { ProviderName } from '#app/models/provider.ts'
import { ok, refuse, type Result } from '#app/models/result.ts'
import { newToken } from '#app/models/token.server.ts'
import { countInProcess } from '#app/models/visitor/attempts.server.ts'

/** The token of /payment/{sessionToken} to pay at, or the outcome of a payment that could not make way for another. */
export type BegunPayment = { token: string } | { outcome: PaymentOutcome }

type WantedPayment = {
	provider: ProviderName
	purpose: PaymentPurpose
	/** The id of the change that is to be paid; null for other purposes. */
	changeId: string | null
	/** Reads the amount that is due; the order is locked. */
	findDue: (tx: Transaction) => Promise<Result<Cents>>
}

/**
 * The most tries to begin a payment in one request: each closes an open payment that is in the way, and another one may
 * begin meanwhile.
 */
const TRIES = 3

/**
 * Begins a payment for a booking that stands or waits for its payment by a pay link, and changes nothing in the
 * booking. Pressed twice, in one tab or two, it goes on with one payment (faults K21). An open payment with another
 * provider, of another amount or for another purpose is closed first. Paying the rest is refused while a change is
 * being paid.
 */
export async function beginPayment(
	orderId: string,
	wanted: WantedPayment,
	now: DateTime,
): Promise<Result<BegunPayment>> {
	if (listWaysAway().includes(wanted.provider)) return refuse('wayAway')
	const counted = await countInProcess('order', orderId)
	if (!counted.ok) return counted
	for (let tries = 0; tries < TRIES; tries += 1) {
		const begun = await db.transaction((tx) => beginOnce(tx, orderId, wanted, now))
		if (!begun.ok) return begun
		if ('token' in begun.value) return ok(begun.value)
		const { inTheWay, wish } = begun.value
		const outcome = await outcomeOf(await findPayment(inTheWay), wish, now)
		if (!isEnded(outcome)) return ok({ outcome })
	}
	return refuse('booking.paymentChanged')
}

/**
 * Returns the token of a new payment, or of the open one that goes on; otherwise the id of the open payment that is
 * `inTheWay` and the `wish` to close it with.
 */
async function beginOnce(
	tx: Transaction,
	orderId: string,
	{ findDue, ...wanted }: WantedPayment,
	now: DateTime,
): Promise<Result<{ token: string } | { inTheWay: string; wish: PaymentIntent }>> {
	const [due, live, papers] = await lockAndLoad(tx, { orders: [orderId] }, () =>
		Promise.all([findDue(tx), findLive(tx, orderId), loadPapers(tx, orderId, now)]),
	)
	const isForIt =
		live !== null && live.purpose === wanted.purpose && live.changeId === wanted.changeId
	// A payment that is open for another purpose makes way only for one that can begin.
	if (!due.ok && !isForIt) return due
	// Everyone with the booking's link may pay the rest; ending a change needs all rights to the booking.
	if (wanted.purpose === 'rest' && live?.purpose === 'change')
		return refuse('booking.changeBeingPaid')
	if (live) {
		const amount = due.ok ? due.value : null
		const goesOn = isForIt && live.provider === wanted.provider && live.amount === amount
		if (goesOn) return ok({ token: await issueToken(tx, live.id) })
		return ok({ inTheWay: live.id, wish: isForIt && due.ok ? 'replace' : 'cancel' })
	}
	if (!due.ok) return due
	const token = newToken()
	// Papers of earlier payments are decided by the parts of the order as they were paid.
	await writeLacking(tx, papers, now)
	await sendBeforeCommit([
		() => createPayment(tx, { ...wanted, orderId, amount: due.value, token }),
	])
	return ok({ token })
}
