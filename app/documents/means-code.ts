import type { Invoice, MeansOfPayment } from '#app/models/invoice/invoice.ts'

/** The codes of UNTDID 4461: 68 online payment service, 10 cash, 48 card, 1 a means that the list does not name. */
const meansCodes: Record<MeansOfPayment, string> = {
	paypal: '68',
	stripe: '68',
	cash: '10',
	card: '48',
	voucher: '1',
}

/**
 * Returns the code of the largest payment: an e-invoice has one code for all means of payment (CII-SR-467), and its
 * notes name all means in words. Where no money moved, returns '1', no certain means, because a code is always asked
 * for (BR-DE-1).
 */
export function meansCodeOf(payments: Invoice['payments']): string {
	const [largest] = payments.toSorted((one, other) => Math.abs(other.amount) - Math.abs(one.amount))
	return largest ? meansCodes[largest.means] : '1'
}

/**
 * Returns the code of the largest payment for an XRechnung. A card gets '1' (no certain means): its own code asks for
 * the number of the card (BR-DE-24-a), which the shop does not know.
 */
export function meansCodeForAuthority(payments: Invoice['payments']): string {
	const code = meansCodeOf(payments)
	return code === meansCodes.card ? meansCodes.voucher : code
}
