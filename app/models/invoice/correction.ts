import {
	divided,
	grossOf,
	sums,
	type InvoiceDraft,
	type InvoiceFacts,
	type IssuedInvoice,
	type MoneyMoved,
} from '#app/models/invoice/content.ts'
import { negative, plainPositions, sumOfVat, type Seller } from '#app/models/invoice/invoice.ts'
import {
	aheadOf,
	correctionsOf,
	counting,
	feesOf,
	finalOf,
	givenBackOf,
	isAbout,
	isAtTill,
	leftOf,
	onlineLeftOf,
	receiptOf,
	voucherLeftOf,
} from '#app/models/invoice/issued.ts'
import { minus, smaller, sum, zero, type Cents } from '#app/models/money.ts'
import { orderEnd } from '#app/models/order/order-end.ts'
import type { Order } from '#app/models/order/order.ts'
import { vatAmounts } from '#app/models/product/price.ts'
import { dayOf } from '#app/models/venue/day.ts'

/**
 * Drafts the correction for a refund: of the services' papers first, then of the receipt, of each at most the amount
 * that came online for it. Null when the refund is corrected already, or no paper has an amount left to correct.
 */
export function correction(
	order: Order,
	facts: InvoiceFacts,
	refund: InvoiceFacts['refunds'][number],
): InvoiceDraft | null {
	const { issued } = facts
	const back = facts.refunds.map(({ amount }) => amount)
	const all = givenBackOf(issued)
	const taken = all.filter(({ refundId }) => refundId === refund.id)
	// A correction for a refund that failed counts for the refund that replaced the failed one.
	const left = smaller(
		sum([refund.amount, ...taken.map(({ gross }) => gross)]),
		sum([...back, ...all.map(({ gross }) => gross)]),
	)
	if (left <= 0) return null
	for (const { target, cap } of targetsOf(order, facts, refund)) {
		const most = smaller(cap, grossOf(leftOf(issued, target)))
		if (most <= 0) continue
		return takeBack(target, facts, refund.id, [{ ...refund, amount: smaller(left, most) }])
	}
	return null
}

/**
 * Drafts the correction for the amount that a value voucher no longer pays: it is on the voucher again, and bears VAT
 * when it is spent anew. Deposit invoices show no voucher and are left out. Null when nothing went back.
 */
export function correctionOfVoucher(order: Order, facts: InvoiceFacts): InvoiceDraft | null {
	const { issued } = facts
	const showing = counting(issued).filter(({ kind }) => kind !== 'deposit')
	const shown = sum(showing.map((paper) => voucherLeftOf(issued, paper)))
	let left = minus(shown, orderEnd(order) === 'cancelled' ? order.feeOfVoucher : order.voucher)
	if (left <= 0) return null

	const on = order.cancelledAt === null ? facts.today : dayOf(order.cancelledAt)
	const [final, receipt] = [finalOf(issued), receiptOf(issued)]
	const services = showing.filter(({ kind }) => kind !== 'receipt')
	const ofServices = sum(services.map((paper) => voucherLeftOf(issued, paper)))
	const ofReceipt = receipt ? voucherLeftOf(issued, receipt) : zero
	// A fee is kept of the services.
	const isOfServices = ofServices > 0 && !(order.feeOfVoucher > 0 && ofReceipt > 0)
	const target = isOfServices ? (final ?? services.at(-1)) : receipt
	if (!target) return null
	left = smaller(left, isOfServices ? ofServices : ofReceipt)
	left = smaller(left, grossOf(leftOf(issued, target)))
	return left > 0 ? takeBack(target, facts, null, [{ means: 'voucher', amount: left, on }]) : null
}

/**
 * Drafts the correction of a final invoice for money that the till gave back of a cancelled booking; null when there is
 * none.
 */
export function correctionOfTill(order: Order, facts: InvoiceFacts): InvoiceDraft | null {
	const final = finalOf(facts.issued)
	if (orderEnd(order) !== 'cancelled' || !final) return null
	const papers = [final, ...correctionsOf(facts.issued, final)]
	const shown = papers.flatMap(({ payments }) => payments).filter(isAtTill)
	const left = minus(
		sum(shown.map(({ amount }) => amount)),
		sum(facts.onSite.map(({ amount }) => amount)),
	)
	const back = facts.onSite.findLast(({ amount }) => amount < 0)
	const amount = smaller(left, grossOf(leftOf(facts.issued, final)))
	return back && amount > 0 ? takeBack(final, facts, null, [{ ...back, amount }]) : null
}

/**
 * Drafts the cancellation of the amount left of a paper, before the paper is issued again with an error mended or for
 * another recipient. No money moves, and the deposits that a final invoice deducted stay deducted.
 */
export function cancelToWriteAnew(
	target: IssuedInvoice,
	{ issued, seller }: InvoiceFacts,
): InvoiceDraft {
	const vat = negative(leftOf(issued, target))
	const deposits = target.deposits.map((it) => ({
		...it,
		gross: minus(zero, it.gross),
		vat: negative(it.vat),
	}))
	const due = sumOfVat([vat, ...deposits.map((it) => negative(it.vat))])
	return {
		...correcting(target, issued, null),
		content: {
			...headOfCorrection(target, seller),
			kind: 'cancellation',
			positions: plainPositions('reduction', vat),
			gross: grossOf(vat),
			vat,
			deposits,
			due: { gross: grossOf(due), vat: due },
			payments: [],
			isAnew: true,
		},
	}
}

/**
 * Drafts the correction of a paper by the amount that is kept as a fee, which has a paper of its own: no money moves.
 */
export function keepOf(
	target: IssuedInvoice,
	facts: InvoiceFacts,
	kept: readonly MoneyMoved[],
): InvoiceDraft {
	const { content, ...row } = takeBack(target, facts, null, kept)
	return { ...row, content: { ...content, isKept: true } }
}

/** A paper to correct, and the cents that came online for it and did not go back. */
export type Target = { target: IssuedInvoice; cap: Cents }

/**
 * The papers to correct for a refund or a fee, in this order, each with the most it is corrected by: the final invoice,
 * or else the papers of payments with the refunded payment's first; then the receipt. For a cancelled booking with a
 * fee the receipt comes first, less the spent gift vouchers, for the services keep the fee; the papers of the fee come
 * last.
 */
export function targetsOf(
	order: Order,
	facts: InvoiceFacts,
	{ paymentId }: { paymentId: string | null },
): Target[] {
	const { issued } = facts
	const papers = aheadOf(issued)
	const ofPayment = (paper: IssuedInvoice) =>
		paymentId !== null && isAbout(paper, { id: paymentId }, facts)
	const own = papers.filter(ofPayment)
	const others = papers.filter((paper) => !ofPayment(paper))
	const withCap = (target: IssuedInvoice) => ({ target, cap: onlineLeftOf(issued, target) })
	const final = finalOf(issued)
	const ofServices = sum(papers.map((paper) => onlineLeftOf(issued, paper)))
	const takenOfFinals = givenBackOf(issued).filter(({ corrects }) => corrects?.kind === 'final')
	const capOfFinal = sum([ofServices, ...takenOfFinals.map(({ gross }) => gross)])
	const services = final ? [{ target: final, cap: capOfFinal }] : [...own, ...others].map(withCap)
	const receipt = [receiptOf(issued) ?? []].flat().map(withCap)
	if (order.fee === 0) return [...services, ...receipt]
	const spent = minus(order.kept, minus(order.fee, order.feeOfVoucher))
	const unspent = receipt.map(({ target, cap }) => ({ target, cap: minus(cap, spent) }))
	return [...unspent, ...services, ...feesOf(issued).map(withCap)]
}

/**
 * Drafts the correction of an invoice by the money that moved, which is at most what is left of the invoice; the last
 * correction takes the remaining VAT, to the cent.
 */
function takeBack(
	target: IssuedInvoice,
	{ issued, seller }: InvoiceFacts,
	refundId: string | null,
	moved: readonly MoneyMoved[],
): InvoiceDraft {
	const amount = sum(moved.map((it) => it.amount))
	const left = leftOf(issued, target)
	const isAll = amount === grossOf(left)
	const isFirst = correctionsOf(issued, target).length === 0
	const vat = negative(isAll ? left : vatAmounts(divided(amount, left)))
	return {
		...correcting(target, issued, refundId),
		content: {
			...headOfCorrection(target, seller),
			kind: isAll && isFirst ? 'cancellation' : 'correction',
			positions: plainPositions('reduction', vat),
			...sums(vat),
			payments: moved.map(({ means, amount, on, receipt }) => ({
				means,
				amount: minus(zero, amount),
				on,
				...(receipt && { receipt }),
			})),
		},
	}
}

function correcting(
	{ slug }: IssuedInvoice,
	issued: readonly IssuedInvoice[],
	refundId: string | null,
): Omit<InvoiceDraft, 'content'> {
	const count = issued.filter(({ corrects }) => corrects).length
	return { slug: `correction-${count + 1}`, paymentId: null, refundId, correctsSlug: slug }
}

function headOfCorrection(target: IssuedInvoice, seller: Seller) {
	const { number, issuedOn, kind } = target
	const { locale, buyer, isSmall, orderNumber, orderedOn, service } = target
	const corrects = { number, issuedOn, kind }
	return { locale, seller, buyer, isSmall, orderNumber, orderedOn, service, ahead: null, corrects }
}
