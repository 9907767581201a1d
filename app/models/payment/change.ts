import type { Cents } from '#app/models/money.ts'
import { isLive, type NewestPayment } from '#app/models/payment/payment.ts'

/**
 * The state of a change's payment, with its amount. paying: a payment is open · paid: the change is in force · back:
 * money came for a change that was no longer open, or not as agreed, and goes back · ended: nothing was paid, and the
 * booking is unchanged.
 */
export type ChangePaymentState = { kind: 'paying' | 'paid' | 'back' | 'ended'; amount: Cents }

/** Returns the state of a change's payment, by its newest payment. */
export function changePaymentState({
	state,
	amount,
	paidAmount,
}: NewestPayment): ChangePaymentState {
	if (isLive(state)) return { kind: 'paying', amount }
	if (state === 'paid') return { kind: 'paid', amount }
	return paidAmount === null ? { kind: 'ended', amount } : { kind: 'back', amount: paidAmount }
}
