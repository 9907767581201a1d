import type { Locale } from '#app/i18n/i18n.ts'
import type { Cents } from '#app/models/money.ts'
import type { Dispute, GivenBack, ProviderReport } from '#app/models/payment/payment.ts'

/**
 * What the shop asks of a payment provider: plain values in and out, no request, no session, no
 * page. Every function throws `ProviderUnavailable` when the outcome is unknown, `ProviderRefused`
 * when the provider said no and `ProviderConflict` when it did something else under the same key;
 * none takes longer than 8 seconds.
 */
export type PaymentProvider = {
	/**
	 * Makes the place where the visitor pays. Called again with the same values, its end among them, while the
	 * provider keeps the key it gives the same one, so an unknown outcome is answered by calling again.
	 */
	start(payment: NewPayment, signal?: AbortSignal): Promise<StartedPayment>
	/** What became of it, as the provider says. The caller compares amount, currency and reference. */
	verify(providerId: string): Promise<ProviderReport>
	/**
	 * Takes the money of a payment that the visitor has approved, once per `key` however often it is
	 * called. Null for a provider that takes it by itself.
	 */
	capture: ((providerId: string, key: string) => Promise<ProviderReport>) | null
	/**
	 * Makes sure that no money can move any more, or says that it has moved or is on its way; declined: that it was
	 * on its way, and will not come.
	 */
	expire(providerId: string): Promise<'expired' | 'paid' | 'declined' | 'unknown'>
	/** Gives `amount` of a capture back, once per `key` however often it is called. */
	refund(
		captureId: string,
		amount: Cents,
		key: string,
	): Promise<Pick<GivenBack, 'providerRefundId' | 'isPending' | 'unknownStatus'>>
	/**
	 * What was given back of a payment, by us or by hand at the provider's desk; without what failed. Throws
	 * `ProviderRefused` for money that the provider does not know.
	 */
	listRefunds(taken: { providerId: string; captureId: string }): Promise<GivenBack[]>
	/** A claim of a payer or a bank; null when the provider knows none of that name. */
	findDispute(disputeId: string): Promise<Dispute | null>
	/**
	 * Reads a webhook; null when its signature, age or shape is wrong. Its contents are a hint whom
	 * to ask about, never the truth: the caller verifies. `mayAsk` is asked before the provider is, for what
	 * it signs with.
	 */
	readWebhook(
		rawBody: string,
		headers: Headers,
		mayAsk: () => Promise<boolean>,
	): Promise<PaymentEvent | null>
}

export type NewPayment = {
	/** Ours, and the idempotency key. */
	id: string
	/** What the provider reports back, and what `verify` is compared by. */
	reference: string
	/** What the visitor reads beside the amount. */
	description: string
	amount: Cents
	email?: string
	successUrl: string
	cancelUrl: string
	locale: Locale
	/** When the place to pay closes by itself. Stripe: 30 minutes to 24 hours after the first call. */
	expiresAt: Date
}

export type StartedPayment = { redirectUrl: string; providerId: string }

export type PaymentEvent = {
	eventId: string
	type: string
	/** Null when the event is about something else than the payment itself, such as its refund. */
	providerId: string | null
	/** The money that was given back; of events about refunds only. */
	refundOf: string | null
	/** Of events about disputes only. */
	disputeId: string | null
	reference: string | null
}
