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
	finalOf,
	givenBackOf,
	isAbout,
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
 * Takes back what a refund gave back: of the services' papers first, then of the receipt, of each not more
 * than came online for it. Null: all of the refund is taken back already, or nothing stands against it.
 */
export function correction(facts: Facts, refund: Facts['refunds'][number]): Draft | null {
	const { issued } = facts
	const back = facts.refunds.map(({ amount }) => amount)
	const all = givenBackOf(issued)
	const taken = all.filter(({ refundId }) => refundId === refund.id)
	// What was taken back for a refund that failed stands for the one that came instead.
	const left = smaller(
		sum([refund.amount, ...taken.map(({ gross }) => gross)]),
		sum([...back, ...all.map(({ gross }) => gross)]),
	)
	if (left <= 0) return null
	for (const { target, cap } of targetsOf(facts, refund)) {
		const most = smaller(cap, grossOf(leftOf(issued, target)))
		if (most <= 0) continue
		return takeBack(target, facts, { ...refund, amount: smaller(left, most) })
	}
	return null
}

/**
 * Takes back what a value voucher no longer pays: its amount is on the voucher again, and bears VAT when it is spent
 * anew. A deposit is not about it.
 */
export function correctionOfVoucher(order: Order, facts: Facts): Draft | null {
	const { issued } = facts
	const showing = counting(issued).filter(({ kind }) => kind !== 'deposit')
	const shown = sum(showing.map((paper) => voucherLeftOf(issued, paper)))
	let left = minus(shown, orderEnd(order) === 'cancelled' ? zero : order.voucher)
	if (left <= 0) return null

	const on = order.cancelledAt === null ? facts.today : dayOf(order.cancelledAt)
	const final = finalOf(issued)
	const services = showing.filter(({ kind }) => kind !== 'receipt')
	const ofServices = sum(services.map((paper) => voucherLeftOf(issued, paper)))
	const target = ofServices > 0 ? (final ?? services.at(-1)) : receiptOf(issued)
	if (!target) return null
	if (ofServices > 0) left = smaller(left, ofServices)
	left = smaller(left, grossOf(leftOf(issued, target)))
	return left > 0 ? takeBack(target, facts, { id: null, means: 'voucher', amount: left, on }) : null
}

/** Takes back of a final invoice what the till gave back of a booking that was cancelled. */
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
	return back && amount > 0 ? takeBack(final, facts, { ...back, id: null, amount }) : null
}

/** Cash and cards come and go at the till. */
export function isAtTill({ means }: Pick<Moved, 'means'>): boolean {
	return means === 'cash' || means === 'card'
}

/**
 * Cancels what is left of a paper that is written anew, because something on it was wrong or it names another
 * recipient. No money moves by it, and what a final invoice deducted stays deducted.
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

type Target = { target: IssuedInvoice; cap: Cents }

/** With a final invoice everything of the services is taken back of it; before, of the refunded payment's paper first. */
function targetsOf(facts: Facts, { paymentId }: { paymentId: string }): Target[] {
	const { issued } = facts
	const papers = aheadOf(issued)
	const ofPayment = (paper: IssuedInvoice) => isAbout(paper, { id: paymentId }, facts)
	const own = papers.filter(ofPayment)
	const others = papers.filter((paper) => !ofPayment(paper))
	const withCap = (target: IssuedInvoice) => ({ target, cap: onlineLeftOf(issued, target) })
	const [final, receipt] = [finalOf(issued), receiptOf(issued)]
	const ofServices = sum(papers.map((paper) => onlineLeftOf(issued, paper)))
	const takenOfFinals = givenBackOf(issued).filter(({ corrects }) => corrects?.kind === 'final')
	const capOfFinal = sum([ofServices, ...takenOfFinals.map(({ gross }) => gross)])
	return [
		...(final ? [{ target: final, cap: capOfFinal }] : [...own, ...others].map(withCap)),
		...(receipt ? [withCap(receipt)] : []),
	]
}

/** `amount` is at most what is left of the invoice; the last part takes the VAT that is left, to the cent. */
function takeBack(
	target: IssuedInvoice,
	{ issued, seller }: Facts,
	{ id, means, amount, on, receipt }: Moved & { id: string | null },
): Draft {
	const left = leftOf(issued, target)
	const isAll = amount === grossOf(left)
	const isFirst = correctionsOf(issued, target).length === 0
	const vat = negative(isAll ? left : vatAmounts(divided(amount, left)))
	return {
		...correcting(target, issued, id),
		content: {
			...headOfCorrection(target, seller),
			kind: isAll && isFirst ? 'cancellation' : 'correction',
			positions: plainPositions('reduction', vat),
			...sums(vat),
			payments: [{ means, amount: minus(zero, amount), on, ...(receipt && { receipt }) }],
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
