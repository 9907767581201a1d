import type { PaymentOutcome } from '#app/models/payment/payment.ts'

/** Returns the path of the pay link with this code. */
export function payPath(code: string): string {
	return `/pay/${encodeURIComponent(code)}`
}

/**
 * Returns the visitor's next path after a payment was asked for: the order's confirmation, or the overview with a
 * message. A payment of a booking's rest or change, or by a pay link, leads to its own page, with the message there.
 */
export function wayOn(outcome: PaymentOutcome): string {
	if (typeof outcome === 'string') return `/checkout/overview?checkout=${outcome}`
	const { publicId, isUnverified, isPayable, ended } = outcome
	const silent = isUnverified ? '?unverified=1' : ''
	if (outcome.payCode) {
		const path = payPath(outcome.payCode)
		if (ended) return `${path}?checkout=${ended}`
		return `${path}${isPayable ? '' : silent || '?checking=1'}`
	}
	if (!outcome.purpose) return `/checkout/success/${publicId}${silent}`
	const page = `/booking/${publicId}/${outcome.purpose === 'rest' ? 'rest' : 'payment'}`
	if (ended) return `${page}?checkout=${ended}`
	return `${page}${isPayable ? '' : silent || '?checking=1'}`
}
