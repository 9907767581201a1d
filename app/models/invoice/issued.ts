import type { InvoiceFacts, IssuedInvoice, MoneyMoved } from '#app/models/invoice/content.ts'
import { sumOfVat, type InvoiceKind } from '#app/models/invoice/invoice.ts'
import { sum, type Cents } from '#app/models/money.ts'
import type { VatAmount } from '#app/models/product/price.ts'

// Finds which papers of an order count, and how much is left of each.

type Issued = readonly IssuedInvoice[]

/** The papers of an order that count: no corrections, and none that was cancelled to be issued again. */
export function counting(issued: Issued): IssuedInvoice[] {
	return issued.filter((paper) => paper.corrects === null && !isWrittenAnew(issued, paper))
}

/**
 * The papers of an order about services paid ahead of the visit: deposits and invoices, which a final invoice deducts.
 */
export function aheadOf(issued: Issued): IssuedInvoice[] {
	return counting(issued).filter(isAheadKind)
}

export function isAheadKind({ kind }: IssuedInvoice): boolean {
	return kind === 'deposit' || kind === 'invoice'
}

export function finalOf(issued: Issued): IssuedInvoice | undefined {
	return counting(issued).findLast(({ kind }) => kind === 'final')
}

export function receiptOf(issued: Issued): IssuedInvoice | undefined {
	return counting(issued).findLast(({ kind }) => kind === 'receipt')
}

/** The papers that bill services: all but receipts and those of a fee. */
export function servicesOf(issued: Issued): IssuedInvoice[] {
	return counting(issued).filter(({ kind }) => kind !== 'receipt' && kind !== 'fee')
}

/** The papers of the fee of a cancelled booking. */
export function feesOf(issued: Issued): IssuedInvoice[] {
	return counting(issued).filter(({ kind }) => kind === 'fee')
}

export function correctionsOf(issued: Issued, { slug }: { slug: string }): IssuedInvoice[] {
	return issued.filter(({ correctsSlug }) => correctsSlug === slug)
}

/**
 * The corrections that stand for refunds. A paper issued again contains the refunds of the former one. A final invoice
 * does not, so corrections of a cancelled final invoice are left out and are written again for the earlier papers.
 */
export function givenBackOf(issued: Issued): IssuedInvoice[] {
	const counted = new Set(counting(issued).map(({ slug }) => slug))
	return issued.filter(
		({ refundId, corrects, correctsSlug }) =>
			refundId !== null && (corrects?.kind !== 'final' || counted.has(correctsSlug ?? '')),
	)
}

/** The amounts by VAT rate that are left of a paper after its corrections. */
export function leftOf(issued: Issued, paper: IssuedInvoice): VatAmount[] {
	return sumOfVat([paper.vat, ...correctionsOf(issued, paper).map(({ vat }) => vat)])
}

/** The cents that came online for a paper and did not go back. */
export function onlineLeftOf(issued: Issued, paper: IssuedInvoice): Cents {
	const came = paper.payments.filter(({ means }) => means !== 'voucher')
	const back = correctionsOf(issued, paper).filter(({ refundId }) => refundId !== null)
	return sum([...came.map(({ amount }) => amount), ...back.map(({ gross }) => gross)])
}

/**
 * True for money that moved at the till: cash and card, and a voucher spent there, which a receipt of the till tells
 * from one spent online.
 */
export function isAtTill({ means, receipt }: Pick<MoneyMoved, 'means' | 'receipt'>): boolean {
	return means === 'cash' || means === 'card' || receipt !== undefined
}

/**
 * The cents that an order's voucher paid by a paper, less those that the paper's corrections put back on the voucher.
 */
export function voucherLeftOf(issued: Issued, paper: IssuedInvoice): Cents {
	const all = [paper, ...correctionsOf(issued, paper)].flatMap(({ payments }) => payments)
	const byVoucher = all.filter((it) => it.means === 'voucher' && !isAtTill(it))
	return sum(byVoucher.map(({ amount }) => amount))
}

/** True when a paper is about this payment. A paper of an older build names no payment and belongs to the first one. */
export function isAbout(
	paper: IssuedInvoice,
	payment: { id: string },
	{ payments: [first] }: Pick<InvoiceFacts, 'payments'>,
): boolean {
	if (paper.paymentId !== null) return paper.paymentId === payment.id
	return first?.id === payment.id && paper.payments.some(({ means }) => means !== 'voucher')
}

/** The next free slug of a kind of paper: 'deposit', then 'deposit-2'; a slug names one paper for ever. */
export function nextSlug(issued: Issued, kind: InvoiceKind): string {
	const before = issued.filter((paper) => paper.kind === kind).length
	return before === 0 ? kind : `${kind}-${before + 1}`
}

function isWrittenAnew(issued: Issued, { slug }: IssuedInvoice): boolean {
	return issued.some(({ correctsSlug, isAnew }) => correctsSlug === slug && isAnew)
}
