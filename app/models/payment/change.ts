import type { Cents } from '#app/models/money.ts'
import { isLive, type NewestPayment } from '#app/models/payment/payment.ts'

/**
 * paying: a payment is open · paid: the change is in force · back: money came for a change that was no longer open, or
 * not as agreed, and goes back · ended: nothing was paid, and the booking is as it was.
 */
export type ChangeStanding = { kind: 'paying' | 'paid' | 'back' | 'ended'; amount: Cents }

/** Tells how the payment of a change stands. */
export function changeStanding({ state, amount, paidAmount }: NewestPayment): ChangeStanding {
	if (isLive(state)) return { kind: 'paying', amount }
	if (state === 'paid') return { kind: 'paid', amount }
	return paidAmount === null ? { kind: 'ended', amount } : { kind: 'back', amount: paidAmount }
}
