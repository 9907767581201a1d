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

/** Money of an order that moved on a day by one means; at the till with the number of the till's receipt. */
export type MoneyMoved = { means: MeansOfPayment; amount: Cents; on: Day; receipt?: string }

/**
 * The facts that decide an order's papers; each list is the oldest first. `payments` are the paid ones, each a row of
 * its own; `onSite` is what the till took, negative where it gave back, without reversed notes.
 */
export type InvoiceFacts = {
	seller: Seller
	/**
	 * True when the shop issues final invoices for money that the till took; false when the till's receipt is the paper.
	 */
	hasFinal: boolean
	today: Day
	/** The venue's VAT rates, each set from a day on. */
	vat: Venue['vat']
	payments: (MoneyMoved & { id: string })[]
	onSite: MoneyMoved[]
	refunds: (MoneyMoved & { id: string; paymentId: string })[]
	issued: IssuedInvoice[]
}

/**
 * A paper as issued, with the ids of its rows. `paymentId`: the payment that it is about; null also on papers of builds
 * that did not store it. `correctsSlug`: the paper that it corrects.
 */
export type IssuedInvoice = Invoice & {
	paymentId: string | null
	refundId: string | null
	correctsSlug: string | null
}

/** An invoice to be issued, complete except for its number. */
export type InvoiceDraft = {
	slug: string
	paymentId: string | null
	refundId: string | null
	correctsSlug: string | null
	content: InvoiceContent
}

/** Returns the sums of a paper that deducts no deposits, so that the whole amount is due. */
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
