import type { Locale } from '#app/i18n/i18n.ts'
import type { Cents } from '#app/models/money.ts'
import type { MoneyListing, PaymentNote, TracedMoney } from '#app/models/payment/listing.ts'
import type { Dispute, GivenBack, ProviderReport } from '#app/models/payment/payment.ts'

/**
 * The functions that the shop needs of a payment provider: plain values in and out, no request, no session, no page.
 * Every function throws `ProviderUnavailable` when the outcome is unknown, `ProviderRefused` when the provider said no
 * and `ProviderConflict` when it did something else under the same key; none takes longer than 8 seconds.
 */
export type PaymentProvider = {
	/**
	 * Makes a page at the provider where the visitor pays. While the provider keeps the key, a second call with equal
	 * values, `expiresAt` among them, returns that page again, so an unknown outcome is resolved by calling again.
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
	 * Ends a payment at the provider so that no money can move any more: 'expired'. Where that is too late: 'paid' when
	 * the money has moved or is on its way, 'declined' when it was on its way and will not come; 'unknown' for a payment
	 * that the provider does not have.
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
	/**
	 * Lists the money of the account that came and went back between two moments, also what the shop does not know, page
	 * by page: each page within 8 seconds, the whole list longer.
	 * @throws ProviderRefused also when the account may not list its money
	 */
	listMoney(time: { since: Date; until: Date }): Promise<MoneyListing>
	/**
	 * Finds the payment, the note and the payer of a capture that `listMoney` listed; null when the provider does not know
	 * them.
	 */
	traceMoney(captureId: string): Promise<TracedMoney | null>
	/**
	 * Finds a dispute of a payer or a bank; null when the provider has none of that id, or it is about no money of the
	 * shop.
	 */
	findDispute(disputeId: string): Promise<Dispute | null>
	/**
	 * Reads a webhook; null when its signature, age or shape is wrong. Its contents are a hint about which payment to
	 * verify, never the truth. `mayAsk` is called before the provider is asked for the certificate it signs with.
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
	/**
	 * The note that the provider keeps with the payment and gives back with `traceMoney`: at most 20 names of at most 40
	 * signs with values of at most 500, no personal data. The payer may see it.
	 */
	note: PaymentNote
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
	/** The provider's id of the payment; null when the event is about something else, such as its refund. */
	providerId: string | null
	/** The provider's id of the capture that was refunded; null in events that are about no refund. */
	refundOf: string | null
	/** The provider's id of the dispute; null in events that are about no dispute. */
	disputeId: string | null
	reference: string | null
}
