import type { OutcomeName } from '#app/models/payment/payment.ts'

/** Where a visitor goes on after the payment was looked at: the order's page, or back with a sentence. */
export function wayOn(outcome: { publicId: string } | OutcomeName): string {
	return typeof outcome === 'string'
		? `/checkout/overview?checkout=${outcome}`
		: `/checkout/success/${outcome.publicId}`
}
