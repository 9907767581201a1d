import type {
	Invoice,
	InvoiceContent,
	MeansOfPayment,
	Seller,
} from '#app/models/invoice/invoice.ts'
import { sum, zero, type Cents } from '#app/models/money.ts'
import { spread, type VatAmount } from '#app/models/product/price.ts'
import type { Day } from '#app/models/venue/slot.ts'
import type { Venue } from '#app/models/venue/venue.ts'

/** Money of an order that moved; at the till with the number of its receipt. */
export type Moved = { means: MeansOfPayment; amount: Cents; on: Day; receipt?: string }

/**
 * What has happened to an order so far, the oldest first. `payments` are the paid ones, each a row of its own; `onSite`
 * is what the till has
 * taken, below zero where it gave back, without notes that were taken back.
 */
export type Facts = {
	seller: Seller
	/** Whether the shop issues final invoices of what the till took; else the till's receipt is the paper. */
	hasFinal: boolean
	today: Day
	/** The rates of the venue, each from a day on. */
	vat: Venue['vat']
	payments: (Moved & { id: string })[]
	onSite: Moved[]
	refunds: (Moved & { id: string; paymentId: string })[]
	issued: IssuedInvoice[]
}

/** `paymentId`: the payment that it is about; null also on papers of builds that did not note it. */
export type IssuedInvoice = Invoice & {
	paymentId: string | null
	refundId: string | null
	correctsSlug: string | null
}

/** An invoice that is to be issued: it lacks its number only. */
export type Draft = {
	slug: string
	paymentId: string | null
	refundId: string | null
	correctsSlug: string | null
	content: InvoiceContent
}

/** Without deposits all of it is due. */
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
