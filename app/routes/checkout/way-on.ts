import type { PaymentOutcome } from '#app/models/payment/payment.ts'

/** The visitor's next path after a payment was asked for: the order's page, or the overview with a message. */
export function wayOn(outcome: PaymentOutcome): string {
	if (typeof outcome === 'string') return `/checkout/overview?checkout=${outcome}`
	const page = `/checkout/success/${outcome.publicId}`
	return outcome.isUnverified ? `${page}?unverified=1` : page
}
