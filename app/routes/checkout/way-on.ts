import type { PaymentOutcome } from '#app/models/payment/payment.ts'

/** Where a visitor goes on after the payment was looked at: the order's page, or back with a sentence. */
export function wayOn(outcome: PaymentOutcome): string {
	if (typeof outcome === 'string') return `/checkout/overview?checkout=${outcome}`
	const page = `/checkout/success/${outcome.publicId}`
	return outcome.isUnverified ? `${page}?unverified=1` : page
}
