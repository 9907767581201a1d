import { expect, test } from 'vitest'

import { cents } from '#app/models/money.ts'
import { changePaymentState, type ChangePaymentState } from '#app/models/payment/change.ts'
import { paymentStates, type PaymentState } from '#app/models/payment/payment.ts'

const [asked, less] = [cents(2500), cents(2499)]

const standings: Record<PaymentState, ChangePaymentState> = {
	created: { kind: 'paying', amount: asked },
	started: { kind: 'paying', amount: asked },
	paid: { kind: 'paid', amount: asked },
	cancelled: { kind: 'ended', amount: asked },
	declined: { kind: 'ended', amount: asked },
	expired: { kind: 'ended', amount: asked },
	needsReview: { kind: 'back', amount: less },
}

test.each(paymentStates)('K46: how a change stands whose newest payment is %s', (state) => {
	const paidAmount = { paid: asked, needsReview: less }[String(state)] ?? null
	expect(changePaymentState({ state, amount: asked, paidAmount })).toEqual(standings[state])
})

test('K46: a payment of which nobody knows whether it came is no money that goes back', () => {
	const unknown = { state: 'needsReview' as const, amount: asked, paidAmount: null }
	expect(changePaymentState(unknown)).toEqual({ kind: 'ended', amount: asked })
})
