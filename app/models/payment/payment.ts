import type { Cents } from '#app/models/money.ts'

/** The providers of the contract: a wallet and a payment service provider. */
export const providerNames = ['paypal', 'stripe'] as const
export type ProviderName = (typeof providerNames)[number]

/**
 * created: the row stands, nobody was asked · started: a session exists at the provider ·
 * paid, cancelled, declined: what the provider said · expired: it said that no money can move any more ·
 * needsReview: money moved, but not as agreed.
 */
export const paymentStates = [
	'created',
	'started',
	'paid',
	'cancelled',
	'declined',
	'expired',
	'needsReview',
] as const
export type PaymentState = (typeof paymentStates)[number]

/** While one of these, money may still move. */
export const livePaymentStates = ['created', 'started'] as const satisfies readonly PaymentState[]

export function isLive(state: PaymentState): boolean {
	return (livePaymentStates as readonly PaymentState[]).includes(state)
}

/** Nothing changes these any more; any other state may still turn out to be paid. */
export function isFinal(state: PaymentState): boolean {
	return state === 'paid' || state === 'needsReview'
}

/** What a provider says of a session, in its own figures. `cancelled`: no money can move any more. */
export type ProviderReport = {
	state: 'paid' | 'pending' | 'cancelled' | 'declined'
	amount: Cents
	currency: string
	reference: string
	/** What a refund names; only when paid. */
	captureId?: string
}

/** Where a payment stands for the visitor, and whose order it is. */
export type Standing = { orderId: string; publicId: string; state: PaymentState | 'open' }

/**
 * What a report makes of a live payment. Money that moved in another amount, currency or for another
 * reference is never a payment of ours: a person looks at it.
 */
export function settle(
	payment: { amount: Cents; reference: string; isOverdue: boolean },
	report: ProviderReport,
): PaymentState | 'open' {
	if (report.state === 'pending') return 'open'
	if (report.state === 'cancelled') return payment.isOverdue ? 'expired' : 'cancelled'
	if (report.state === 'declined') return 'declined'

	const isAsAgreed =
		report.amount === payment.amount &&
		report.currency.toUpperCase() === 'EUR' &&
		report.reference === payment.reference
	return isAsAgreed ? 'paid' : 'needsReview'
}
