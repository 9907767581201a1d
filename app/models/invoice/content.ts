import type {
	Invoice,
	InvoiceContent,
	MeansOfPayment,
	Seller,
} from '#app/models/invoice/invoice.ts'
import { spread, sum, zero, type Cents } from '#app/models/money.ts'
import type { VatAmount } from '#app/models/product/price.ts'
import type { Day } from '#app/models/venue/slot.ts'
import type { Venue } from '#app/models/venue/venue.ts'

/** Money of an order that moved; at the till with the number of its receipt. */
export type Moved = { means: MeansOfPayment; amount: Cents; on: Day; receipt?: string }

/**
 * The history of an order, the oldest first. `payments` are the paid ones, each a row of its own; `onSite` is what the
 * till took, negative where it gave back, without reversed notes.
 */
export type Facts = {
	seller: Seller
	/** True when the shop issues final invoices for the till's takings; else the till's receipt is the paper. */
	hasFinal: boolean
	today: Day
	/** The venue's rates, each from a day on. */
	vat: Venue['vat']
	payments: (Moved & { id: string })[]
	onSite: Moved[]
	refunds: (Moved & { id: string; paymentId: string })[]
	issued: IssuedInvoice[]
}

/** `paymentId`: the payment that the invoice is about; null also on papers of builds that did not store it. */
export type IssuedInvoice = Invoice & {
	paymentId: string | null
	refundId: string | null
	correctsSlug: string | null
}

/** An invoice to be issued, complete except for its number. */
export type Draft = {
	slug: string
	paymentId: string | null
	refundId: string | null
	correctsSlug: string | null
	content: InvoiceContent
}

/** The sums of a paper without deposits, where the whole amount is due. */
export function sums(vat: VatAmount[]): Pick<InvoiceContent, 'gross' | 'vat' | 'deposits' | 'due'> {
	return { gross: grossOf(vat), vat, deposits: [], due: { gross: grossOf(vat), vat } }
}

export function divided(amount: Cents, rates: readonly { rate: number; gross: Cents }[]) {
	const parts = spread(
		amount,
		rates.map(({ gross }) => gross),
	)
	return rates.map(({ rate }, index) => ({ rate, gross: parts[index] ?? zero }))
}

export function grossOf(vat: readonly VatAmount[]): Cents {
	return sum(vat.map(({ gross }) => gross))
}
