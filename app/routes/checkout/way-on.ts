import type { PaymentOutcome } from '#app/models/payment/payment.ts'

/**
 * The visitor's next path after a payment was asked for: the order's page, or the overview with a message; for one of a
 * booking that stands, the page of its purpose, with the message there.
 */
export function wayOn(outcome: PaymentOutcome): string {
	if (typeof outcome === 'string') return `/checkout/overview?checkout=${outcome}`
	const { publicId, isUnverified, isPayable, ended } = outcome
	const silent = isUnverified ? '?unverified=1' : ''
	if (!outcome.purpose) return `/checkout/success/${publicId}${silent}`
	const page = `/booking/${publicId}/${outcome.purpose === 'rest' ? 'rest' : 'payment'}`
	if (ended) return `${page}?checkout=${ended}`
	return `${page}${isPayable ? '' : silent || '?checking=1'}`
}
