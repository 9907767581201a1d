import type { Locale } from '#app/i18n/i18n.ts'
import type { Cents } from '#app/models/money.ts'
import type { Dispute, GivenBack, ProviderReport } from '#app/models/payment/payment.ts'

/**
 * The functions that the shop needs of a payment provider: plain values in and out, no request, no session, no page.
 * Every function throws `ProviderUnavailable` when the outcome is unknown, `ProviderRefused` when the provider said no
 * and `ProviderConflict` when it did something else under the same key; none takes longer than 8 seconds.
 */
export type PaymentProvider = {
	/**
	 * Makes the page where the visitor pays. While the provider keeps the key, a second call with the same values,
	 * `expiresAt` among them, returns the same page, so an unknown outcome is resolved by calling again.
	 */
	start(payment: NewPayment, signal?: AbortSignal): Promise<StartedPayment>
	/** Reports the state of a payment at the provider. The caller compares amount, currency and reference. */
	verify(providerId: string): Promise<ProviderReport>
	/**
	 * Takes the money of a payment that the visitor has approved, once per `key` however often it is called. Null for a
	 * provider that takes it by itself.
	 */
	capture: ((providerId: string, key: string) => Promise<ProviderReport>) | null
	/**
	 * Makes sure that no money can move any more, or answers that it has moved or is on its way; 'declined': it was on
	 * its way, and will not come.
	 */
	expire(providerId: string): Promise<'expired' | 'paid' | 'declined' | 'unknown'>
	/** Gives `amount` of a capture back, once per `key` however often it is called. */
	refund(
		captureId: string,
		amount: Cents,
		key: string,
	): Promise<Pick<GivenBack, 'providerRefundId' | 'isPending' | 'unknownStatus'>>
	/**
	 * Lists the refunds of a payment, made by the shop or by hand at the provider's desk; failed ones are left out.
	 * @throws ProviderRefused for money that the provider does not know
	 */
	listRefunds(taken: { providerId: string; captureId: string }): Promise<GivenBack[]>
	/** Finds a dispute of a payer or a bank; null when the provider knows none of that id. */
	findDispute(disputeId: string): Promise<Dispute | null>
	/**
	 * Reads a webhook; null when its signature, age or shape is wrong. Its contents are a hint about which payment to
	 * verify, never the truth. `mayAsk` is called before the provider is asked for the key it signs with.
	 */
	readWebhook(
		rawBody: string,
		headers: Headers,
		mayAsk: () => Promise<boolean>,
	): Promise<PaymentEvent | null>
}

export type NewPayment = {
	/** The shop's id of the payment, and the idempotency key. */
	id: string
	/** The text that the provider reports back and that `verify` compares. */
	reference: string
	/** The text that the visitor reads beside the amount. */
	description: string
	amount: Cents
	email?: string
	successUrl: string
	cancelUrl: string
	locale: Locale
	/** The time at which the page to pay closes by itself. Stripe: 30 minutes to 24 hours after the first call. */
	expiresAt: Date
}

export type StartedPayment = { redirectUrl: string; providerId: string }

export type PaymentEvent = {
	eventId: string
	type: string
	/** Null when the event is not about the payment itself, but about its refund, for example. */
	providerId: string | null
	/** The capture that was refunded; only in events about refunds. */
	refundOf: string | null
	/** Only in events about disputes. */
	disputeId: string | null
	reference: string | null
}
