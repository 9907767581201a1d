import {
	divided,
	grossOf,
	sums,
	type Draft,
	type Facts,
	type IssuedInvoice,
	type Moved,
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
 * The correction for a refund: of the services' papers first, then of the receipt, of each at most the amount that came
 * online for it. Null when the refund is corrected already, or no paper stands against it.
 */
export function correction(
	order: Order,
	facts: Facts,
	refund: Facts['refunds'][number],
): Draft | null {
	const { issued } = facts
	const back = facts.refunds.map(({ amount }) => amount)
	const all = givenBackOf(issued)
	const taken = all.filter(({ refundId }) => refundId === refund.id)
	// A correction for a refund that failed counts for the refund that replaced it.
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
 * The correction for the part that a value voucher no longer pays: its amount is on the voucher again, and bears VAT
 * when it is spent anew. Deposits show no voucher.
 */
export function correctionOfVoucher(order: Order, facts: Facts): Draft | null {
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

/** The correction of a final invoice for money that the till gave back of a cancelled booking. */
export function correctionOfTill(order: Order, facts: Facts): Draft | null {
	const final = finalOf(facts.issued)
	if (order.cancelledAt === null || !final) return null
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
 * The cancellation of a paper's rest, before it is issued again with an error mended or for another recipient. No money
 * moves, and the deposits that a final invoice deducted stay deducted.
 */
export function cancelToWriteAnew(target: IssuedInvoice, { issued, seller }: Facts): Draft {
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

/** The correction of what is kept of a paper as a fee that has a paper of its own: no money moves. */
export function keepOf(target: IssuedInvoice, facts: Facts, kept: readonly Moved[]): Draft {
	const { content, ...row } = takeBack(target, facts, null, kept)
	return { ...row, content: { ...content, isKept: true } }
}

/** A paper and the amount that came online for it and did not go back. */
export type Target = { target: IssuedInvoice; cap: Cents }

/**
 * The papers to correct, with their most: the final invoice, else the refunded payment's first; then the receipt and the
 * fee. The services of a cancelled booking keep the fee, so there the receipt comes first, less the spent gift vouchers.
 */
export function targetsOf(
	order: Order,
	facts: Facts,
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

/** Corrects an invoice by what moved, at most its rest; the last correction takes the remaining VAT, to the cent. */
function takeBack(
	target: IssuedInvoice,
	{ issued, seller }: Facts,
	refundId: string | null,
	moved: readonly Moved[],
): Draft {
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
): Omit<Draft, 'content'> {
	const count = issued.filter(({ corrects }) => corrects).length
	return { slug: `correction-${count + 1}`, paymentId: null, refundId, correctsSlug: slug }
}

function headOfCorrection(target: IssuedInvoice, seller: Seller) {
	const { number, issuedOn, kind } = target
	const { locale, buyer, isSmall, orderNumber, orderedOn, service } = target
	const corrects = { number, issuedOn, kind }
	return { locale, seller, buyer, isSmall, orderNumber, orderedOn, service, ahead: null, corrects }
}
