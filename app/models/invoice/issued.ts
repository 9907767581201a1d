import type { Facts, IssuedInvoice, Moved } from '#app/models/invoice/content.ts'
import { sumOfVat, type InvoiceKind } from '#app/models/invoice/invoice.ts'
import { sum, type Cents } from '#app/models/money.ts'
import type { VatAmount } from '#app/models/product/price.ts'

// The papers of an order taken together: those that count, and how much of each is left.

type Issued = readonly IssuedInvoice[]

/** The papers that count: no corrections, and none that was cancelled to be issued again. */
export function counting(issued: Issued): IssuedInvoice[] {
	return issued.filter((paper) => paper.corrects === null && !isWrittenAnew(issued, paper))
}

/** The papers about services that were paid ahead of the visit; a final invoice deducts them. */
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

/** The papers that bill services, with or without money ahead, without those of a fee. */
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
 * The corrections that stand for refunds. A paper issued again contains the refunds of the one before. A final invoice
 * does not, so corrections of a cancelled one do not count and are written again for the papers before.
 */
export function givenBackOf(issued: Issued): IssuedInvoice[] {
	const counted = new Set(counting(issued).map(({ slug }) => slug))
	return issued.filter(
		({ refundId, corrects, correctsSlug }) =>
			refundId !== null && (corrects?.kind !== 'final' || counted.has(correctsSlug ?? '')),
	)
}

/** The VAT that is left of a paper after its corrections. */
export function leftOf(issued: Issued, paper: IssuedInvoice): VatAmount[] {
	return sumOfVat([paper.vat, ...correctionsOf(issued, paper).map(({ vat }) => vat)])
}

/** The money that came online for a paper and did not go back. */
export function onlineLeftOf(issued: Issued, paper: IssuedInvoice): Cents {
	const came = paper.payments.filter(({ means }) => means !== 'voucher')
	const back = correctionsOf(issued, paper).filter(({ refundId }) => refundId !== null)
	return sum([...came.map(({ amount }) => amount), ...back.map(({ gross }) => gross)])
}

/** True for money of the till: cash and card, and a voucher spent there, which alone has a receipt of the till. */
export function isAtTill({ means, receipt }: Pick<Moved, 'means' | 'receipt'>): boolean {
	return means === 'cash' || means === 'card' || receipt !== undefined
}

/** The amount that a paper says a voucher of the order paid, less what its corrections put back on it. */
export function voucherLeftOf(issued: Issued, paper: IssuedInvoice): Cents {
	const all = [paper, ...correctionsOf(issued, paper)].flatMap(({ payments }) => payments)
	const byVoucher = all.filter((it) => it.means === 'voucher' && !isAtTill(it))
	return sum(byVoucher.map(({ amount }) => amount))
}

/** True when the paper is this payment's. A paper of an older build names no payment and belongs to the first. */
export function isAbout(
	paper: IssuedInvoice,
	payment: { id: string },
	{ payments: [first] }: Pick<Facts, 'payments'>,
): boolean {
	if (paper.paymentId !== null) return paper.paymentId === payment.id
	return first?.id === payment.id && paper.payments.some(({ means }) => means !== 'voucher')
}

/** The next free slug: 'deposit', then 'deposit-2'; a slug names one paper for ever. */
export function nextSlug(issued: Issued, kind: InvoiceKind): string {
	const before = issued.filter((paper) => paper.kind === kind).length
	return before === 0 ? kind : `${kind}-${before + 1}`
}

function isWrittenAnew(issued: Issued, { slug }: IssuedInvoice): boolean {
	return issued.some(({ correctsSlug, isAnew }) => correctsSlug === slug && isAnew)
}
